//! One keyword more, and a restart.

use std::fs;
use std::path::Path;
use std::time::Instant;

use percolator::{KeywordQuery, Percolator};

use crate::report::{Goal, Row, median, shown};
use crate::workload::{Workload, subscribed};

const ROUNDS: u32 = 9;
/// Customers who changed something since the last merge.
const CHANGED: u32 = 30;

pub(crate) fn measure(workload: &Workload) -> Vec<Row> {
    let keywords = workload.keywords(3_000_000);
    let percolator = Percolator::build(subscribed(keywords.iter().map(String::as_str)));
    vec![added_keyword(&percolator), restart(&percolator)]
}

fn added_keyword(percolator: &Percolator) -> Row {
    let queries: Vec<(u32, KeywordQuery)> = (0..30)
        .map(|id| {
            let keyword = format!("late payment{id} -hiring");
            (id, KeywordQuery::parse(&keyword).expect("a keyword"))
        })
        .collect();
    for customer in 0..CHANGED {
        percolator.replace_customer(customer, queries.clone());
    }
    let add = |customer| {
        let queries = queries.clone();
        let started = Instant::now();
        percolator.replace_customer(customer, queries);
        started.elapsed().as_secs_f64() * 1e3
    };
    let times = (CHANGED..CHANGED + ROUNDS).map(add).collect();
    Row {
        figure: "changes: one keyword more, until it is live",
        goal: Some(Goal::AtMost(10.0)),
        value: Some(median(times)),
        unit: "ms",
        remark: format!("{} changes since the last merge", percolator.delta_len()),
        ..Row::default()
    }
}

fn restart(percolator: &Percolator) -> Row {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("percolator.snapshot");
    let started = Instant::now();
    percolator
        .write_snapshot(&path)
        .expect("a place for the snapshot");
    let written = started.elapsed();
    let open = |_| {
        let started = Instant::now();
        let opened = Percolator::open_snapshot(&path).expect("the snapshot just written");
        let taken = started.elapsed();
        assert_eq!(opened.len(), percolator.len());
        taken.as_secs_f64() * 1e3
    };
    let times = (0..ROUNDS).map(open).collect();
    let _ = fs::remove_file(&path);
    Row {
        figure: "changes: restart from a snapshot, 3M keywords",
        goal: Some(Goal::AtMost(1.0)),
        value: Some(median(times)),
        unit: "ms",
        remark: format!("merged and written in {} s", shown(written.as_secs_f64())),
        ..Row::default()
    }
}
