//! The whole match: phrases, groups of words, exclusions and the lists of customers.

use std::time::Instant;

use percolator::{KeywordQuery, KeywordSubscription, Percolator, WordScanner};

use crate::cpu_time::in_turns;
use crate::naive::{NaiveSubscription, NaiveText};
use crate::phrases::nanoseconds;
use crate::report::{Goal, Row, shown};
use crate::texts::ROUNDS;
use crate::workload::{BATCH, Workload, batches, match_all, match_each, rounds, scan_each};

/// Changes that are not merged yet.
const CHANGES: usize = 1_000;
/// Texts and subscriptions that are compared one by one.
const COMPARED_TEXTS: usize = 300;
const COMPARED_SUBSCRIPTIONS: usize = 100_000;

pub(crate) fn measure(workload: &Workload) -> Vec<Row> {
    let small = measure_size(workload, 1_000);
    let middle = measure_size(workload, 100_000);
    let large = measure_size(workload, 3_000_000);
    let texts = workload.texts.of_round(0).len();
    let ratio = |figure, limit, size: &MeasuredSize| Row {
        figure,
        goal: Some(Goal::AtMost(limit)),
        value: Some(size.whole / size.scan),
        unit: "x",
        remark: format!(
            "{} a text in batches of {BATCH}; {}",
            nanoseconds(size.whole, texts),
            size.remark
        ),
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
        with_changes("whole match: 100k keywords, with changes", &middle),
        with_changes("whole match: 3M keywords, with changes", &large),
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
            value: Some(f64::from(
                small.differences + middle.differences + large.differences,
            )),
            remark: format!("at three sizes, {COMPARED_TEXTS} texts each"),
            ..Row::default()
        },
    ]
}

fn with_changes(figure: &'static str, size: &MeasuredSize) -> Row {
    Row {
        figure,
        value: Some(size.whole_with_changes / size.whole),
        unit: "x",
        remark: format!("{} changes since the last merge", size.changes),
        ..Row::default()
    }
}

/// Times in seconds for all texts, and in microseconds for one.
struct MeasuredSize {
    scan: f64,
    whole: f64,
    whole_with_changes: f64,
    changes: usize,
    p50: f64,
    p99: f64,
    differences: u32,
    remark: String,
}

fn measure_size(workload: &Workload, keywords: usize) -> MeasuredSize {
    let subscriptions = workload.selective(keywords);
    let kept = subscriptions.len();
    let percolator = Percolator::build(subscriptions.iter().cloned());
    let rounds = rounds(&workload.texts);
    let (scan, whole) = scan_and_whole(workload, &percolator, &rounds);
    let batches = rounds.iter().flatten();
    let pairs: usize = batches
        .flat_map(|batch| match_all(&percolator, batch))
        .map(|matches| matches.len())
        .sum();
    let (p50, p99) = percentiles(workload, &percolator);
    let differences = count_differences(workload, &percolator, &subscriptions);
    let size = percolator.size();
    change_customers(&percolator, &subscriptions);
    let (scan_again, whole_with_changes) = scan_and_whole(workload, &percolator, &rounds);
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    let pairs = pairs as f64 / workload.texts.tested.len() as f64;
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    let size = size as f64 / 1e6;
    MeasuredSize {
        scan,
        whole,
        whole_with_changes: whole_with_changes * scan / scan_again,
        changes: percolator.delta_len(),
        p50,
        p99,
        differences,
        remark: format!("{} matches, {kept} kept, {} MB", shown(pairs), shown(size)),
    }
}

fn scan_and_whole(
    workload: &Workload,
    percolator: &Percolator,
    rounds: &[Vec<Vec<[&str; 1]>>],
) -> (f64, f64) {
    let mut scanner = WordScanner::default();
    let [scan, whole] = in_turns(
        ROUNDS,
        |round| workload.texts.touch(round),
        [
            &mut |round| scan_each(&mut scanner, &rounds[round]),
            &mut |round| match_each(percolator, &rounds[round]),
        ],
    );
    (scan, whole)
}

/// Lets customers save again what they have, until there are enough changes.
fn change_customers(percolator: &Percolator, subscriptions: &[KeywordSubscription]) {
    let customers = subscriptions.chunk_by(|left, right| left.customer == right.customer);
    for customer in customers {
        if percolator.delta_len() >= CHANGES {
            return;
        }
        let queries = customer.iter().map(|one| (one.id, one.query.clone()));
        let queries: Vec<(u32, KeywordQuery)> = queries.collect();
        percolator.replace_customer(customer[0].customer, queries);
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

/// In how many texts we find others than the queries find one by one. Of very many subscriptions
/// every so manyth is compared.
fn count_differences(
    workload: &Workload,
    percolator: &Percolator,
    subscriptions: &[KeywordSubscription],
) -> u32 {
    let step = subscriptions.len().div_ceil(COMPARED_SUBSCRIPTIONS);
    let compared = subscriptions.iter().step_by(step);
    let compared: Vec<NaiveSubscription> = compared.map(NaiveSubscription::new).collect();
    let is_compared = |id: &u32| compared.binary_search_by_key(id, |one| one.id).is_ok();
    let mut differences = 0;
    for batch in batches(&workload.texts.tested[..COMPARED_TEXTS]) {
        for (text, ours) in batch.iter().zip(match_all(percolator, &batch)) {
            let text = NaiveText::new(text[0]);
            let alone = compared.iter().filter(|one| one.matches(&text));
            let ours = ours.iter().map(|one| one.subscription);
            let mut ours: Vec<u32> = ours.filter(is_compared).collect();
            ours.sort_unstable();
            differences += u32::from(!alone.map(|one| one.id).eq(ours));
        }
    }
    differences
}
