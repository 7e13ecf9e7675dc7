//! A text as a vector of 256 numbers: texts about the same subject have similar directions.
//!
//! Every word piece has one row of a small table, and a text is the sum of its rows. There is no
//! network to run, so a post costs a few microseconds.

mod vocabulary;

use std::{borrow::Cow, sync::LazyLock};

pub use vocabulary::{WordPiece, WordPieceVocabulary};

/// How many numbers an embedding has.
pub const WIDTH: usize = 256;

/// Embeds a text with the shipped table.
pub fn embed(text: &str) -> Embedding {
    EmbeddingTable::shipped().embed(text)
}

/// A unit vector, or all zeros for a text without a known word.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding([f32; WIDTH]);

impl Embedding {
    /// The embedding of a text without a known word.
    pub const NOTHING: Self = Self([0.0; WIDTH]);

    /// Normalizes a vector.
    pub fn toward(vector: &[f32; WIDTH]) -> Self {
        let length = dot(vector, vector).sqrt();
        if length < f32::EPSILON {
            return Self::NOTHING;
        }
        Self(vector.map(|value| value / length))
    }

    /// The cosine: 1 for the same direction, about 0 for texts that share nothing.
    pub fn closeness(&self, other: &Self) -> f32 {
        dot(&self.0, &other.0)
    }

    pub fn values(&self) -> &[f32; WIDTH] {
        &self.0
    }

    /// The weighted sum of embeddings, normalized.
    pub fn blend<'a>(parts: impl IntoIterator<Item = (&'a Self, f32)>) -> Self {
        let mut sum = [0.0; WIDTH];
        for (part, weight) in parts {
            for (total, value) in sum.iter_mut().zip(part.0) {
                *total += value * weight;
            }
        }
        Self::toward(&sum)
    }
}

/// An embedding in a quarter of the room, for comparing one with very many.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundedEmbedding {
    numbers: [i8; WIDTH],
    scale: f32,
}

impl RoundedEmbedding {
    pub fn of(embedding: &Embedding) -> Self {
        let largest = embedding
            .0
            .iter()
            .fold(f32::EPSILON, |largest, value| largest.max(value.abs()));
        let scale = largest / 127.0;
        Self {
            numbers: embedding
                .0
                .map(|value| rounded(value / scale).cast_signed()),
            scale,
        }
    }

    /// The cosine, up to rounding.
    pub fn closeness(&self, other: &Self) -> f32 {
        let products = self.numbers.iter().zip(&other.numbers);
        let sum: i32 = products
            .map(|(one, other)| i32::from(*one) * i32::from(*other))
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "below four million")]
        let sum = sum as f32;
        sum * self.scale * other.scale
    }
}

/// The rows of all word pieces: one byte per number, one scale per row.
#[derive(Debug)]
pub struct EmbeddingTable {
    vocabulary: WordPieceVocabulary,
    scales: Vec<f32>,
    rows: Cow<'static, [u8]>,
}

