//! The metrics of data/eval, with bootstrap intervals.

use super::Figure;
use crate::random::SeededRandom;

/// The macro-F1 of a classification: truth and answer, row by row.
pub(crate) fn classes(task: &str, pairs: &[(usize, usize)], goal: f64, peer: &str) -> Figure {
    Figure {
        task: task.to_owned(),
        value: macro_f1(pairs),
        interval: interval(pairs, macro_f1),
        goal,
        peer: peer.to_owned(),
    }
}

/// The mean of the F1 of each class that occurs among the true ones.
pub(crate) fn macro_f1<Class: Copy + Ord>(pairs: &[(Class, Class)]) -> f64 {
    let mut classes: Vec<Class> = pairs.iter().map(|(truth, _)| *truth).collect();
    classes.sort_unstable();
    classes.dedup();
    let f1 = |class: &Class| {
        let count = |test: &dyn Fn(&(Class, Class)) -> bool| {
            f64::from(u32::try_from(pairs.iter().filter(|pair| test(pair)).count()).expect("rows"))
        };
        let both = count(&|(truth, said)| truth == class && said == class);
        let either = count(&|(truth, _)| truth == class) + count(&|(_, said)| said == class);
        if either > 0.0 {
            2.0 * both / either
        } else {
            0.0
        }
    };
    classes.iter().map(f1).sum::<f64>()
        / f64::from(u32::try_from(classes.len().max(1)).expect("few"))
}

/// The 95% bootstrap interval of a metric.
pub(crate) fn interval<Row: Clone>(
    rows: &[Row],
    metric: impl Fn(&[Row]) -> f64,
) -> Option<(f64, f64)> {
    const DRAWINGS: usize = 200;
    let mut random = SeededRandom(0x2f6e_2b1d_9c0a_55e7);
    let mut values: Vec<f64> = (0..DRAWINGS)
        .map(|_| {
            let drawn: Vec<Row> = rows
                .iter()
                .map(|_| rows[random.below(rows.len())].clone())
                .collect();
            metric(&drawn)
        })
        .collect();
    values.sort_by(f64::total_cmp);
    Some((
        *values.get(DRAWINGS / 40)?,
        *values.get(DRAWINGS - 1 - DRAWINGS / 40)?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macro_f1_is_the_mean_over_the_true_classes() {
        // Class 0: one of two found, none wrong, so 2/3; class 1: found, one wrong, so 2/3.
        let pairs = [(0, 0), (0, 1), (1, 1)];

        assert!((macro_f1(&pairs) - 2.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn an_interval_holds_the_value_itself() {
        let pairs: Vec<(u8, u8)> = (0..100).map(|at| (at % 2, u8::from(at % 3 == 0))).collect();

        let (low, high) = interval(&pairs, macro_f1).expect("there are rows");

        assert!(low < macro_f1(&pairs) && macro_f1(&pairs) < high);
    }
}
