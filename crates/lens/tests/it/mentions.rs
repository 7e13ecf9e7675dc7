//! What is made of a mention: written before the rules that read it, a third kept apart from them.

use crate::cases::{self, Case};
use lens::brand::sentiment_toward;
use lens::intent::intent;
use lens::summary::summary_line;
use std::fmt::Write as _;

#[derive(Debug, Default)]
struct Score {
    cases: usize,
    sentiment: usize,
    intent: usize,
    summary: usize,
    wrong: String,
}

fn score(list: &str) -> Score {
    let mut score = Score::default();
    for case in cases::parse(list) {
        let said = read(&case);
        let (sentiment, intent) = case.judgement[0].split_once(' ').expect("two words");
        let is_right = (said.sentiment == sentiment, said.intent == intent);
        score.cases += 1;
        score.sentiment += usize::from(is_right.0);
        score.intent += usize::from(is_right.1);
        score.summary += usize::from(said.is_new);
        if is_right != (true, true) || !said.is_new {
            writeln!(score.wrong, "{}\n  wanted {sentiment} {intent}\n  said {said:?}\n", case.text)
                .expect("writing to a string");
        }
    }
    score
}

#[derive(Debug)]
struct Said {
    sentiment: &'static str,
    intent: &'static str,
    /// Whether the line tells more than the title that stands above it.
    is_new: bool,
    #[expect(dead_code, reason = "shown when a case fails")]
    line: String,
    #[expect(dead_code, reason = "shown when a case fails")]
    why: String,
}

fn read(case: &Case) -> Said {
    let (names, post) = case.title_and_body();
    let names: Vec<&str> = names.trim_start_matches("brand:").split(',').map(str::trim).collect();
    let (title, body) = post.split_once('\n').unwrap_or((post, ""));
    let title = if title == "-" { "" } else { title };
    let said = sentiment_toward(format!("{title}\n{body}").trim(), &names);
    let mut line = summary_line(title, body);
    if line.is_empty() {
        line = summary_line(body, "");
    }
    Said {
        sentiment: match said.is_positive {
            // Nothing said of it is no opinion of it.
            None if said.why.is_empty() => "neutral",
            None => "mixed",
            Some(_) if said.is_neutral() => "neutral",
            Some(true) => "positive",
            Some(false) => "negative",
        },
        intent: intent(title, body).as_str(),
        is_new: !line.is_empty() && line != title,
        line,
        why: said.why,
    }
}

#[test]
fn most_mentions_are_read_as_their_writer_meant_them() {
    let score = score(include_str!("../cases/mentions.txt"));

    println!("{}", score.wrong);
    println!("of {}: {} {} {}", score.cases, score.sentiment, score.intent, score.summary);
    assert!(score.cases >= 48 && score.sentiment >= 23 && score.intent >= 30 && score.summary >= 20);
}

#[test]
fn so_are_most_of_those_that_no_rule_was_fitted_to() {
    let score = score(include_str!("../cases/mentions_kept_apart.txt"));

    println!("of {}: {} {} {}", score.cases, score.sentiment, score.intent, score.summary);
    assert!(score.cases >= 24 && score.sentiment >= 13 && score.intent >= 18 && score.summary >= 12);
}
