//! Ids like Stripe's: a prefix and random letters.

use rand::distr::{Alphanumeric, SampleString};
use sha2::{Digest, Sha256};

/// A random id, for objects that a request creates.
pub(super) fn fresh(prefix: &str) -> String {
    let letters = Alphanumeric.sample_string(&mut rand::rng(), 24);
    format!("{prefix}_{letters}")
}

/// A derived id, for objects that are created automatically: the same causes give the same id.
pub(super) fn derived(prefix: &str, causes: &[&str]) -> String {
    const LETTERS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let digest = Sha256::digest(causes.join("\n"));
    let letters = digest
        .iter()
        .take(24)
        .map(|byte| usize::from(*byte) % LETTERS.len());
    let letters: String = letters.map(|place| char::from(LETTERS[place])).collect();
    format!("{prefix}_{letters}")
}
