//! Tells whether a text is still the one that was read.

/// FNV-1a, the same on every machine and in every version.
pub(super) fn text_hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> i64 {
    let parts = parts.into_iter();
    let bytes = parts.flat_map(|part| part.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.cast_signed()
}
