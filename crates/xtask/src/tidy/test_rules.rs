//! No test is skipped, no test sleeps, and nothing is left unfinished.

use super::rules::TidyRules;
use super::rust_paths;
use super::source_text::{SourceLanguage, SourceText, whole_words};
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

/// Ways to skip a browser test.
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

pub(super) fn check(tree: &SourceTree, _: &TidyRules) -> Vec<TidyProblem> {
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

fn left_out(file: &TreeFile, source: &SourceText) -> Vec<TidyProblem> {
    let pieces: &[&str] = match source.language {
        SourceLanguage::Rust => &["#[ignore"],
        SourceLanguage::TypeScript if file.is_test() => &LEFT_OUT,
        _ => &[],
    };
    found(
        file,
        source,
        pieces,
        "leaves a test out; make it pass, or remove it",
    )
}

fn sleeping(file: &TreeFile, source: &SourceText) -> Vec<TidyProblem> {
    if source.language == SourceLanguage::TypeScript {
        let advice = "waits for time; wait for what should appear";
        return found(file, source, &["waitForTimeout"], advice);
    }
    let named = file.named_paths();
    let in_tests = named
        .iter()
        .filter(|path| file.is_test() || source.is_test(path.start));
    file.problems_at(rust_paths::judged(in_tests, |path| {
        let sleeps = path.goes_through("thread::sleep") || path.goes_through("tokio::time::sleep");
        let named = path.written();
        sleeps.then(|| format!("`{named}` in a test; advance the clock, or wait for the event."))
    }))
}

fn unfinished(file: &TreeFile, source: &SourceText) -> Vec<TidyProblem> {
    let advice = "is unfinished; write it, or leave it away";
    let mut problems = found(file, source, &UNFINISHED, advice);
    for comment in &source.comments {
        problems.extend(notes(file, comment.start, &comment.text));
    }
    problems
}

/// Files whose comments are not separated from their code.
fn notes_in_script(file: &TreeFile) -> Vec<TidyProblem> {
    let is_script = file.name() == "Makefile" || ["sql", "sh", "html"].contains(&file.ending());
    if is_script {
        notes(file, 0, &file.text)
    } else {
        Vec::new()
    }
}

fn notes(file: &TreeFile, offset: usize, text: &str) -> Vec<TidyProblem> {
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

fn found(file: &TreeFile, source: &SourceText, pieces: &[&str], advice: &str) -> Vec<TidyProblem> {
    pieces
        .iter()
        .flat_map(|piece| source.finds(piece).map(move |start| (start, piece)))
        .map(|(start, piece)| file.problem_at(start, format!("`{piece}` {advice}.")))
        .collect()
}
