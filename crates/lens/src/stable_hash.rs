//! A hash that may be stored.

/// FNV-1a, the same on every machine and in every version.
pub fn stable_hash(bytes: impl IntoIterator<Item = u8>) -> i64 {
    let hash = bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    hash.cast_signed()
}
