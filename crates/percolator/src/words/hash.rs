//! The hash by which words are looked up: the same on every machine, because snapshots hold it.

/// How many bytes behind a text may be read, so that short words need no special case.
pub(super) const PADDING: usize = 16;

const KEYS: [u64; 3] = [
    0x9E37_79B9_7F4A_7C15,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
];

/// Bit 5 of every byte: set, it makes a letter small and leaves a digit as it is.
const SMALL: u64 = 0x2020_2020_2020_2020;

/// The hash of a folded word; never 0. No word holds a zero, so the bytes say how long it is.
pub(crate) fn hash_word(folded: &[u8]) -> u64 {
    let mut state = 0;
    let mut rest = folded;
    while rest.len() > 16 {
        let (chunk, behind) = rest.split_at(16);
        state = mix(state, halves(chunk.try_into().unwrap_or_default()));
        rest = behind;
    }
    let mut last = [0; 16];
    last[..rest.len()].copy_from_slice(rest);
    mix(state, halves(last)).max(1)
}

/// The same for a word of ASCII letters and digits as it is written, with bytes to read behind it.
#[expect(
    clippy::inline_always,
    reason = "called once a word; a call takes as long as the hash itself"
)]
#[inline(always)]
pub(super) fn hash_ascii(padded: &[u8], start: usize, end: usize) -> u64 {
    let length = end - start;
    if length > 16 {
        return hash_long(&padded[start..end]);
    }
    let chunk: [u8; 16] = padded[start..start + 16].try_into().unwrap_or_default();
    let (low, high) = halves(chunk);
    let low = (low | SMALL) & LOW_MASKS[length];
    let high = (high | SMALL) & HIGH_MASKS[length];
    mix(0, (low, high)).max(1)
}

#[cold]
fn hash_long(word: &[u8]) -> u64 {
    hash_word(&word.to_ascii_lowercase())
}

/// One number of many: for tables that are keyed by several ids.
#[inline]
pub(crate) fn fold_numbers(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers
        .into_iter()
        .fold(KEYS[2], |state, number| mix(state, (number, KEYS[0])))
}

#[inline]
fn mix(state: u64, (low, high): (u64, u64)) -> u64 {
    let left = low ^ KEYS[0] ^ state;
    let right = high ^ KEYS[1];
    let product = u128::from(left) * u128::from(right);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "both halves of the product are used"
    )]
    let folded = (product as u64) ^ ((product >> 64) as u64);
    folded ^ state.rotate_left(23)
}

#[inline]
fn halves(chunk: [u8; 16]) -> (u64, u64) {
    let both = u128::from_le_bytes(chunk);
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    let low = both as u64;
    let high = (both >> 64) as u64;
    (low, high)
}

const LOW_MASKS: [u64; 17] = masks(0);
const HIGH_MASKS: [u64; 17] = masks(8);

/// For each length of a word, which of the eight bytes from `first` on belong to it.
const fn masks(first: usize) -> [u64; 17] {
    let mut masks = [0; 17];
    let mut length = first + 1;
    while length <= 16 {
        let bytes = if length - first > 8 {
            8
        } else {
            length - first
        };
        masks[length] = u64::MAX >> (64 - 8 * bytes);
        length += 1;
    }
    masks
}
