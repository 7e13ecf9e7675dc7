//! What the reader makes of a text.

use super::weights::WIDTH;
use crate::memo::Numbers;

/// A unit vector. The cosine of a post's and a company's says how far the post is a lead.
#[derive(Debug, Clone, PartialEq)]
pub struct ReaderVector([f32; WIDTH]);

impl ReaderVector {
    pub(super) fn toward(vector: &[f32; WIDTH]) -> Self {
        let length = dot(vector, vector).sqrt().max(1e-12);
        Self(vector.map(|value| value / length))
    }

    pub fn cosine(&self, other: &Self) -> f32 {
        dot(&self.0, &other.0)
    }

    pub fn values(&self) -> &[f32; WIDTH] {
        &self.0
    }

    /// A vector that was read elsewhere, such as by the reader of a fold.
    #[doc(hidden)]
    pub fn from_values(values: &[f32; WIDTH]) -> Self {
        Self::toward(values)
    }

    /// For storing: one signed byte per number. The length needs no byte, it is always one.
    pub fn to_bytes(&self) -> Vec<u8> {
        let largest = self.0.iter().fold(1e-12_f32, |most, x| most.max(x.abs()));
        let byte = |value: f32| {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "at most 127 on either side"
            )]
            let rounded = (value / largest * 127.0).round() as i8;
            rounded.cast_unsigned()
        };
        self.0.iter().map(|value| byte(*value)).collect()
    }

    /// As it reads back after it was stored.
    #[must_use]
    pub fn rounded(&self) -> Self {
        Self::from_bytes(&self.to_bytes()).expect("as many bytes as numbers")
    }

    /// For storing several, one after the other.
    pub fn list_to_bytes<'a>(vectors: impl IntoIterator<Item = &'a Self>) -> Vec<u8> {
        vectors.into_iter().flat_map(Self::to_bytes).collect()
    }

    /// Reads what [`ReaderVector::list_to_bytes`] wrote.
    pub fn list_from_bytes(bytes: &[u8]) -> Option<Vec<Self>> {
        bytes.chunks(WIDTH).map(Self::from_bytes).collect()
    }

    /// Reads what [`ReaderVector::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; WIDTH] = bytes.try_into().ok()?;
        let vector = bytes.map(|byte| f32::from(byte.cast_signed()));
        Some(Self::toward(&vector))
    }
}

impl Numbers for ReaderVector {
    fn numbers(&self) -> &[f32] {
        &self.0
    }

    fn of_numbers(numbers: &[f32]) -> Option<Self> {
        numbers.try_into().ok().map(Self)
    }
}

fn dot(one: &[f32; WIDTH], other: &[f32; WIDTH]) -> f32 {
    let mut lanes = [0.0; 16];
    for (left, right) in one
        .as_chunks::<16>()
        .0
        .iter()
        .zip(other.as_chunks::<16>().0)
    {
        for lane in 0..16 {
            lanes[lane] += left[lane] * right[lane];
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_vector_reads_back_nearly_unchanged() {
        let mut values = [0.0; WIDTH];
        for (at, value) in (0_u16..).zip(&mut values) {
            *value = f32::from(at % 17) - 8.0;
        }
        let vector = ReaderVector::toward(&values);

        let read = ReaderVector::from_bytes(&vector.to_bytes()).unwrap();

        assert!(vector.cosine(&read) > 0.9999);
        assert_eq!(ReaderVector::from_bytes(b"short"), None);
    }
}
