//! All phrases in all texts, beside automata that find the same.

use std::time::Duration;

use percolator::{KeywordQuery, KeywordSubscription, Percolator, WordScanner};

use crate::cpu_time::{in_turns, timed};
use crate::peers::{CharwiseDaachorse, ContiguousNfa, Daachorse, PhraseEngine, spaced};
use crate::report::{Goal, Row, milliseconds, shown};
use crate::texts::ROUNDS;
use crate::workload::{BATCH, Workload, batches, match_all, match_each, rounds, scan_each};

struct Size {
    keywords: usize,
    daachorse: &'static str,
    contiguous_nfa: &'static str,
    goal: f64,
}

const SIZES: [Size; 4] = [
    Size {
        keywords: 1_000,
        daachorse: "phrases: 1k keywords, times daachorse",
        contiguous_nfa: "phrases: 1k keywords, times aho-corasick",
        goal: 2.0,
    },
    Size {
        keywords: 100_000,
        daachorse: "phrases: 100k keywords, times daachorse",
        contiguous_nfa: "phrases: 100k keywords, times aho-corasick",
        goal: 4.0,
    },
    Size {
        keywords: 1_000_000,
        daachorse: "phrases: 1M keywords, times daachorse",
        contiguous_nfa: "phrases: 1M keywords, times aho-corasick",
        goal: 4.0,
    },
    Size {
        keywords: 3_000_000,
        daachorse: "phrases: 3M keywords, times daachorse",
        contiguous_nfa: "phrases: 3M keywords, times aho-corasick",
        goal: 4.0,
    },
];

pub(crate) fn measure(workload: &Workload) -> Vec<Row> {
    let mut differences = 0;
    let mut rows = vec![normalising(workload)];
    for size in &SIZES {
        rows.extend(measure_size(workload, size, &mut differences));
    }
    rows.push(Row {
        figure: "phrases: texts in which an engine finds another number",
        goal: Some(Goal::Below(1.0)),
        value: Some(f64::from(differences)),
        ..Row::default()
    });
    rows
}

/// What all peers pay before they search.
fn normalising(workload: &Workload) -> Row {
    let texts = &workload.texts;
    let rounds = rounds(texts);
    let mut spaced_text = Vec::new();
    let mut scanner = WordScanner::default();
    let [theirs, ours] = in_turns(
        ROUNDS,
        |round| texts.touch(round),
        [
            &mut |round| {
                for text in texts.of_round(round) {
                    spaced(text, &mut spaced_text);
                }
            },
            &mut |round| scan_each(&mut scanner, &rounds[round]),
        ],
    );
    let texts = texts.of_round(0).len();
    Row {
        figure: "phrases: only normalising, as the peers do it",
        value: Some(theirs * 1e9 / count(texts)),
        unit: "ns a text",
        peer: format!("splitting into words {}", nanoseconds(ours, texts)),
        ..Row::default()
    }
}

