//! Features and words are identified by their hash, so that no text is needed to look them up.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys already are hashes.
pub(super) type HashKeyedMap<V> = HashMap<u64, V, BuildHasherDefault<IdentityHasher>>;

/// Uses a key as its own hash.
#[derive(Debug, Default)]
pub(super) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole hashes are keys");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// The start value of a hash of bytes (FNV-1a).
pub(super) const START: u64 = 0xcbf2_9ce4_8422_2325;

pub(super) fn add_byte(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

/// Spreads a hash over all its bits (the last step of Murmur3).
pub(super) fn mix(mut hash: u64) -> u64 {
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

pub(super) fn word_hash(word: &[u8]) -> u64 {
    mix(word.iter().fold(START, |hash, byte| add_byte(hash, *byte)))
}

/// The hash of a feature made of two, in this order.
pub(super) fn pair(first: u64, second: u64) -> u64 {
    mix(first.wrapping_mul(31) ^ second.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
