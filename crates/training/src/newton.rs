//! Logistic regression by Newton's method, which needs few steps where there are few weights.

const STEPS: usize = 12;

/// How strongly weights are drawn to zero, in rows.
const STIFFNESS: f64 = 3.0;

/// The weights that tell the rows that are so from the others.
pub(crate) fn fit<const INPUTS: usize>(rows: &[([f32; INPUTS], bool)]) -> [f32; INPUTS] {
    let rows = rows.iter().map(|(row, is_so)| (row.map(f64::from), *is_so));
    narrowed(weights(&rows.collect::<Vec<_>>(), [STIFFNESS; INPUTS]))
}

/// The same with inputs brought to one spread first, so that one stiffness holds for all. The last
/// input is the constant and free.
pub(crate) fn fit_evenly<const INPUTS: usize>(
    rows: &[([f32; INPUTS], bool)],
    stiffness: f64,
) -> [f32; INPUTS] {
    let spreads = spreads(rows);
    let even = rows.iter().map(|(row, is_so)| {
        let row = std::array::from_fn(|at| f64::from(row[at]) / spreads[at]);
        (row, *is_so)
    });
    let mut stiffness = [stiffness; INPUTS];
    stiffness[INPUTS - 1] = 1e-6;
    let weights = weights(&even.collect::<Vec<_>>(), stiffness);
    narrowed(std::array::from_fn(|at| weights[at] / spreads[at]))
}

#[expect(clippy::cast_possible_truncation, reason = "weights need few digits")]
fn narrowed<const INPUTS: usize>(weights: [f64; INPUTS]) -> [f32; INPUTS] {
    weights.map(|weight| weight as f32)
}

fn weights<const INPUTS: usize>(
    rows: &[([f64; INPUTS], bool)],
    stiffness: [f64; INPUTS],
) -> [f64; INPUTS] {
    let mut weights = [0.0; INPUTS];
    for _ in 0..STEPS {
        let mut slope: [f64; INPUTS] = std::array::from_fn(|at| stiffness[at] * weights[at]);
        let mut curve: [[f64; INPUTS]; INPUTS] = std::array::from_fn(|row| {
            std::array::from_fn(|column| if row == column { stiffness[row] } else { 0.0 })
        });
        for (row, is_so) in rows {
            let sum: f64 = row.iter().zip(weights).map(|(x, weight)| x * weight).sum();
            let said = 1.0 / (1.0 + (-sum).exp());
            let truth = f64::from(u8::from(*is_so));
            for (at, x) in row.iter().enumerate() {
                slope[at] += (said - truth) * x;
                for (entry, other) in curve[at].iter_mut().zip(row) {
                    *entry += said * (1.0 - said) * x * other;
                }
            }
        }
        let step = solved(curve, slope);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight -= step;
        }
    }
    weights
}

/// The standard deviation of each input; one for an input that is always the same.
fn spreads<const INPUTS: usize>(rows: &[([f32; INPUTS], bool)]) -> [f64; INPUTS] {
    let count = f64::from(u32::try_from(rows.len().max(1)).expect("some thousand rows"));
    std::array::from_fn(|at| {
        let values = || rows.iter().map(|(row, _)| f64::from(row[at]));
        let mean = values().sum::<f64>() / count;
        let squares = values().map(|value| (value - mean).powi(2)).sum::<f64>();
        let spread = (squares / count).sqrt();
        if spread > 1e-9 { spread } else { 1.0 }
    })
}

/// Solves `matrix · x = values` by elimination; the matrix is symmetric and positive.
fn solved<const INPUTS: usize>(
    mut matrix: [[f64; INPUTS]; INPUTS],
    mut values: [f64; INPUTS],
) -> [f64; INPUTS] {
    for at in 0..INPUTS {
        let pivot = matrix[at];
        for row in at + 1..INPUTS {
            let factor = matrix[row][at] / pivot[at];
            for column in at..INPUTS {
                matrix[row][column] -= factor * pivot[column];
            }
            values[row] -= factor * values[at];
        }
    }
    for at in (0..INPUTS).rev() {
        let known: f64 = (at + 1..INPUTS)
            .map(|column| matrix[at][column] * values[column])
            .sum();
        values[at] = (values[at] - known) / matrix[at][at];
    }
    values
}
