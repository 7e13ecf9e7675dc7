//! A matrix of bytes and its product with rows of activations, which are rounded to bytes as well.
//!
//! The sums of products are exact integers, so every machine gets the same result to the bit,
//! whichever instructions it has.

use super::safetensors::TensorFile;

/// Outputs lie in blocks: for each 16 outputs, four inputs of each side by side, so that 64 bytes
/// in a row are what one instruction multiplies.
pub(super) struct Int8Matrix {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) weights: Vec<u8>,
    scales: Vec<f32>,
    /// The sum of each output's weights: what the zero point of the activations must be taken off by.
    sums: Vec<i32>,
    bias: Vec<f32>,
}

/// Outputs per block.
pub(super) const BLOCK: usize = 16;
/// Inputs of an output that lie side by side.
pub(super) const GROUP: usize = 4;

impl Int8Matrix {
    /// The named layers below one another, each times its factor, with the changes of an adapter.
    pub(super) fn parse(
        file: &TensorFile,
        adapter: Option<&TensorFile>,
        layers: &[(String, f32)],
    ) -> Option<Self> {
        let mut all = RoundedWeights::default();
        for (name, factor) in layers {
            let mut layer = RoundedWeights::parse(file, name)?;
            if let Some(adapter) = adapter {
                layer = layer.adapted(adapter, name)?;
            }
            all.bytes.append(&mut layer.bytes);
            all.scales.extend(layer.scales.iter().map(|x| x * factor));
            all.bias.extend(layer.bias.iter().map(|x| x * factor));
        }
        let inputs = all.inputs();
        let sum = |row: &[u8]| row.iter().map(|byte| i32::from(byte.cast_signed())).sum();
        Some(Self {
            inputs,
            outputs: all.scales.len(),
            weights: in_blocks(&all.bytes, inputs),
            sums: all.bytes.chunks_exact(inputs).map(sum).collect(),
            scales: all.scales,
            bias: all.bias,
        })
    }

    /// Ends the product of one row with one block: from integers to numbers.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled anew for the instructions of each caller"
    )]
    pub(super) fn finish(
        &self,
        block: usize,
        sums: &[i32; BLOCK],
        row: RowScale,
        output: &mut [f32],
    ) {
        let at = block * BLOCK;
        let (scales, zeros, bias) = (
            &self.scales.as_chunks::<BLOCK>().0[block],
            &self.sums.as_chunks::<BLOCK>().0[block],
            &self.bias.as_chunks::<BLOCK>().0[block],
        );
        let output = &mut output[at..at + BLOCK];
        for lane in 0..BLOCK {
            #[expect(clippy::cast_precision_loss, reason = "as rounded everywhere")]
            let sum = (sums[lane] - row.zero * zeros[lane]) as f32;
            output[lane] = sum * (row.scale * scales[lane]) + bias[lane];
        }
    }

    /// The product in plain code, for machines without vector instructions that we know.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled anew for the instructions of each caller"
    )]
    pub(super) fn multiply_plainly(&self, input: &[f32], output: &mut [f32]) {
        let rows = RoundedRows::new(input, self.inputs);
        for (block, weights) in self.weights.chunks_exact(BLOCK * self.inputs).enumerate() {
            for (at, output) in output.chunks_exact_mut(self.outputs).enumerate() {
                let mut sums = [0; BLOCK];
                let groups = weights.as_chunks::<{ BLOCK * GROUP }>().0;
                for (weights, inputs) in groups.iter().zip(rows.row(at).as_chunks::<GROUP>().0) {
                    for (lane, weights) in weights.as_chunks::<GROUP>().0.iter().enumerate() {
                        for (weight, input) in weights.iter().zip(inputs) {
                            sums[lane] += i32::from(weight.cast_signed()) * i32::from(*input);
                        }
                    }
                }
                self.finish(block, &sums, rows.scales[at], output);
            }
        }
    }

    /// The product without rounding the activations.
    pub(super) fn multiply_exactly(&self, input: &[f32], output: &mut [f32]) {
        let weight = |row: usize, column: usize| {
            let block = row / BLOCK * BLOCK * self.inputs;
            let group = column / GROUP * BLOCK * GROUP;
            let byte = self.weights[block + group + row % BLOCK * GROUP + column % GROUP];
            f32::from(byte.cast_signed()) * self.scales[row]
        };
        for row in 0..self.outputs {
            let weights = (0..self.inputs)
                .map(|at| weight(row, at))
                .collect::<Vec<_>>();
            let rows = input.chunks_exact(self.inputs);
            for (input, output) in rows.zip(output.chunks_exact_mut(self.outputs)) {
                let products = input.iter().zip(&weights).map(|(x, weight)| x * weight);
                output[row] = products.sum::<f32>() + self.bias[row];
            }
        }
    }
}

