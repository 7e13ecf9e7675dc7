//! Where words start and end, a block of bytes at a time.

use std::ops::Range;

/// The runs of ASCII letters, digits and bytes of other characters in a text.
#[derive(Debug, Default)]
pub(super) struct AsciiRuns {
    /// Starts and ends in turn.
    edges: Vec<u32>,
    count: usize,
    blocks: Vec<BlockEdges>,
}

/// The edges in one block.
#[derive(Clone, Copy, Debug)]
struct BlockEdges {
    /// One bit a byte.
    places: u64,
    /// How many edges are in the blocks before.
    before: usize,
}

const BLOCK: usize = 64;

/// How many bytes a text and the padding behind it take.
pub(super) fn padded_length(length: usize) -> usize {
    (length + 1).next_multiple_of(BLOCK)
}

impl AsciiRuns {
    /// Reads a text that fills whole blocks and ends with a byte that is in no word.
    ///
    /// # Panics
    /// If the text takes 4 GiB or more, because edges have 32 bits.
    pub(super) fn read(&mut self, padded: &[u8]) {
        assert!(u32::try_from(padded.len()).is_ok(), "less than 4 GiB");
        // Room for the most edges that a text can have, so that none needs to ask for room.
        let room = padded.len() + BLOCK;
        self.edges.resize(self.edges.len().max(room), 0);
        self.count = 0;
        self.blocks.clear();
        let mut position = 0;
        let mut carry = 0;
        for block in padded.as_chunks().0 {
            carry = self.add_edges(word_bytes(block), position, carry);
            position += 64;
        }
    }

    /// Starts and ends of all runs.
    pub(super) fn iter(&self) -> std::slice::Iter<'_, [u32; 2]> {
        self.edges[..self.count].as_chunks().0.iter()
    }

    /// Where a run is.
    pub(super) fn range(&self, run: usize) -> Range<usize> {
        self.edges[2 * run] as usize..self.edges[2 * run + 1] as usize
    }

    /// How many runs end at a position or before, if none goes on behind it.
    pub(super) fn before(&self, position: usize) -> usize {
        let block = self.blocks[position / BLOCK];
        let places = block.places & ((1 << (position % BLOCK)) - 1);
        let edges = block.before + places.count_ones() as usize;
        edges / 2
    }

    /// Adds the places where a bit differs from the one before it; returns the last bit.
    ///
    /// Eight places are written at once whether there are so many or not: the number of words in a
    /// block cannot be predicted, and a wrong guess costs more than eight writes.
    #[inline]
    fn add_edges(&mut self, mask: u64, position: u32, carry: u64) -> u64 {
        let mut edges = mask ^ (mask << 1 | carry);
        let before = self.count;
        self.blocks.push(BlockEdges {
            places: edges,
            before,
        });
        let mut at = before;
        self.count += edges.count_ones() as usize;
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
    // Each byte by itself, which the compiler does for many at once.
    let flags = block.map(|byte| u8::from(is_word_byte(byte)));
    let (lanes, _) = flags.as_chunks::<8>();
    let mut mask = 0;
    for (at, lane) in lanes.iter().enumerate() {
        // The product gathers the lowest bits of the bytes in its highest byte.
        let gathered = u64::from_le_bytes(*lane).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask |= gathered << (8 * at);
    }
    mask
}

#[inline]
pub(super) fn is_word_byte(byte: u8) -> bool {
    let is_letter = (byte | 0x20).wrapping_sub(b'a') < 26;
    let is_digit = byte.wrapping_sub(b'0') < 10;
    is_letter | is_digit | !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_its_class_at_every_place_of_a_block() {
        for byte in 0..=u8::MAX {
            for place in 0..BLOCK {
                for other in [b' ', b'a', 0xFF] {
                    let mut block = [other; BLOCK];
                    block[place] = byte;

                    let expected = (0..BLOCK)
                        .filter(|at| is_word_byte(block[*at]))
                        .fold(0, |mask, at| mask | 1_u64 << at);

                    assert_eq!(word_bytes(&block), expected, "{byte} at {place}");
                    assert_eq!(word_bytes(&block), expected, "{byte} at {place}");
                }
            }
        }
    }
}
