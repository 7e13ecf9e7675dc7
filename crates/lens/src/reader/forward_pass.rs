//! One text through all layers, with the best instructions that the machine has.

#[cfg(target_arch = "x86_64")]
use super::int8_x86::{multiply_avx2, multiply_avx512};
use super::{
    activations::{AttentionSpace, activate, attend, normalise},
    int8_matrix::Int8Matrix,
    vector::ReaderVector,
    weights::{INNER_WIDTH, ReaderWeights, WIDTH},
};

/// What the last layer says of each token, one row of [`WIDTH`] numbers per token.
pub(super) fn last_layer(weights: &ReaderWeights, tokens: &[u32]) -> Vec<f32> {
    let (_, way) = ways().next().expect("plain code runs everywhere");
    way(weights, tokens)
}

/// The mean of the last layer over all tokens.
pub(super) fn mean(rows: &[f32]) -> ReaderVector {
    let mut sum = [0.0; WIDTH];
    for row in rows.chunks_exact(WIDTH) {
        add(&mut sum, row);
    }
    ReaderVector::toward(&sum)
}

pub(super) fn last_layer_exactly(weights: &ReaderWeights, tokens: &[u32]) -> Vec<f32> {
    pass(weights, tokens, Int8Matrix::multiply_exactly)
}

pub(super) type Way = fn(&ReaderWeights, &[u32]) -> Vec<f32>;

/// The ways that this machine can go, the fastest first.
pub(super) fn ways() -> impl Iterator<Item = (&'static str, Way)> {
    #[cfg(target_arch = "x86_64")]
    let vector_ways = x86::ways();
    #[cfg(not(target_arch = "x86_64"))]
    let vector_ways = [None; 0];
    let plain: Way = read_plainly;
    vector_ways.into_iter().flatten().chain([("plain", plain)])
}

fn read_plainly(weights: &ReaderWeights, tokens: &[u32]) -> Vec<f32> {
    pass(weights, tokens, |matrix, input, output| {
        matrix.multiply_plainly(input, output);
    })
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    #![expect(
        unsafe_code,
        reason = "a function with vector instructions may be called only where the machine has them, which is asked right here"
    )]

    use super::{ReaderWeights, Way, multiply_avx2, multiply_avx512, pass};

    pub(super) fn ways() -> [Option<(&'static str, Way)>; 2] {
        let has_avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni");
        // SAFETY: each is offered only if the machine has all features that it is compiled for.
        let avx512: Way = |weights, tokens| unsafe { read_avx512(weights, tokens) };
        // SAFETY: as above.
        let avx2: Way = |weights, tokens| unsafe { read_avx2(weights, tokens) };
        [
            has_avx512.then_some(("AVX-512 VNNI", avx512)),
            is_x86_feature_detected!("avx2").then_some(("AVX2", avx2)),
        ]
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    fn read_avx512(weights: &ReaderWeights, tokens: &[u32]) -> Vec<f32> {
        pass(weights, tokens, |matrix, input, output| {
            multiply_avx512(matrix, input, output);
        })
    }

    #[target_feature(enable = "avx2")]
    fn read_avx2(weights: &ReaderWeights, tokens: &[u32]) -> Vec<f32> {
        pass(weights, tokens, |matrix, input, output| {
            multiply_avx2(matrix, input, output);
        })
    }
}

/// The last layer, after six rounds of attention and two matrices.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "compiled anew for the instructions of each caller"
)]
fn pass(
    weights: &ReaderWeights,
    tokens: &[u32],
    multiply: impl Fn(&Int8Matrix, &[f32], &mut [f32]),
) -> Vec<f32> {
    let mut rows = weights.embed(tokens);
    normalise(&mut rows, &weights.embedding_norm);
    let count = tokens.len();
    let mut attention_in = vec![0.0; count * 3 * WIDTH];
    let mut inner = vec![0.0; count * INNER_WIDTH];
    let mut mixed = vec![0.0; count * WIDTH];
    let mut change = vec![0.0; count * WIDTH];
    let mut space = AttentionSpace::default();
    for layer in &weights.layers {
        multiply(&layer.attention_in, &rows, &mut attention_in);
        attend(&attention_in, &mut mixed, &mut space);
        multiply(&layer.attention_out, &mixed, &mut change);
        add(&mut rows, &change);
        normalise(&mut rows, &layer.attention_norm);
        multiply(&layer.inner, &rows, &mut inner);
        activate(&mut inner);
        multiply(&layer.outer, &inner, &mut change);
        add(&mut rows, &change);
        normalise(&mut rows, &layer.norm);
    }
    rows
}

fn add(to: &mut [f32], change: &[f32]) {
    for (value, change) in to.iter_mut().zip(change) {
        *value += change;
    }
}
