//! Quality and speed of the judgements, with their goals and the figures of other tools.

use std::fmt::Write as _;

pub(crate) mod author;
pub(crate) mod company;
pub(crate) mod content;
pub(crate) mod glance;
pub(crate) mod intent;
pub(crate) mod keyphrases;
pub(crate) mod keywords;
pub(crate) mod leads;
pub(crate) mod mentions;
pub(crate) mod metrics;
pub(crate) mod post_speed;
pub(crate) mod relevance;
pub(crate) mod sentiment;
pub(crate) mod title_body;
pub(crate) mod tokens;

/// One row of a table that `training quality` or `training speed` prints.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) task: String,
    pub(crate) value: f64,
    /// The 95% bootstrap interval.
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) goal: f64,
    /// A comparable tool and its figure.
    pub(crate) peer: String,
}

/// The figures as a table for people, each with its goal.
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
