//! The whole match: phrases, groups of words, exclusions and the lists of customers.

use std::time::Instant;

use percolator::{KeywordSubscription, Percolator, WordScanner};

use crate::cpu_time::in_turns;
use crate::phrases::nanoseconds;
use crate::report::{Goal, Row, shown};
use crate::workload::{Workload, batches, match_all, match_each};

const ROUNDS: usize = 7;

pub(crate) fn measure(workload: &Workload) -> Vec<Row> {
    let small = measure_size(workload, 1_000);
    let middle = measure_size(workload, 100_000);
    let large = measure_size(workload, 3_000_000);
    let texts = workload.texts.tested.len();
    let ratio = |figure, limit, size: &MeasuredSize| Row {
        figure,
        goal: Some(Goal::AtMost(limit)),
        value: Some(size.whole / size.scan),
        unit: "x",
        remark: format!("{} a text; {}", nanoseconds(size.whole, texts), size.remark),
        peer: nanoseconds(size.scan, texts),
        ..Row::default()
    };
    // The scan of the same run corrects for how busy the machine was.
    let growth = |figure, limit, from: &MeasuredSize, to: &MeasuredSize| Row {
        figure,
        goal: Some(Goal::AtMost(limit)),
        value: Some(to.whole / to.scan / (from.whole / from.scan)),
        unit: "x",
        ..Row::default()
    };
    vec![
        ratio(
            "whole match: 100k keywords, times splitting into words",
            3.0,
            &middle,
        ),
        ratio(
            "whole match: 3M keywords, times splitting into words",
            9.0,
            &large,
        ),
        growth("whole match: 1k to 100k keywords", 1.4, &small, &middle),
        growth("whole match: 100k to 3M keywords", 3.5, &middle, &large),
        Row {
            figure: "whole match: p99 of p50 a text, 3M keywords",
            goal: Some(Goal::AtMost(12.0)),
            value: Some(large.p99 / large.p50),
            unit: "x",
            remark: format!("p50 {} us, p99 {} us", shown(large.p50), shown(large.p99)),
            ..Row::default()
        },
        Row {
            figure: "whole match: differences from queries one by one",
            goal: Some(Goal::Below(1.0)),
            value: Some(f64::from(small.differences)),
            ..Row::default()
        },
    ]
}

/// Times in seconds for all texts, and in microseconds for one.
struct MeasuredSize {
    scan: f64,
    whole: f64,
    p50: f64,
    p99: f64,
    differences: u32,
    remark: String,
}

fn measure_size(workload: &Workload, keywords: usize) -> MeasuredSize {
    let subscriptions = workload.selective(keywords);
    let kept = subscriptions.len();
    let differences = if keywords <= 1_000 {
        count_differences(workload, &subscriptions)
    } else {
        0
    };
    let percolator = Percolator::build(subscriptions);
    let batches = batches(&workload.texts.tested);
    let mut scanner = WordScanner::default();
    let [scan, whole] = in_turns(
        ROUNDS,
        [
            &mut || {
                for batch in &batches {
                    scanner.clear();
                    for text in batch {
                        scanner.add(text[0]);
                    }
                    scanner.scan();
                }
            },
            &mut || match_each(&percolator, &batches),
        ],
    );
    let pairs: usize = batches
        .iter()
        .flat_map(|batch| match_all(&percolator, batch))
        .map(|matches| matches.len())
        .sum();
    let (p50, p99) = percentiles(workload, &percolator);
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    let pairs = pairs as f64 / workload.texts.tested.len() as f64;
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    let size = percolator.size() as f64 / 1e6;
    MeasuredSize {
        scan,
        whole,
        p50,
        p99,
        differences,
        remark: format!("{} matches, {kept} kept, {} MB", shown(pairs), shown(size)),
    }
}

/// Each text by itself, the best of several runs, so that interruptions do not count.
fn percentiles(workload: &Workload, percolator: &Percolator) -> (f64, f64) {
    let mut best = vec![f64::MAX; workload.texts.tested.len()];
    for _ in 0..ROUNDS {
        for (text, best) in workload.texts.tested.iter().zip(&mut best) {
            let started = Instant::now();
            drop(match_all(percolator, &[[text.as_str()]]));
            *best = best.min(started.elapsed().as_secs_f64() * 1e6);
        }
    }
    best.sort_by(f64::total_cmp);
    (best[best.len() / 2], best[best.len() * 99 / 100])
}

fn count_differences(workload: &Workload, subscriptions: &[KeywordSubscription]) -> u32 {
    let percolator = Percolator::build(subscriptions.iter().cloned());
    let mut differences = 0;
    for batch in batches(&workload.texts.tested[..200]) {
        for (text, mut ours) in batch.iter().zip(match_all(&percolator, &batch)) {
            ours.sort_unstable();
            let alone = subscriptions.iter();
            let alone = alone.filter(|one| one.query.matches(text, None).is_some());
            let is_same = alone
                .map(|one| one.id)
                .eq(ours.iter().map(|one| one.subscription));
            differences += u32::from(!is_same);
        }
    }
    differences
}
