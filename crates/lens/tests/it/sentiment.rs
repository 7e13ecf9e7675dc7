use crate::cases;
use lens::sentiment::{SentimentLabel, sentiment};
use proptest::prelude::*;

#[test]
fn texts_feel_the_way_a_reader_says() {
    cases::check(include_str!("../cases/sentiment.txt"), 25, |case| {
        sentiment(&case.text).label.as_str().to_owned()
    });
}

#[test]
fn the_strongest_words_are_named_and_a_neutral_text_has_none() {
    let bad = sentiment("The support was terrible and I want my money back.");
    let neutral = sentiment("The meeting is on Tuesday at noon.");

    assert_eq!(bad.words.first().map(String::as_str), Some("terrible"));
    assert_eq!(
        (neutral.label, neutral.words),
        (SentimentLabel::Neutral, vec![])
    );
}

#[test]
fn exclamation_marks_alone_are_not_anger() {
    assert_ne!(
        sentiment("We got the tickets!!!").label,
        SentimentLabel::Negative
    );
}

#[test]
fn a_megabyte_takes_no_longer_than_its_length() {
    cases::is_linear(|text| assert!(sentiment(text).score.abs() <= 1.0));
}

proptest! {
    #![proptest_config(cases::few())]

    #[test]
    fn any_text_has_a_score_between_minus_one_and_one(text in "\\PC{0,3000}") {
        prop_assert!(sentiment(&text).score.abs() <= 1.0);
    }
}
