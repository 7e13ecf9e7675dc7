//! Judgements of mentions. The cases were written before the rules; a third of them is held out.

use crate::cases::{self, Case};
use lens::brand::shares_of_reader;
use lens::mention::read_mention;
use std::fmt::Write as _;

#[test]
fn no_badge_says_the_reverse_and_most_intents_are_as_their_writer_meant_them() {
    let score = score(include_str!("../cases/mentions.txt"));

    assert_eq!(score.cases, 48);
    assert_eq!(score.reversed, 0, "{score}");
    assert!(score.badges >= 5 && score.right == score.badges, "{score}");
    assert!(score.intent >= 43, "{score}");
}

/// Failures are counted but not shown, so that nobody fits a rule to them.
#[test]
fn so_are_those_that_no_rule_was_fitted_to() {
    let score = score(include_str!("../cases/mentions_kept_apart.txt"));

    assert_eq!((score.cases, score.reversed), (24, 0));
    let counts = (score.badges, score.right, score.intent);
    assert!(
        counts.0 >= 2 && counts.1 + 1 >= counts.0 && counts.2 >= 16,
        "{counts:?}"
    );
}

#[test]
fn the_quote_is_the_sentence_about_the_brand_word_for_word() {
    let body = "We run a small shop.  Acme lost two parcels  in May, and support never wrote back.\n\n> Acme is fine\n\nAnyway, how is your week?";

    let mention = read_mention("Parcel services in Leeds", body, &["Acme"]);

    let quote = mention.quote.expect("a sentence");
    assert!(body.contains(&quote));
    assert!(quote.starts_with("Acme lost two parcels"), "{quote}");
}

#[test]
fn the_reader_agrees_with_the_figures_of_its_training() {
    let fixtures: serde_json::Value =
        serde_json::from_str(include_str!("../fixtures/opinion.json")).expect("a list");
    let mut differences = Vec::new();
    for fixture in fixtures.as_array().expect("a list") {
        let text = |name: &str| fixture[name].as_str().expect("a text");
        let shares = shares_of_reader(text("title"), text("text"), &[text("brand")]);
        let shares = shares.expect("the brand is named");
        for (class, share) in shares.iter().enumerate() {
            let expected = fixture["shares"][class].as_f64().expect("a number");
            differences.push((f64::from(*share) - expected).abs());
        }
    }
    let count = f64::from(u32::try_from(differences.len()).expect("few"));
    let mean = differences.iter().sum::<f64>() / count;
    let largest = differences.iter().copied().fold(0.0, f64::max);
    assert!(mean < 0.02 && largest < 0.15, "{mean} {largest}");
}

#[derive(Debug, Default)]
struct Score {
    cases: usize,
    /// How many are shown as positive or negative.
    badges: usize,
    right: usize,
    reversed: usize,
    intent: usize,
    wrong: String,
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            cases,
            badges,
            right,
            reversed,
            intent,
            wrong,
        } = self;
        write!(
            f,
            "of {cases}: {badges} badges, {right} right, {reversed} reversed, {intent} intents\n{wrong}"
        )
    }
}

fn score(list: &str) -> Score {
    let mut score = Score::default();
    for case in cases::parse(list) {
        let (badge, intent) = read(&case);
        let wanted = case.judgement[0].split_once(' ').expect("two words");
        score.cases += 1;
        score.badges += usize::from(badge != "neutral");
        score.right += usize::from(badge != "neutral" && badge == wanted.0);
        let reverse = match wanted.0 {
            "positive" => "negative",
            "negative" => "positive",
            _ => "",
        };
        score.reversed += usize::from(badge == reverse);
        score.intent += usize::from(intent == wanted.1);
        if (badge, intent) != wanted {
            let text = &case.text;
            writeln!(score.wrong, "{text}\n  {wanted:?}\n  {badge} {intent}\n")
                .expect("writing to a string");
        }
    }
    score
}

fn read(case: &Case) -> (&'static str, &'static str) {
    let (names, post) = case.title_and_body();
    let names = names.trim_start_matches("brand:").split(',');
    let names: Vec<&str> = names.map(str::trim).collect();
    let (title, body) = post
        .split_once('\n')
        .expect("a title or a dash, and a text");
    let title = if title == "-" { "" } else { title };
    let mention = read_mention(title, body, &names);
    let said = &mention.sentiment;
    let badge = match said.is_positive {
        Some(is_positive) if !said.is_neutral() => {
            if is_positive {
                "positive"
            } else {
                "negative"
            }
        }
        _ => "neutral",
    };
    (badge, mention.intent.as_str())
}