impl EmbeddingTable {
    /// The table of `models/table.bin`; `training table` makes it.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<EmbeddingTable> = LazyLock::new(|| {
            let bytes = include_bytes!("../models/table.bin");
            EmbeddingTable::parse(Cow::Borrowed(bytes)).expect("the shipped table is whole")
        });
        &SHIPPED
    }

    /// Reads what [`EmbeddingTable::to_bytes`] wrote: the vocabulary, the scales, the rows.
    #[doc(hidden)]
    pub fn parse(bytes: Cow<'static, [u8]>) -> Option<Self> {
        let (vocabulary, used) = WordPieceVocabulary::parse(&bytes)?;
        let rows_at = used + vocabulary.len() * 2;
        let scales = bytes.get(used..rows_at)?.as_chunks::<2>().0.iter();
        let scales =
            scales.map(|&[low, high]| f32::from_bits(u32::from_le_bytes([0, 0, low, high])));
        let scales = scales.collect();
        let rows = match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(bytes.get(rows_at..)?),
            Cow::Owned(mut bytes) => Cow::Owned(bytes.split_off(rows_at)),
        };
        (rows.len() == vocabulary.len() * WIDTH).then_some(Self {
            vocabulary,
            scales,
            rows,
        })
    }

    /// A table of the given rows, in the order of the vocabulary, each rounded to bytes.
    #[doc(hidden)]
    pub fn to_bytes(vocabulary: &WordPieceVocabulary, rows: &[f32]) -> Vec<u8> {
        let mut scales = Vec::new();
        let mut numbers = Vec::with_capacity(rows.len());
        for row in rows.as_chunks::<WIDTH>().0 {
            let largest = row
                .iter()
                .fold(f32::EPSILON, |largest, value| largest.max(value.abs()));
            // Only the upper half of the scale is kept, so it is rounded up before it is used.
            let upper = ((largest / 127.0).to_bits() >> 16) + 1;
            let scale = f32::from_bits(upper << 16);
            scales.extend_from_slice(&upper.to_le_bytes()[..2]);
            numbers.extend(row.iter().map(|value| rounded(value / scale)));
        }
        [vocabulary.to_bytes(), scales, numbers].concat()
    }

    pub fn vocabulary(&self) -> &WordPieceVocabulary {
        &self.vocabulary
    }

    pub fn embed(&self, text: &str) -> Embedding {
        Embedding::toward(&self.sum(text))
    }

    /// The sum of a text's rows before normalization.
    pub fn sum(&self, text: &str) -> [f32; WIDTH] {
        let mut sum = [0.0; WIDTH];
        self.vocabulary
            .pieces(text, |piece| self.add_row(piece.row, &mut sum));
        sum
    }

    /// Adds the row of one piece, so that a caller can sum several texts.
    pub fn add_row(&self, row: usize, sum: &mut [f32; WIDTH]) {
        let scale = self.scales[row];
        let numbers = &self.rows[row * WIDTH..][..WIDTH];
        for (total, number) in sum.iter_mut().zip(numbers) {
            *total += f32::from(number.cast_signed()) * scale;
        }
    }
}

/// Rounds a number to a signed byte, in its unsigned form for writing.
fn rounded(value: f32) -> u8 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the value is held within a signed byte"
    )]
    let byte = value.round().clamp(-127.0, 127.0) as i8;
    byte.cast_unsigned()
}

/// Sums in eight lanes, which the compiler turns into vector instructions.
fn dot(one: &[f32; WIDTH], other: &[f32; WIDTH]) -> f32 {
    let mut lanes = [0.0; 8];
    for (left, right) in one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0) {
        for lane in 0..8 {
            lanes[lane] += left[lane] * right[lane];
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_nearest_to_itself_and_nearer_to_its_own_trade() {
        let coffee = embed("Which grinder for freshly roasted espresso beans?");
        let brewing = embed("My pour over coffee tastes bitter");
        let servers = embed("Alerts for linux servers and network switches");

        assert!((coffee.closeness(&coffee) - 1.0).abs() < 1e-5);
        assert!(coffee.closeness(&brewing) > coffee.closeness(&servers) + 0.2);
    }

    #[test]
    fn a_text_without_words_points_nowhere() {
        assert_eq!(embed(" \u{200b}\n"), Embedding::NOTHING);
        assert_eq!(
            embed("").closeness(&embed("coffee")).to_bits(),
            0.0_f32.to_bits()
        );
    }

    #[test]
    fn a_written_table_reads_back() {
        let vocabulary = WordPieceVocabulary::new(vec!["tea".into()], vec!["s".into()]);
        let mut rows = vec![0.0; 2 * WIDTH];
        rows[0] = 3.0;
        rows[WIDTH + 1] = -4.0;

        let bytes = EmbeddingTable::to_bytes(&vocabulary, &rows);
        let table = EmbeddingTable::parse(Cow::Owned(bytes)).unwrap();

        let both = table.embed("TEAS");
        assert!(
            (both.values()[0] - 0.6).abs() < 0.01,
            "{}",
            both.values()[0]
        );
        assert!(
            (both.values()[1] + 0.8).abs() < 0.01,
            "{}",
            both.values()[1]
        );
    }
}
