//! Writes a trained network as the file that `lens` reads: the most important features, one byte
//! per number.

use super::network::Network;
use lens::sentiment::model::{BUCKET, WIDTH, place};

/// Slots for features. The least important ones do not fit.
const SLOTS: usize = 3 << 15;

pub(super) fn to_bytes(network: &Network) -> Vec<u8> {
    let mut features: Vec<&(u64, [f32; WIDTH], f32)> = network.features.iter().collect();
    let moved = |(_, weights, count): &(u64, [f32; WIDTH], f32)| {
        weights.iter().map(|weight| weight * weight).sum::<f32>() * count
    };
    features.sort_by(|one, other| {
        moved(other)
            .total_cmp(&moved(one))
            .then(one.0.cmp(&other.0))
    });
    let mut tags = vec![0_u8; 2 * SLOTS];
    let mut weights = vec![0_u8; WIDTH * SLOTS];
    let scale = scale(&features);
    for (hash, numbers, _) in features {
        let (bucket, tag) = place(*hash, SLOTS);
        let of_bucket = bucket * BUCKET..(bucket + 1) * BUCKET;
        let Some(slot) = of_bucket
            .into_iter()
            .find(|slot| tags[2 * slot..2 * slot + 2] == [0, 0])
        else {
            continue;
        };
        tags[2 * slot..2 * slot + 2].copy_from_slice(&tag);
        for at in 0..WIDTH {
            weights[slot * WIDTH + at] = byte(numbers[at] / scale[at]);
        }
    }
    let head = scale
        .iter()
        .chain(&network.hidden_bias)
        .chain(network.output.iter().flatten())
        .chain(&network.output_bias);
    head.flat_map(|number| number.to_le_bytes())
        .chain(tags)
        .chain(weights)
        .collect()
}

/// The quantization step of each number. The largest few of a thousand are clipped for finer steps.
fn scale(features: &[&(u64, [f32; WIDTH], f32)]) -> [f32; WIDTH] {
    std::array::from_fn(|at| {
        let mut sizes: Vec<f32> = features
            .iter()
            .map(|(_, weights, _)| weights[at].abs())
            .collect();
        sizes.sort_by(f32::total_cmp);
        let greatest = sizes.len().saturating_sub(1 + sizes.len() / 5000);
        sizes.get(greatest).copied().unwrap_or(1.0).max(1e-6) / 127.0
    })
}

#[expect(clippy::cast_possible_truncation, reason = "it is clamped to a byte")]
fn byte(number: f32) -> u8 {
    (number.round().clamp(-127.0, 127.0) as i8).cast_unsigned()
}
