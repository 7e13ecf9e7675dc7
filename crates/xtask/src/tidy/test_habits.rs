//! Tests run, all of them, and wait for events instead of time; nothing is left for later.

use super::paths;
use super::rules::Rules;
use super::source::{Language, Source, whole_words};
use super::tree::File;
use super::{Problem, Tree};

/// Ways to leave a browser test out.
const LEFT_OUT: [&str; 6] = [
    ".skip(",
    ".only(",
    ".todo(",
    ".fixme(",
    "xit(",
    "xdescribe(",
];
const UNFINISHED: [&str; 2] = ["todo!(", "unimplemented!("];
const FOR_LATER: [&str; 4] = ["TODO", "FIXME", "XXX", "HACK"];

pub(super) fn check(tree: &Tree, _: &Rules) -> Vec<Problem> {
    tree.files()
        .flat_map(|file| match &file.source {
            Some(source) => {
                let mut problems = left_out(file, source);
                problems.extend(sleeping(file, source));
                problems.extend(unfinished(file, source));
                problems
            }
            None => notes_in_script(file),
        })
        .collect()
}

fn left_out(file: &File, source: &Source) -> Vec<Problem> {
    let pieces: &[&str] = match source.language {
        Language::Rust => &["#[ignore"],
        Language::TypeScript if file.is_test() => &LEFT_OUT,
        _ => &[],
    };
    found(
        file,
        source,
        pieces,
        "leaves a test out; make it pass, or remove it",
    )
}

fn sleeping(file: &File, source: &Source) -> Vec<Problem> {
    if source.language == Language::TypeScript {
        let complaint = "waits for time; wait for what should appear";
        return found(file, source, &["waitForTimeout"], complaint);
    }
    let named = paths::named(source, &[]);
    let in_tests = named
        .into_iter()
        .filter(|path| file.is_test() || source.is_test(path.start));
    file.problems_at(paths::judged(in_tests, |path| {
        let sleeps = path.goes_through("thread::sleep") || path.goes_through("tokio::time::sleep");
        let named = path.written();
        sleeps.then(|| format!("`{named}` in a test; advance the clock, or wait for the event."))
    }))
}

fn unfinished(file: &File, source: &Source) -> Vec<Problem> {
    let complaint = "is unfinished; write it, or leave it away";
    let mut problems = found(file, source, &UNFINISHED, complaint);
    for comment in &source.comments {
        problems.extend(notes(file, comment.start, &comment.text));
    }
    problems
}

/// Sources whose comments we cannot tell from their code.
fn notes_in_script(file: &File) -> Vec<Problem> {
    let is_script = file.name() == "Makefile" || ["sql", "sh", "html"].contains(&file.ending());
    if is_script {
        notes(file, 0, &file.text)
    } else {
        Vec::new()
    }
}

fn notes(file: &File, offset: usize, text: &str) -> Vec<Problem> {
    FOR_LATER
        .iter()
        .flat_map(|note| whole_words(text, note).map(move |start| (start, note)))
        .map(|(start, note)| {
            file.problem_at(
                offset + start,
                format!("{note}: do it now, or say what holds today."),
            )
        })
        .collect()
}

fn found(file: &File, source: &Source, pieces: &[&str], complaint: &str) -> Vec<Problem> {
    pieces
        .iter()
        .flat_map(|piece| source.finds(piece).map(move |start| (start, piece)))
        .map(|(start, piece)| file.problem_at(start, format!("`{piece}` {complaint}.")))
        .collect()
}
