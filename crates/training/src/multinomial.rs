//! Logistic regression with several classes: the exact minimum of a smooth loss, by L-BFGS, so that a
//! run depends on the data alone.

use std::collections::VecDeque;

use lens::author::model::ClassWeights;

/// A row: what is known, its class, how much it counts.
pub(crate) struct WeighedRow<'a> {
    pub(crate) inputs: &'a [f32],
    pub(crate) class: usize,
    pub(crate) weight: f32,
}

/// How strongly weights are drawn to zero, in rows; the constants are free.
pub(crate) fn fit<const CLASSES: usize>(
    rows: &[WeighedRow],
    stiffness: f32,
) -> ClassWeights<CLASSES> {
    let width = rows.first().map_or(0, |row| row.inputs.len());
    let mut weights = ClassWeights(vec![[0.0; CLASSES]; width + 1]);
    let (mut loss, mut slope) = loss_and_slope(&weights, rows, stiffness);
    let mut history = VecDeque::new();
    for _ in 0..STEPS {
        let direction = direction(&slope, &history);
        let Some((next, next_loss, next_slope)) =
            search(&weights, &direction, (loss, &slope), |at| {
                loss_and_slope(at, rows, stiffness)
            })
        else {
            break;
        };
        if history.len() == REMEMBERED {
            history.pop_front();
        }
        let moved = flat(&next)
            .zip(flat(&weights))
            .map(|(one, other)| one - other);
        let bent = next_slope
            .iter()
            .zip(&slope)
            .map(|(one, other)| one - other);
        history.push_back((moved.collect(), bent.collect()));
        (weights, loss, slope) = (next, next_loss, next_slope);
    }
    weights
}

const STEPS: usize = 60;
const REMEMBERED: usize = 8;

/// How a row counts so that rare classes are heard: by the root of their rarity.
pub(crate) fn class_weights(classes: &[usize], count: usize) -> Vec<f32> {
    let mut rows = vec![0.0_f32; count];
    for class in classes {
        rows[*class] += 1.0;
    }
    let total: f32 = rows.iter().sum();
    let classes = f32::from(u8::try_from(count).expect("few classes"));
    let weight = |rows: f32| (total / (classes * rows.max(1.0))).sqrt();
    rows.into_iter().map(weight).collect()
}

type Slope = Vec<f32>;

/// Steps back along a direction until the loss falls enough.
fn search<const CLASSES: usize>(
    weights: &ClassWeights<CLASSES>,
    direction: &[f32],
    (loss, slope): (f64, &[f32]),
    look: impl Fn(&ClassWeights<CLASSES>) -> (f64, Slope),
) -> Option<(ClassWeights<CLASSES>, f64, Slope)> {
    let fall = f64::from(dot(direction, slope));
    let mut step = 1.0_f32;
    for _ in 0..20 {
        let next = stepped(weights, direction, step);
        let (next_loss, next_slope) = look(&next);
        if next_loss <= loss + 1e-4 * f64::from(step) * fall {
            let is_still = (loss - next_loss) < 1e-6 * loss;
            return (!is_still).then_some((next, next_loss, next_slope));
        }
        step *= 0.5;
    }
    None
}

fn stepped<const CLASSES: usize>(
    weights: &ClassWeights<CLASSES>,
    direction: &[f32],
    step: f32,
) -> ClassWeights<CLASSES> {
    let moves = direction.as_chunks::<CLASSES>().0;
    let rows = weights.0.iter().zip(moves);
    let rows = rows.map(|(row, moves)| std::array::from_fn(|at| row[at] + step * moves[at]));
    ClassWeights(rows.collect())
}

/// The two loops of L-BFGS: the slope, divided by what past steps say of the curvature.
fn direction(slope: &[f32], history: &VecDeque<(Slope, Slope)>) -> Vec<f32> {
    let mut direction: Vec<f32> = slope.iter().map(|value| -value).collect();
    let mut shares = Vec::new();
    for (moved, bent) in history.iter().rev() {
        let share = dot(moved, &direction) / dot(moved, bent).max(1e-12);
        add(&mut direction, bent, -share);
        shares.push(share);
    }
    let scale = history.back().map_or_else(
        || 1.0 / dot(slope, slope).sqrt().max(1.0),
        |(moved, bent)| dot(moved, bent) / dot(bent, bent).max(1e-12),
    );
    for value in &mut direction {
        *value *= scale;
    }
    for ((moved, bent), share) in history.iter().zip(shares.into_iter().rev()) {
        let back = dot(bent, &direction) / dot(moved, bent).max(1e-12);
        add(&mut direction, moved, share - back);
    }
    direction
}

fn loss_and_slope<const CLASSES: usize>(
    weights: &ClassWeights<CLASSES>,
    rows: &[WeighedRow],
    stiffness: f32,
) -> (f64, Slope) {
    let (_, drawn) = weights.0.split_last().expect("a constant");
    let mut slope = vec![[0.0_f32; CLASSES]; weights.0.len()];
    let mut loss = 0.0_f64;
    for (row, weights) in slope.iter_mut().zip(drawn) {
        *row = weights.map(|weight| weight * stiffness);
        let squares: f32 = weights.iter().map(|weight| weight * weight).sum();
        loss += 0.5 * f64::from(stiffness * squares);
    }
    for row in rows {
        let mut error = weights.shares(row.inputs);
        loss -= f64::from(row.weight * error[row.class].max(1e-12).ln());
        error[row.class] -= 1.0;
        let error = error.map(|error| error * row.weight);
        let with_constant = row.inputs.iter().copied().chain([1.0]);
        for (input, slope) in with_constant.zip(&mut slope) {
            for (slope, error) in slope.iter_mut().zip(error) {
                *slope += input * error;
            }
        }
    }
    (loss, slope.into_iter().flatten().collect())
}

fn flat<const CLASSES: usize>(weights: &ClassWeights<CLASSES>) -> impl Iterator<Item = f32> {
    weights.0.iter().flatten().copied()
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn add(sum: &mut [f32], term: &[f32], times: f32) {
    for (sum, term) in sum.iter_mut().zip(term) {
        *sum += times * term;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_differ_in_one_input_are_told_apart() {
        let inputs = [[2.0, 0.0], [1.5, 1.0], [-2.0, 0.5], [-1.0, 1.0]];
        let rows = inputs.iter().enumerate().map(|(at, inputs)| WeighedRow {
            inputs,
            class: at / 2,
            weight: 1.0,
        });

        let weights = fit::<2>(&rows.collect::<Vec<_>>(), 0.1);

        assert!(weights.shares(&[2.0, 0.5])[0] > 0.9);
        assert!(weights.shares(&[-2.0, 0.5])[1] > 0.9);
    }
}
