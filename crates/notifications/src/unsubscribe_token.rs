//! The token in every digest's unsubscribe link, which works without signing in.
//!
//! The token is the user's id, signed with our key: nothing is stored, it is valid for as long as
//! the account exists, and it cannot be forged for another user.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use url::Url;
use uuid::Uuid;

use platform::db::{Db, DbResult};
use platform::keys;

/// Signs and verifies tokens.
#[derive(Clone)]
pub(super) struct UnsubscribeSigner(Vec<u8>);

const ID_BYTES: usize = 16;

impl UnsubscribeSigner {
    /// With the server's own key, which is created on first use.
    pub(super) async fn of(db: &Db) -> DbResult<Self> {
        let make = || URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
        let key = keys::get_or_make(db, "unsubscribe", make).await?;
        Ok(Self(key.into_bytes()))
    }

    pub(super) fn token_of(&self, user_id: Uuid) -> String {
        let signature = self.signing(user_id.as_bytes()).finalize().into_bytes();
        URL_SAFE_NO_PAD.encode([user_id.as_bytes().as_slice(), &signature].concat())
    }

    /// The user a token belongs to; `None` if the signature is invalid.
    pub(super) fn owner_of(&self, token: &str) -> Option<Uuid> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (id, signature) = bytes.split_at_checked(ID_BYTES)?;
        self.signing(id).verify_slice(signature).ok()?;
        Uuid::from_slice(id).ok()
    }

    fn signing(&self, id: &[u8]) -> Hmac<Sha256> {
        let mut signing =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length will do");
        signing.update(b"unsubscribe");
        signing.update(id);
        signing
    }
}

/// The address of the unsubscribe link.
pub(super) fn link(site_url: &Url, token: &str) -> String {
    let mut link = site_url.clone();
    link.set_path("/unsubscribe");
    link.set_query(Some(&format!("token={token}")));
    link.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_owner_and_cannot_be_made_without_the_key() {
        let (ours, another) = (
            UnsubscribeSigner(vec![1; 32]),
            UnsubscribeSigner(vec![2; 32]),
        );
        let ada = Uuid::now_v7();
        let token = ours.token_of(ada);

        assert_eq!(ours.owner_of(&token), Some(ada));
        assert_eq!(another.owner_of(&token), None);
        let mut bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
        bytes[0] ^= 1;
        for forged in [
            URL_SAFE_NO_PAD.encode(&bytes),
            token[..token.len() - 4].to_owned(),
            URL_SAFE_NO_PAD.encode(ada.as_bytes()),
            String::new(),
            "***".to_owned(),
        ] {
            assert_eq!(ours.owner_of(&forged), None, "{forged}");
        }
    }
}
