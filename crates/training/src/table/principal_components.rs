//! Principal components: the directions in which vectors differ most.

use lens::embedding::WIDTH;

use super::word_vectors::GIVEN;

/// The vectors projected on their 256 principal components.
pub(crate) fn shortened(vectors: &[[f32; GIVEN]]) -> Vec<[f32; WIDTH]> {
    let mut mean = [0.0; GIVEN];
    for vector in vectors {
        for (total, value) in mean.iter_mut().zip(vector) {
            *total += f64::from(*value);
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a vocabulary is small")]
    let mean = mean.map(|total| total / vectors.len() as f64);
    let centred = |vector: &[f32; GIVEN]| {
        let mut at = 0;
        vector.map(|value| {
            at += 1;
            f64::from(value) - mean[at - 1]
        })
    };
    let mut spread = vec![[0.0; GIVEN]; GIVEN];
    for vector in vectors {
        let vector = centred(vector);
        for (row, one) in spread.iter_mut().zip(vector) {
            for (total, other) in row.iter_mut().zip(vector) {
                *total += one * other;
            }
        }
    }
    let directions = directions(spread);
    let along = |vector: &[f32; GIVEN]| {
        let vector = centred(vector);
        std::array::from_fn(|at| {
            let sum: f64 = directions[at]
                .iter()
                .zip(vector)
                .map(|(one, other)| one * other)
                .sum();
            #[expect(
                clippy::cast_possible_truncation,
                reason = "rows are kept in single precision"
            )]
            let value = sum as f32;
            value
        })
    };
    vectors.iter().map(along).collect()
}

/// The eigenvectors of a symmetric matrix by Jacobi's rotations, largest eigenvalue first.
fn directions(mut matrix: Vec<[f64; GIVEN]>) -> Vec<[f64; GIVEN]> {
    const SWEEPS: usize = 8;
    let mut vectors = vec![[0.0; GIVEN]; GIVEN];
    for (at, vector) in vectors.iter_mut().enumerate() {
        vector[at] = 1.0;
    }
    for _ in 0..SWEEPS {
        for one in 0..GIVEN {
            for other in one + 1..GIVEN {
                rotate(&mut matrix, &mut vectors, one, other);
            }
        }
    }
    let mut order = (0..GIVEN).collect::<Vec<_>>();
    order.sort_by(|&one, &other| matrix[other][other].total_cmp(&matrix[one][one]));
    order.into_iter().map(|at| vectors[at]).collect()
}

/// Rotates two axes so that they are no longer correlated.
fn rotate(matrix: &mut [[f64; GIVEN]], vectors: &mut [[f64; GIVEN]], one: usize, other: usize) {
    let shared = matrix[one][other];
    if shared.abs() < 1e-12 {
        return;
    }
    let ratio = (matrix[other][other] - matrix[one][one]) / (2.0 * shared);
    let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let turn = |a: f64, b: f64| (cosine * a - sine * b, sine * a + cosine * b);
    for row in matrix.iter_mut() {
        (row[one], row[other]) = turn(row[one], row[other]);
    }
    let (upper, lower) = matrix.split_at_mut(other);
    for (a, b) in upper[one].iter_mut().zip(&mut lower[0]) {
        (*a, *b) = turn(*a, *b);
    }
    let (upper, lower) = vectors.split_at_mut(other);
    for (a, b) in upper[one].iter_mut().zip(&mut lower[0]) {
        (*a, *b) = turn(*a, *b);
    }
}
