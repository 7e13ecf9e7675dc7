//! The reader's tokens against those of the reference tokeniser, on titles of the open posts.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
    thread,
};

use anyhow::{Context, Result, ensure};

use super::Figure;
use crate::{dataset, table::PostRow};

/// How many titles are compared.
const TITLES: usize = 10_000;
const MOST_TOKENS: usize = 160;

/// `python` has the package `tokenizers`.
pub(crate) fn quality(data: &Path, python: &Path) -> Result<Vec<Figure>> {
    let posts: Vec<PostRow> = dataset::read(&data.join("posts.jsonl.zst"))?;
    let titles = posts
        .iter()
        .map(|post| post.title.replace(['\n', '\r'], " "));
    let titles: Vec<String> = titles.take(TITLES).collect();
    let reference = reference_tokens(python, &titles)?;
    ensure!(
        reference.len() == titles.len(),
        "the reference tokeniser answered {} of {} titles",
        reference.len(),
        titles.len()
    );
    let same = titles.iter().zip(&reference).filter(|(title, reference)| {
        let own = lens::reader::tokens(title, MOST_TOKENS);
        own.iter()
            .map(u32::to_string)
            .eq(reference.split(' ').map(str::to_owned))
    });
    let number = |count: usize| f64::from(u32::try_from(count).expect("ten thousand"));
    Ok(vec![Figure {
        task: format!("of {TITLES} titles cut as the reference tokeniser does"),
        value: number(same.count()) / number(titles.len().max(1)),
        interval: None,
        goal: 1.0,
        peer: "PyPI's tokenizers, bert-base-uncased".to_owned(),
    }])
}

/// A line of token numbers for each title.
fn reference_tokens(python: &Path, titles: &[String]) -> Result<Vec<String>> {
    let mut running = Command::new(python)
        .arg("crates/training/reader/reference_tokens.py")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("while starting {}", python.display()))?;
    let mut input = running.stdin.take().context("the script's input")?;
    let lines = titles.join("\n") + "\n";
    // Written beside the reading, or both sides would wait for each other.
    let writing = thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = running.wait_with_output()?;
    ensure!(output.status.success(), "the reference tokeniser failed");
    writing.join().expect("writing does not panic")?;
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().map(str::to_owned).collect())
}
