//! The trial is given once per person. Of somebody who deletes an account after a trial, two keyed
//! hashes stay for 24 months: of the address and of the card. Neither can be turned back, and without
//! the server's key nobody can test an address against them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use providers::payments::{ProviderStatus, Subscription};
use rand::distr::{Alphanumeric, SampleString};
use sha2::Sha256;

use super::store::{self, BillingAccount};
use super::subscription_state::ProviderSnapshot;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::keys;

/// How long the hashes are kept; the privacy text says so too.
const KEPT: TimeDelta = TimeDelta::days(730);

/// Hashes with the server's own key, which is made on first use.
#[derive(Clone)]
pub struct TrialHasher(String);

impl TrialHasher {
    pub async fn open(db: &Db) -> DbResult<Self> {
        let make = || Alphanumeric.sample_string(&mut rand::rng(), 43);
        keys::get_or_make(db, "used_trials", make).await.map(Self)
    }

    pub(super) fn of_address(&self, address: &str) -> String {
        self.hash("address", &address.trim().to_lowercase())
    }

    /// `fingerprint` is the provider's.
    pub(super) fn of_card(&self, fingerprint: &str) -> String {
        self.hash("card", fingerprint)
    }

    fn hash(&self, kind: &str, text: &str) -> String {
        let mut hashing =
            Hmac::<Sha256>::new_from_slice(self.0.as_bytes()).expect("a key of any length will do");
        hashing.update(kind.as_bytes());
        hashing.update(b":");
        hashing.update(text.as_bytes());
        URL_SAFE_NO_PAD.encode(hashing.finalize().into_bytes())
    }
}

/// The key is not for the log.
impl std::fmt::Debug for TrialHasher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TrialHasher")
    }
}

pub(super) async fn remember(
    tx: &mut Tx,
    hashes: impl Iterator<Item = String> + Send,
    now: DateTime<Utc>,
) -> DbResult<()> {
    for hash in hashes {
        store::used_trials::add(tx, &hash, now).await?;
    }
    Ok(())
}

/// Whether somebody with this address had a trial on an account that is deleted.
pub(super) async fn is_known_address(db: &Db, address: &str) -> DbResult<bool> {
    let hash = TrialHasher::open(db).await?.of_address(address);
    store::used_trials::is_known(db, &hash).await
}

pub(super) async fn forget_old(db: &Db, clock: &Clock) -> DbResult<()> {
    store::used_trials::forget_before(db, clock.now() - KEPT).await
}

/// What the cards of a customer's trials say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TrialCards {
    /// The hash of the card that a trial was begun with.
    pub(super) card_hash: Option<String>,
    /// The provider's id of a running trial whose card has had one before.
    pub(super) refused: Option<String>,
}

/// Looks at the cards of the trials in a snapshot.
pub(super) async fn trial_cards(
    db: &Db,
    account: &BillingAccount,
    snapshot: &ProviderSnapshot,
) -> DbResult<TrialCards> {
    let with_card = |it: &&Subscription| it.trial_end.is_some() && it.card.is_some();
    let trials: Vec<&Subscription> = snapshot.subscriptions.iter().filter(with_card).collect();
    let mut cards = TrialCards::default();
    // Nothing is asked of the database for the many who are long past their trial.
    let is_running = |it: &&Subscription| it.status == ProviderStatus::Trialing;
    if account.card_hash.is_some() && !trials.iter().any(is_running) {
        return Ok(cards);
    }
    let hasher = TrialHasher::open(db).await?;
    for trial in trials {
        let hash = hasher.of_card(trial.card.as_deref().unwrap_or_default());
        let is_new = account.trial_used_at.is_none();
        if is_running(&trial) && is_new && store::used_trials::is_known(db, &hash).await? {
            cards.refused = Some(trial.id.clone());
        } else {
            cards.card_hash = Some(hash);
        }
    }
    Ok(cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_hash_and_under_another_key_another() {
        let (ours, theirs) = (TrialHasher("a".to_owned()), TrialHasher("b".to_owned()));

        let ada = ours.of_address("ada@example.com");

        assert_eq!(ours.of_address(" Ada@Example.com "), ada);
        assert_ne!(ours.of_address("bob@example.com"), ada);
        assert_ne!(theirs.of_address("ada@example.com"), ada);
        assert_ne!(ours.of_card("ada@example.com"), ada);
        assert_eq!(ada.len(), 43);
    }
}
