//! All phrases in all texts, beside automata that find the same.

use percolator::{KeywordQuery, KeywordSubscription, Percolator};

use crate::cpu_time::{in_turns, timed};
use crate::peers::{ContiguousNfa, Daachorse, PhraseEngine, spaced};
use crate::report::{Goal, Row, milliseconds, shown};
use crate::workload::{Workload, batches, match_all, match_each};

const ROUNDS: usize = 7;

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
    let mut rows = Vec::new();
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

fn measure_size(workload: &Workload, size: &Size, differences: &mut u32) -> Vec<Row> {
    let phrases = workload.phrases(size.keywords);
    let patterns: Vec<String> = phrases.iter().map(|phrase| format!(" {phrase} ")).collect();
    let subscriptions = subscribed(&phrases);
    let (build, percolator) = timed(|| Percolator::build(subscriptions));
    let (daachorse_build, daachorse) = timed(|| Daachorse::build(&patterns));
    let contiguous_nfa = ContiguousNfa::build(&patterns);
    for engine in [&daachorse as &dyn PhraseEngine, &contiguous_nfa] {
        *differences += count_differences(workload, &percolator, engine);
    }
    let batches = batches(&workload.texts.tested);
    let [ours, theirs, nfa] = in_turns(
        ROUNDS,
        [
            &mut || match_each(&percolator, &batches),
            &mut || find_all(workload, &daachorse),
            &mut || find_all(workload, &contiguous_nfa),
        ],
    );
    let per_text = |seconds: f64| nanoseconds(seconds, workload.texts.tested.len());
    let row = |figure, peer: f64| Row {
        figure,
        goal: Some(Goal::AtLeast(size.goal)),
        value: Some(peer / ours),
        unit: "x",
        remark: format!("{} a text, {} phrases", per_text(ours), phrases.len()),
        peer: per_text(peer),
        ..Row::default()
    };
    let mut rows = vec![row(size.daachorse, theirs), row(size.contiguous_nfa, nfa)];
    if size.keywords == 1_000_000 {
        rows.push(Row {
            figure: "phrases: 1M keywords, build of daachorse's",
            goal: Some(Goal::AtMost(0.25)),
            value: Some(build.as_secs_f64() / daachorse_build.as_secs_f64()),
            remark: milliseconds(build),
            peer: milliseconds(daachorse_build),
            ..Row::default()
        });
        rows.push(Row {
            figure: "phrases: 1M keywords, memory of daachorse's",
            goal: Some(Goal::AtMost(0.667)),
            value: Some(megabytes(percolator.size()) / megabytes(daachorse.bytes())),
            remark: format!("{} MB", shown(megabytes(percolator.size()))),
            peer: format!(
                "{} MB; aho-corasick {} MB",
                shown(megabytes(daachorse.bytes())),
                shown(megabytes(contiguous_nfa.bytes()))
            ),
            ..Row::default()
        });
    }
    rows
}

fn subscribed(phrases: &[String]) -> Vec<KeywordSubscription> {
    let subscribe = |(id, phrase): (u32, &String)| KeywordSubscription {
        id,
        customer: 0,
        query: KeywordQuery::exact_phrase(phrase).expect("phrases hold words"),
    };
    (0..).zip(phrases).map(subscribe).collect()
}

fn find_all(workload: &Workload, engine: &dyn PhraseEngine) {
    let mut text_with_spaces = String::new();
    for text in &workload.texts.tested {
        let mut found = Vec::new();
        spaced(text, &mut text_with_spaces);
        engine.find(&text_with_spaces, &mut found);
    }
}

/// In how many texts an engine finds other phrases than we do.
fn count_differences(
    workload: &Workload,
    percolator: &Percolator,
    engine: &dyn PhraseEngine,
) -> u32 {
    let mut differences = 0;
    let mut text_with_spaces = String::new();
    for batch in batches(&workload.texts.tested) {
        for (text, ours) in batch.iter().zip(match_all(percolator, &batch)) {
            let mut found = Vec::new();
            spaced(text[0], &mut text_with_spaces);
            engine.find(&text_with_spaces, &mut found);
            found.sort_unstable();
            found.dedup();
            let mut ours: Vec<u32> = ours.iter().map(|one| one.subscription).collect();
            ours.sort_unstable();
            differences += u32::from(found != ours);
        }
    }
    differences
}

#[expect(clippy::cast_precision_loss, reason = "texts are counted in thousands")]
pub(crate) fn nanoseconds(seconds: f64, texts: usize) -> String {
    format!("{} ns", shown(seconds * 1e9 / texts as f64))
}

#[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}
