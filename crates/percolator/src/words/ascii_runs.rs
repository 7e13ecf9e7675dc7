//! Where words start and end, eight bytes at a time.

use std::ops::Range;

/// The runs of ASCII letters, digits and bytes of other characters in a text.
#[derive(Debug, Default)]
pub(super) struct AsciiRuns {
    /// Starts and ends in turn.
    edges: Vec<u32>,
    count: usize,
}

const BLOCK: usize = 64;

/// How many bytes a text and the padding behind it take.
pub(super) fn padded_length(length: usize) -> usize {
    (length + 1).next_multiple_of(BLOCK)
}

impl AsciiRuns {
    /// Reads a text that fills whole blocks and ends with a byte that is in no word.
    pub(super) fn read(&mut self, padded: &[u8]) {
        // Room for the most edges that a text can have, so that none needs to ask for room.
        let room = padded.len() + BLOCK;
        self.edges.resize(self.edges.len().max(room), 0);
        self.count = 0;
        let mut position = 0;
        let mut carry = 0;
        for block in padded.as_chunks().0 {
            carry = self.add_edges(word_bytes(block), position, carry);
            position += 64;
        }
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        let (pairs, _) = self.edges[..self.count].as_chunks::<2>();
        pairs
            .iter()
            .map(|[start, end]| *start as usize..*end as usize)
    }

    /// Adds the places where a bit differs from the one before it; returns the last bit.
    ///
    /// Eight places are written at once whether there are so many or not: the number of words in a
    /// block cannot be predicted, and a wrong guess costs more than eight writes.
    #[inline]
    fn add_edges(&mut self, mask: u64, position: u32, carry: u64) -> u64 {
        let mut edges = mask ^ (mask << 1 | carry);
        let count = edges.count_ones() as usize;
        let mut at = self.count;
        self.count += count;
        while at < self.count {
            if let Some(places) = self.edges[at..].first_chunk_mut::<8>() {
                for place in places {
                    *place = position + edges.trailing_zeros();
                    edges &= edges.wrapping_sub(1);
                }
            }
            at += 8;
        }
        mask >> 63
    }
}

/// One bit a byte: whether it is an ASCII letter or digit, or part of another character.
#[inline]
fn word_bytes(block: &[u8; BLOCK]) -> u64 {
    let (lanes, _) = block.as_chunks::<8>();
    let mut mask = 0;
    for (at, lane) in lanes.iter().enumerate() {
        mask |= word_bytes_of_lane(u64::from_le_bytes(*lane)) << (8 * at);
    }
    mask
}

/// The same for eight bytes in a register. Seven bits are left of each byte, so that a sum reaches
/// its eighth bit, and no neighbour, exactly when the byte is at or above a bound.
#[inline]
fn word_bytes_of_lane(bytes: u64) -> u64 {
    const EVERY: u64 = 0x0101_0101_0101_0101;
    let plain = bytes & (0x7F * EVERY);
    let small = plain | (0x20 * EVERY);
    let at_least = |bytes: u64, bound: u8| bytes + u64::from(0x80 - bound) * EVERY;
    let letters = at_least(small, b'a') & !at_least(small, b'z' + 1);
    let digits = at_least(plain, b'0') & !at_least(plain, b'9' + 1);
    let word = (letters | digits | bytes) & (0x80 * EVERY);
    // The product gathers the eighth bits in its highest byte.
    (word >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
