//! The keys that sign access tokens: one of them signs, all of them verify.
//!
//! They are kept in the database, so every process has the same. A rotation adds a key and says from
//! when on it signs. Until then every process, and everybody who keeps our key set, has learnt of it;
//! so nobody is signed out. A key that signs no more verifies until it is retired.

use std::fmt;

use anyhow::{Context, bail, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{DecodingKey, EncodingKey};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::pkcs8::{DecodePrivateKey, EncodePrivateKey, LineEnding};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::changes::Topic;
use crate::db::{Db, args};
use crate::keys;

/// How long a new key is only published. Our key set may be kept for ten minutes.
pub const PUBLISHED_FIRST: TimeDelta = TimeDelta::minutes(15);

/// Under which the first key is kept. A later one adds `@` and the second from which it signs.
const FIRST_KEY: &str = "access_tokens";

/// A key pair, decoded once.
pub struct SigningKey {
    /// Its row.
    name: String,
    /// What tokens call it: its thumbprint (RFC 7638).
    pub id: String,
    pub signs_from: DateTime<Utc>,
    pub(super) signing: EncodingKey,
    pub(super) verifying: DecodingKey,
    public: Value,
}

/// Shows nothing of the key.
impl fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SigningKey")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// All keys, in the order in which they begin to sign; at least one.
#[derive(Debug)]
pub struct KeyRing(Vec<SigningKey>);

impl KeyRing {
    /// The first start makes the first key.
    pub async fn load(db: &Db) -> anyhow::Result<Self> {
        let kept = Self::read(db).await?;
        if !kept.0.is_empty() {
            return Ok(kept);
        }
        keys::get_or_make(db, FIRST_KEY, new_key).await?;
        Self::read(db).await
    }

    /// What is kept; no key is made.
    pub async fn read(db: &Db) -> anyhow::Result<Self> {
        let sql = "select name, value from server_keys
                   where name = 'access_tokens' or name like 'access_tokens@%'";
        let rows: Vec<(String, String)> = db.all(sql, args![]).await?;
        let keys: anyhow::Result<Vec<SigningKey>> = rows
            .into_iter()
            .map(|(name, pem)| SigningKey::read(name, &pem))
            .collect();
        let mut keys = keys.context("decoding the keys that sign access tokens")?;
        keys.sort_by_key(|key| key.signs_from);
        Ok(Self(keys))
    }

    pub fn all(&self) -> &[SigningKey] {
        &self.0
    }

    /// The one that signs at this moment.
    pub fn signing(&self, now: DateTime<Utc>) -> &SigningKey {
        let started = self.0.iter().rev().find(|key| key.signs_from <= now);
        started
            .or(self.0.first())
            .expect("a key ring is loaded with a key and never loses its last one")
    }

    pub(super) fn named(&self, id: &str) -> Option<&SigningKey> {
        self.0.iter().find(|key| key.id == id)
    }

    pub(super) fn has_same_keys_as(&self, other: &Self) -> bool {
        let ids = |ring: &Self| ring.0.iter().map(|key| key.id.clone()).collect::<Vec<_>>();
        ids(self) == ids(other)
    }

    /// The public halves, for clients that look into tokens themselves.
    pub fn key_set(&self) -> Value {
        let keys: Vec<&Value> = self.0.iter().map(|key| &key.public).collect();
        json!({ "keys": keys })
    }

    /// When the last token of a key ends; `None` while it signs, or is still to sign.
    fn last_token_ends(&self, id: &str, life: TimeDelta) -> Option<DateTime<Utc>> {
        let place = self.0.iter().position(|key| key.id == id)?;
        Some(self.0.get(place + 1)?.signs_from + life)
    }
}

/// Adds a key that signs from then on; its id.
pub async fn rotate(db: &Db, signs_from: DateTime<Utc>) -> anyhow::Result<String> {
    let ring = KeyRing::load(db).await?;
    let newest = ring.0.last().map(|key| key.signs_from);
    ensure!(
        newest < Some(signs_from),
        "a newer key is already waiting; `earshot admin keys list` shows it"
    );
    let (name, pem) = (format!("{FIRST_KEY}@{}", signs_from.timestamp()), new_key());
    let key = SigningKey::read(name.clone(), &pem)?;
    let mut tx = db.begin().await?;
    tx.run(
        "insert into server_keys (name, value) values ($1, $2)",
        args![name, pem],
    )
    .await?;
    tx.announce(Topic::Keys);
    tx.commit().await?;
    Ok(key.id)
}

/// Takes a key away: its tokens are refused from then on. `life` is that of the tokens; `is_forced`
/// ends those that are still valid.
pub async fn retire(
    db: &Db,
    id: &str,
    (now, life): (DateTime<Utc>, TimeDelta),
    is_forced: bool,
) -> anyhow::Result<()> {
    let ring = KeyRing::read(db).await?;
    let key = ring.named(id).context("no key has this id")?;
    ensure!(
        ring.0.len() > 1 && ring.signing(now).id != id,
        "this key signs; rotate first"
    );
    match ring.last_token_ends(id, life) {
        Some(end) if end > now && !is_forced => bail!(
            "tokens that it signed are valid until {}; wait, or use --force to refuse them now",
            end.format("%F %T UTC")
        ),
        _ => {}
    }
    let mut tx = db.begin().await?;
    let sql = "delete from server_keys where name = $1";
    tx.run(sql, args![key.name.as_str()]).await?;
    tx.announce(Topic::Keys);
    tx.commit().await?;
    Ok(())
}

impl SigningKey {
    fn read(name: String, pem: &str) -> anyhow::Result<Self> {
        let seconds = name.split_once('@').map_or(Ok(0), |(_, from)| from.parse());
        let signs_from = seconds
            .ok()
            .and_then(|from| DateTime::from_timestamp(from, 0));
        let signs_from = signs_from.context("a key's name ends in a time")?;
        let key = SecretKey::from_pkcs8_pem(pem)?;
        let der = key.to_pkcs8_der()?;
        let (x, y) = coordinates(&key)?;
        let id = thumbprint(&x, &y);
        Ok(Self {
            name,
            signs_from,
            signing: EncodingKey::from_ec_der(der.as_bytes()),
            verifying: DecodingKey::from_ec_components(&x, &y)?,
            public: json!({
                "kty": "EC", "crv": "P-256", "x": x, "y": y, "kid": id,
                "alg": "ES256", "use": "sig", "key_ops": ["verify"],
            }),
            id,
        })
    }
}

fn new_key() -> String {
    // Nearly every number of 32 bytes is a key; the few that are not are tried again.
    let key = loop {
        if let Ok(key) = SecretKey::from_slice(&rand::random::<[u8; 32]>()) {
            break key;
        }
    };
    key.to_pkcs8_pem(LineEnding::LF)
        .expect("a P-256 key has a PKCS#8 form")
        .to_string()
}

fn coordinates(key: &SecretKey) -> anyhow::Result<(String, String)> {
    let point = key.public_key().to_encoded_point(false);
    let x = point.x().context("a public key has an x")?;
    let y = point.y().context("a public key has a y")?;
    Ok((URL_SAFE_NO_PAD.encode(x), URL_SAFE_NO_PAD.encode(y)))
}

fn thumbprint(x: &str, y: &str) -> String {
    let members = format!(r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#);
    URL_SAFE_NO_PAD.encode(Sha256::digest(members))
}

#[cfg(test)]
impl KeyRing {
    /// Keys that begin to sign at these times, for tests without a database.
    pub(super) fn of_times(times: &[DateTime<Utc>]) -> Self {
        let keys = times.iter().map(|from| {
            SigningKey::read(format!("{FIRST_KEY}@{}", from.timestamp()), &new_key()).unwrap()
        });
        Self(keys.collect())
    }
}
