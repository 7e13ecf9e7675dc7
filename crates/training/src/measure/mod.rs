//! How good and how fast the judgements are, beside their goals and what others reach.

use std::fmt::Write as _;

pub(crate) mod company;
pub(crate) mod content;
pub(crate) mod embedding;
pub(crate) mod intent;
pub(crate) mod keyphrases;
pub(crate) mod leads;
pub(crate) mod relevance;
pub(crate) mod score;
pub(crate) mod sentiment;
pub(crate) mod titlebody;

/// One row of a table that `training quality` or `training speed` prints.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) task: String,
    pub(crate) value: f64,
    /// Where the value lies in 95 of 100 drawings of the rows.
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) goal: f64,
    /// What people use today, and what it reaches.
    pub(crate) peer: String,
}

/// The figures as people read them: one row each, with what was to be reached beside it.
pub(crate) fn table(figures: &[Figure]) -> String {
    let mut table = String::new();
    for figure in figures {
        let number = |value: f64| {
            if value >= 10.0 {
                format!("{value:.0}")
            } else {
                format!("{value:.3}")
            }
        };
        let interval = figure.interval.map_or_else(String::new, |(low, high)| {
            format!("{}-{}", number(low), number(high))
        });
        let met = if figure.value >= figure.goal {
            "met"
        } else {
            "missed"
        };
        let (value, goal) = (number(figure.value), number(figure.goal));
        writeln!(
            table,
            "{:58} {value:>7} {interval:>13} goal {goal:>6} {met:6} {}",
            figure.task, figure.peer
        )
        .expect("writing to a string");
    }
    table
}
