//! The file format of the weights: a length, a JSON table of names, then the numbers.

use std::collections::HashMap;

use serde_json::Value;

/// The tensors of a file, by name.
pub(super) struct TensorFile {
    tensors: HashMap<String, &'static [u8]>,
}

impl TensorFile {
    pub(super) fn parse(file: &'static [u8]) -> Option<Self> {
        let (length, rest) = file.split_first_chunk::<8>()?;
        let (header, data) = rest.split_at_checked(u64::from_le_bytes(*length).try_into().ok()?)?;
        let header: HashMap<String, Value> = serde_json::from_slice(header).ok()?;
        let tensors = header
            .into_iter()
            .filter_map(|(name, entry)| Some((name, slice(data, &entry)?)))
            .collect();
        Some(Self { tensors })
    }

    pub(super) fn bytes(&self, name: &str) -> Option<&'static [u8]> {
        self.tensors.get(name).copied()
    }

    /// The numbers of a matrix that is stored as bytes with a scale per row.
    pub(super) fn rounded(&self, name: &str) -> Option<Vec<f32>> {
        let bytes = self.bytes(&format!("{name}|q"))?;
        let scales = self.halves(&format!("{name}|s"))?;
        let rows = bytes.chunks_exact(bytes.len() / scales.len()).zip(scales);
        let row = |(row, scale): (&'static [u8], f32)| {
            row.iter()
                .map(move |byte| f32::from(byte.cast_signed()) * scale)
        };
        Some(rows.flat_map(row).collect())
    }

    /// Numbers of 16 bits as ordinary ones.
    pub(super) fn halves(&self, name: &str) -> Option<Vec<f32>> {
        let halves = self.bytes(name)?.as_chunks::<2>().0;
        Some(
            halves
                .iter()
                .map(|half| f16_to_f32(u16::from_le_bytes(*half)))
                .collect(),
        )
    }
}

fn slice(data: &'static [u8], entry: &Value) -> Option<&'static [u8]> {
    let offset = |at: usize| usize::try_from(entry["data_offsets"][at].as_u64()?).ok();
    data.get(offset(0)?..offset(1)?)
}

/// An IEEE half as a float. The smallest ones (no leading 1) are their digits times 2⁻²⁴.
pub fn f16_to_f32(half: u16) -> f32 {
    let [digits, exponent] = [half & 0x3ff, half >> 10 & 0x1f];
    let size = match exponent {
        0 => f32::from(digits) * 2.0_f32.powi(-24),
        0x1f => f32::NAN,
        _ => f32::from_bits(u32::from(half & 0x7fff) << 13) * 2.0_f32.powi(112),
    };
    if half & 0x8000 == 0 { size } else { -size }
}

#[cfg(test)]
mod tests {
    use super::f16_to_f32;

    #[test]
    fn halves_become_the_same_numbers() {
        let cases = [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x0001, 5.960_464_5e-8),
            (0x7bff, 65_504.0),
        ];
        for (half, number) in cases {
            assert_eq!(
                f16_to_f32(half).to_bits(),
                f32::to_bits(number),
                "{half:#x}"
            );
        }
    }
}
