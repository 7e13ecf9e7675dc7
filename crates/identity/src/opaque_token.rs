//! Opaque secrets: 256 random bits as text for the one who holds it, and a hash for the database.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// What was before a secret is told apart from the secret by this, so that neither hash can stand
/// in for the other.
const SEAL: &[u8] = b"next";

/// A refresh token.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Secret([u8; 32]);

impl Secret {
    pub(super) fn new() -> Self {
        Self(rand::random())
    }

    /// Of what a client sent; none if it cannot be one of ours.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    pub(super) fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    pub(super) fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0).to_vec()
    }

    /// `next` in a form that only the holder of this secret can read.
    pub(super) fn seal(&self, next: &Secret) -> Vec<u8> {
        self.mix(&next.0)
    }

    pub(super) fn unseal(&self, sealed: &[u8]) -> Option<Secret> {
        self.mix(sealed).try_into().ok().map(Secret)
    }

    fn mix(&self, bytes: &[u8]) -> Vec<u8> {
        let pad = Sha256::new()
            .chain_update(SEAL)
            .chain_update(self.0)
            .finalize();
        bytes
            .iter()
            .zip(pad)
            .map(|(byte, pad)| byte ^ pad)
            .collect()
    }
}

/// A secret that a mail or an address carries, as text.
pub(super) fn new_text() -> String {
    Secret::new().text()
}

/// What the database keeps of such a text.
pub(super) fn hash_of(text: &str) -> Vec<u8> {
    Sha256::digest(text).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_is_read_by_its_holder_alone() {
        let (holder, stranger, next) = (Secret::new(), Secret::new(), Secret::new());

        let sealed = holder.seal(&next);

        assert_eq!(holder.unseal(&sealed).unwrap().text(), next.text());
        assert_ne!(stranger.unseal(&sealed).unwrap().text(), next.text());
        assert_ne!(sealed, next.0);
    }

    #[test]
    fn only_what_has_the_form_of_a_secret_is_read_as_one() {
        let secret = Secret::new();

        assert_eq!(Secret::parse(&secret.text()).unwrap().hash(), secret.hash());
        for text in ["", "6315a3c9bcd1", "***", &"A".repeat(44)] {
            assert!(Secret::parse(text).is_none(), "{text}");
        }
    }
}
