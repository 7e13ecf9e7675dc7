//! What happens between the matrices: normalisation, attention, the activation function.
//!
//! Plain loops over lanes, which the compiler turns into the vector instructions of each caller.
//! Every sum has a fixed order, so the result does not depend on the machine.
#![expect(
    clippy::inline_always,
    reason = "compiled anew for the instructions of each caller"
)]

use super::weights::{HEAD_WIDTH, HEADS, NormWeights, WIDTH};

/// Each row to mean 0 and variance 1, then stretched and shifted as trained.
#[inline(always)]
pub(super) fn normalise(rows: &mut [f32], weights: &NormWeights) {
    #[expect(clippy::cast_precision_loss, reason = "384")]
    let width = WIDTH as f32;
    for row in rows.as_chunks_mut::<WIDTH>().0 {
        let mean = sum(row, |value| value) / width;
        let variance = sum(row, |value| (value - mean) * (value - mean)) / width;
        let inverse = 1.0 / (variance + 1e-12).sqrt();
        for (value, (gain, bias)) in row.iter_mut().zip(weights.gain.iter().zip(&weights.bias)) {
            *value = (*value - mean) * inverse * gain + bias;
        }
    }
}

#[inline(always)]
fn sum(row: &[f32; WIDTH], value: impl Fn(f32) -> f32) -> f32 {
    const LANES: usize = 32;
    let mut lanes = [0.0; LANES];
    for values in row.as_chunks::<LANES>().0 {
        for lane in 0..LANES {
            lanes[lane] += value(values[lane]);
        }
    }
    lanes.iter().sum()
}

/// GELU: x times the share of the normal distribution below x.
#[inline(always)]
pub(super) fn activate(values: &mut [f32]) {
    for chunk in values.as_chunks_mut::<16>().0 {
        for value in chunk {
            *value =
                0.5 * *value * (1.0 + error_function(*value * std::f32::consts::FRAC_1_SQRT_2));
        }
    }
}

/// By Abramowitz and Stegun, 7.1.26; the error is below 2e-7.
#[inline(always)]
fn error_function(x: f32) -> f32 {
    let size = x.abs();
    let t = 1.0 / (1.0 + 0.327_591_1 * size);
    let terms = [
        1.061_405_4,
        -1.453_152,
        1.421_413_7,
        -0.284_496_74,
        0.254_829_6,
    ];
    let polynomial = terms.into_iter().fold(0.0, |sum, term| sum * t + term) * t;
    (1.0 - polynomial * exponential(-size * size)).copysign(x)
}

/// e to a number that is not positive.
#[inline(always)]
fn exponential(x: f32) -> f32 {
    const ROUNDING: f32 = 12_582_912.0;
    // ln 2 in two parts, the first exact in few bits.
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = x.max(-87.0);
    let rounded = x * std::f32::consts::LOG2_E + ROUNDING;
    let power = rounded - ROUNDING;
    let rest = x - power * LN_2_HIGH - power * LN_2_LOW;
    // The series of e^rest for |rest| ≤ ln 2 / 2.
    let series = [
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
        1.0,
        1.0,
    ];
    let value = series.into_iter().fold(0.0, |sum, term| sum * rest + term);
    f32::from_bits(value.to_bits().wrapping_add(rounded.to_bits() << 23))
}

/// Queries that are worked on side by side.
const LANES: usize = 32;

/// The room that attention works in, kept between layers.
#[derive(Default)]
pub(super) struct AttentionSpace {
    /// For each key, its weight for each of the queries.
    weights: Vec<[f32; LANES]>,
}

/// What each token takes over from the others. `rows` are query, key and value side by side.
#[inline(always)]
pub(super) fn attend(rows: &[f32], output: &mut [f32], space: &mut AttentionSpace) {
    let rows = rows.as_chunks::<{ 3 * WIDTH }>().0;
    let output = output.as_chunks_mut::<WIDTH>().0;
    space.weights.resize(rows.len(), [0.0; LANES]);
    for head in 0..HEADS {
        for (queries, output) in rows.chunks(LANES).zip(output.chunks_mut(LANES)) {
            let scales = weigh(head, queries, rows, &mut space.weights);
            collect(head, &space.weights, &scales, rows, output);
        }
    }
}

/// How much each key weighs for each query; returns what the weights must be multiplied by.
#[inline(always)]
fn weigh(
    head: usize,
    queries: &[[f32; 3 * WIDTH]],
    rows: &[[f32; 3 * WIDTH]],
    weights: &mut [[f32; LANES]],
) -> [f32; LANES] {
    let mut across = [[0.0; LANES]; HEAD_WIDTH];
    for (lane, query) in queries.iter().enumerate() {
        for (at, row) in across.iter_mut().enumerate() {
            row[lane] = query[head * HEAD_WIDTH + at];
        }
    }
    let mut largest = [f32::MIN; LANES];
    for (weight, row) in weights.iter_mut().zip(rows) {
        let key = &row[WIDTH + head * HEAD_WIDTH..][..HEAD_WIDTH];
        let mut products = [0.0; LANES];
        for (query, key) in across.iter().zip(key) {
            for lane in 0..LANES {
                products[lane] += query[lane] * key;
            }
        }
        *weight = products;
        for lane in 0..LANES {
            largest[lane] = largest[lane].max(products[lane]);
        }
    }
    let mut totals = [0.0; LANES];
    for weight in weights.iter_mut() {
        for lane in 0..LANES {
            weight[lane] = exponential(weight[lane] - largest[lane]);
            totals[lane] += weight[lane];
        }
    }
    totals.map(|total| 1.0 / total)
}

#[inline(always)]
fn collect(
    head: usize,
    weights: &[[f32; LANES]],
    scales: &[f32; LANES],
    rows: &[[f32; 3 * WIDTH]],
    output: &mut [[f32; WIDTH]],
) {
    // Eight numbers of the head at a time: so many sums fit into the registers.
    const STEP: usize = 8;
    for at in (0..HEAD_WIDTH).step_by(STEP) {
        let mut sums = [[0.0; LANES]; STEP];
        for (weight, row) in weights.iter().zip(rows) {
            let value: &[f32; STEP] = row[2 * WIDTH + head * HEAD_WIDTH + at..]
                .first_chunk()
                .expect("within the head");
            for (sum, value) in sums.iter_mut().zip(value) {
                for lane in 0..LANES {
                    sum[lane] += weight[lane] * value;
                }
            }
        }
        for (lane, output) in output.iter_mut().enumerate() {
            for (step, sum) in sums.iter().enumerate() {
                output[head * HEAD_WIDTH + at + step] = sum[lane] * scales[lane];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_agree_with_exact_ones() {
        for step in 0..=800_i16 {
            let x = f32::from(step) / -10.0;
            let exact = f64::from(x).exp();
            assert!(
                (f64::from(exponential(x)) - exact).abs() <= 3e-7 * exact,
                "e^{x}"
            );
        }
        // From a table of the error function.
        for (x, exact) in [
            (0.0, 0.0),
            (0.5, 0.520_5),
            (1.0, 0.842_700_8),
            (-2.0, -0.995_322),
        ] {
            assert!((error_function(x) - exact).abs() < 2e-6, "erf {x}");
        }
    }
}
