//! Where words start and end, eight bytes at a time.

use std::ops::Range;

/// The runs of ASCII letters, digits and bytes of other characters in a text.
#[derive(Debug, Default)]
pub(super) struct AsciiRuns {
    /// Starts and ends in turn.
    edges: Vec<u32>,
}

const BLOCK: usize = 64;

impl AsciiRuns {
    pub(super) fn read(&mut self, text: &[u8]) {
        self.edges.clear();
        let mut position = 0;
        let mut carry = 0;
        let (blocks, rest) = text.as_chunks::<BLOCK>();
        for block in blocks {
            carry = self.add_edges(word_bytes(block), position, carry);
            position += 64;
        }
        let mut last = [0; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        if carry != 0 || !rest.is_empty() {
            self.add_edges(word_bytes(&last), position, carry);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        let (pairs, _) = self.edges.as_chunks::<2>();
        pairs
            .iter()
            .map(|[start, end]| *start as usize..*end as usize)
    }

    /// Adds the places where a bit differs from the one before it; returns the last bit.
    #[inline]
    fn add_edges(&mut self, mask: u64, position: u32, carry: u64) -> u64 {
        let mut edges = mask ^ (mask << 1 | carry);
        while edges != 0 {
            self.edges.push(position + edges.trailing_zeros());
            edges &= edges - 1;
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
