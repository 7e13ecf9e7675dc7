//! Tells whether a text is still the one that was read.

use lens::stable_hash::stable_hash;

pub(super) fn text_hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> i64 {
    let parts = parts.into_iter();
    stable_hash(parts.flat_map(|part| part.bytes().chain([0])))
}