fn measure_size(workload: &Workload, size: &Size, differences: &mut u32) -> Vec<Row> {
    let phrases = workload.phrases(size.keywords);
    let patterns: Vec<String> = phrases.iter().map(|phrase| format!(" {phrase} ")).collect();
    let subscriptions = subscribed(&phrases);
    let (build, percolator) = timed(|| Percolator::build(subscriptions));
    let (bytewise_build, bytewise) = timed(|| Daachorse::build(&patterns));
    let (charwise_build, charwise) = timed(|| CharwiseDaachorse::build(&patterns));
    let contiguous_nfa = ContiguousNfa::build(&patterns);
    let texts = &workload.texts;
    let rounds = rounds(texts);
    let [ours, by_bytes, by_characters, nfa] = in_turns(
        ROUNDS,
        |round| texts.touch(round),
        [
            &mut |round| match_each(&percolator, &rounds[round]),
            &mut |round| find_all(texts.of_round(round), &bytewise),
            &mut |round| find_all(texts.of_round(round), &charwise),
            &mut |round| find_all(texts.of_round(round), &contiguous_nfa),
        ],
    );
    for engine in [&bytewise as &dyn PhraseEngine, &charwise, &contiguous_nfa] {
        *differences += count_differences(workload, &percolator, engine);
    }
    let per_text = |seconds: f64| nanoseconds(seconds, texts.of_round(0).len());
    let row = |figure, seconds: f64, peer: String| Row {
        figure,
        goal: Some(Goal::AtLeast(size.goal)),
        value: Some(seconds / ours),
        unit: "x",
        remark: format!(
            "{} a text in batches of {BATCH}, {} phrases",
            per_text(ours),
            phrases.len()
        ),
        peer,
        ..Row::default()
    };
    let both = format!(
        "{} bytewise, {} charwise",
        per_text(by_bytes),
        per_text(by_characters)
    );
    let mut rows = vec![
        row(size.daachorse, by_bytes.min(by_characters), both),
        row(size.contiguous_nfa, nfa, per_text(nfa)),
    ];
    if size.keywords == 1_000_000 {
        rows.push(build_row(build, bytewise_build.min(charwise_build)));
        let daachorse = bytewise.bytes().min(charwise.bytes());
        rows.push(memory_row(percolator.size(), daachorse, &contiguous_nfa));
    }
    rows
}

fn build_row(ours: Duration, daachorse: Duration) -> Row {
    Row {
        figure: "phrases: 1M keywords, build of daachorse's",
        goal: Some(Goal::AtMost(0.25)),
        value: Some(ours.as_secs_f64() / daachorse.as_secs_f64()),
        remark: milliseconds(ours),
        peer: milliseconds(daachorse),
        ..Row::default()
    }
}

fn memory_row(ours: usize, daachorse: usize, contiguous_nfa: &ContiguousNfa) -> Row {
    Row {
        figure: "phrases: 1M keywords, memory of daachorse's",
        goal: Some(Goal::AtMost(0.667)),
        value: Some(megabytes(ours) / megabytes(daachorse)),
        remark: format!("{} MB", shown(megabytes(ours))),
        peer: format!(
            "{} MB; aho-corasick {} MB",
            shown(megabytes(daachorse)),
            shown(megabytes(contiguous_nfa.bytes()))
        ),
        ..Row::default()
    }
}

fn subscribed(phrases: &[String]) -> Vec<KeywordSubscription> {
    let subscribe = |(id, phrase): (u32, &String)| KeywordSubscription {
        id,
        customer: 0,
        query: KeywordQuery::exact_phrase(phrase).expect("phrases hold words"),
    };
    (0..).zip(phrases).map(subscribe).collect()
}

fn find_all(texts: &[String], engine: &dyn PhraseEngine) {
    let mut spaced_text = Vec::new();
    for text in texts {
        let mut found = Vec::new();
        spaced(text, &mut spaced_text);
        engine.find(&spaced_text, &mut found);
    }
}

/// In how many texts an engine finds other phrases than we do.
fn count_differences(
    workload: &Workload,
    percolator: &Percolator,
    engine: &dyn PhraseEngine,
) -> u32 {
    let mut differences = 0;
    let mut spaced_text = Vec::new();
    for batch in batches(&workload.texts.tested) {
        for (text, ours) in batch.iter().zip(match_all(percolator, &batch)) {
            let mut found = Vec::new();
            spaced(text[0], &mut spaced_text);
            engine.find(&spaced_text, &mut found);
            found.sort_unstable();
            found.dedup();
            let mut ours: Vec<u32> = ours.iter().map(|one| one.subscription).collect();
            ours.sort_unstable();
            differences += u32::from(found != ours);
        }
    }
    differences
}

pub(crate) fn nanoseconds(seconds: f64, texts: usize) -> String {
    format!("{} ns", shown(seconds * 1e9 / count(texts)))
}

#[expect(clippy::cast_precision_loss, reason = "texts are counted in thousands")]
fn count(texts: usize) -> f64 {
    texts as f64
}

#[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}
