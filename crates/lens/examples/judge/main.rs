//! Judges JSON Lines, so that anyone can evaluate `lens`: `judge TASK < in.jsonl > out.jsonl`.
//!
//! Reads the columns of the open data, never its labels, and writes what the scorers read.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the shell"
)]

mod leads;
mod opinion;
mod website;

use std::io::BufRead as _;

use serde_json::Value;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        let value = arguments
            .iter()
            .skip_while(|argument| *argument != name)
            .nth(1);
        value.map_or("", String::as_str)
    };
    let judged = match arguments.first().map(String::as_str) {
        Some("content") => each_row(website::content),
        Some("company") => each_row(website::company),
        Some("keyphrases") => each_row(website::keyphrases),
        Some("sentiment") => each_row(opinion::text_sentiment),
        Some("sentiment-brand") => each_row(opinion::brand_sentiment),
        Some("intent") => {
            let classes = arguments
                .iter()
                .skip_while(|argument| *argument != "--classes")
                .nth(1);
            let classes: Vec<&str> =
                classes.map_or_else(Vec::new, |list| list.split(',').collect());
            each_row(|row| opinion::post_intent(row, &classes))
        }
        Some("leads") => {
            let leads = std::cell::RefCell::new(leads::Leads::default());
            each_row(|row| leads.borrow_mut().judged(row))
        }
        Some("rank") => written(leads::rank(option("--queries"), option("--posts"))),
        Some("titlebody") => written(leads::titlebody(
            &rows().collect::<Vec<_>>(),
            option("--posts"),
        )),
        _ => false,
    };
    if !judged {
        eprintln!("usage: judge TASK < in.jsonl > out.jsonl (TASK: content, company, keyphrases)");
        std::process::exit(2);
    }
}

/// Judges one row after the other.
fn each_row(judge: impl Fn(&Value) -> Value) -> bool {
    for row in rows() {
        println!("{}", judge(&row));
    }
    true
}

fn written(judged: impl Iterator<Item = Value>) -> bool {
    judged.for_each(|row| println!("{row}"));
    true
}

/// The rows of the standard input.
fn rows() -> impl Iterator<Item = Value> {
    std::io::stdin()
        .lock()
        .lines()
        .map_while(Result::ok)
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(&line).expect("every line of the input is JSON"))
}

/// A text column; empty when the row has none.
fn column<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}