/// The weights of a layer as its file has them: bytes by row, a scale and a bias per row.
#[derive(Default)]
struct RoundedWeights {
    bytes: Vec<u8>,
    scales: Vec<f32>,
    bias: Vec<f32>,
}

impl RoundedWeights {
    fn parse(file: &TensorFile, name: &str) -> Option<Self> {
        Some(Self {
            bytes: file.bytes(&format!("{name}.weight|q"))?.to_vec(),
            scales: file.halves(&format!("{name}.weight|s"))?,
            bias: file.halves(&format!("{name}.bias"))?,
        })
    }

    fn inputs(&self) -> usize {
        self.bytes.len() / self.scales.len()
    }

    /// With the product of the adapter's two narrow matrices added, rounded to bytes again.
    fn adapted(&self, adapter: &TensorFile, name: &str) -> Option<Self> {
        let down = adapter.rounded(&format!("{name}.down"))?;
        let up = adapter.rounded(&format!("{name}.up"))?;
        let rank = up.len() / self.scales.len();
        let mut changed = Self {
            bytes: Vec::with_capacity(self.bytes.len()),
            scales: Vec::with_capacity(self.scales.len()),
            bias: adapter.halves(&format!("{name}.bias"))?,
        };
        let rows = self.bytes.chunks_exact(self.inputs()).zip(&self.scales);
        for ((bytes, scale), up) in rows.zip(up.chunks_exact(rank)) {
            let mut row: Vec<f32> = bytes
                .iter()
                .map(|byte| f32::from(byte.cast_signed()) * scale)
                .collect();
            for (factor, change) in up.iter().zip(down.chunks_exact(bytes.len())) {
                for (weight, change) in row.iter_mut().zip(change) {
                    *weight += factor * change;
                }
            }
            changed.push_rounded(&row);
        }
        Some(changed)
    }

    fn push_rounded(&mut self, row: &[f32]) {
        let largest = row.iter().fold(1e-12_f32, |most, x| most.max(x.abs()));
        let byte = |weight: &f32| {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "at most 127 on either side"
            )]
            let rounded = (weight / largest * 127.0).round() as i8;
            rounded.cast_unsigned()
        };
        self.bytes.extend(row.iter().map(byte));
        self.scales.push(largest / 127.0);
    }
}

fn in_blocks(rows: &[u8], inputs: usize) -> Vec<u8> {
    let mut blocks = Vec::with_capacity(rows.len());
    for block in rows.chunks_exact(BLOCK * inputs) {
        for group in (0..inputs).step_by(GROUP) {
            for row in block.chunks_exact(inputs) {
                blocks.extend_from_slice(&row[group..group + GROUP]);
            }
        }
    }
    blocks
}

/// Activations as bytes, each row with a scale and a zero point of its own.
pub(super) struct RoundedRows {
    pub(super) bytes: Vec<u8>,
    pub(super) scales: Vec<RowScale>,
    width: usize,
}

#[derive(Clone, Copy)]
pub(super) struct RowScale {
    scale: f32,
    zero: i32,
}

/// Added to a number, it leaves the nearest integer in the lowest bits.
const ROUNDING: f32 = 12_582_912.0;

impl RoundedRows {
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled anew for the instructions of each caller"
    )]
    pub(super) fn new(input: &[f32], width: usize) -> Self {
        let mut bytes = vec![0; input.len()];
        let mut scales = Vec::with_capacity(input.len() / width);
        for (row, bytes) in input.chunks_exact(width).zip(bytes.chunks_exact_mut(width)) {
            scales.push(round_row(row, bytes));
        }
        Self {
            bytes,
            scales,
            width,
        }
    }

    pub(super) fn row(&self, at: usize) -> &[u8] {
        &self.bytes[at * self.width..][..self.width]
    }
}

#[inline(always)]
fn round_row(row: &[f32], bytes: &mut [u8]) -> RowScale {
    const LANES: usize = 32;
    let (mut low, mut high) = ([0.0_f32; LANES], [0.0_f32; LANES]);
    for values in row.as_chunks::<LANES>().0 {
        for lane in 0..LANES {
            low[lane] = low[lane].min(values[lane]);
            high[lane] = high[lane].max(values[lane]);
        }
    }
    let low = low.into_iter().fold(0.0, f32::min);
    let high = high.into_iter().fold(0.0, f32::max);
    let scale = ((high - low) / 255.0).max(1e-12);
    let inverse = 1.0 / scale;
    let zero = (-low * inverse + ROUNDING) - ROUNDING;
    let chunks = row.as_chunks::<LANES>().0.iter();
    for (values, bytes) in chunks.zip(bytes.as_chunks_mut::<LANES>().0) {
        for lane in 0..LANES {
            let value = (values[lane] * inverse + zero).clamp(0.0, 255.0);
            bytes[lane] = (value + ROUNDING).to_bits().to_le_bytes()[0];
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 255")]
    let zero = zero as i32;
    RowScale { scale, zero }
}
