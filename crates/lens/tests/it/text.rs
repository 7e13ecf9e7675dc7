use crate::cases;
use lens::text::{Language, fold, folded, is_stopword, language, sentences, stem, words};
use proptest::prelude::*;

#[test]
fn words_are_what_people_read_as_one() {
    cases::check(include_str!("../cases/words.txt"), 25, |case| {
        words(&case.text)
            .map(|word| word.text)
            .collect::<Vec<_>>()
            .join(" | ")
    });
}

#[test]
fn sentences_end_where_a_reader_pauses() {
    cases::check(include_str!("../cases/sentences.txt"), 25, |case| {
        sentences(&case.text).join("\n")
    });
}

#[test]
fn a_few_words_tell_the_language() {
    cases::check(
        include_str!("../cases/language.txt"),
        25,
        |case| match language(&case.text) {
            Language::English => "en".to_owned(),
            Language::Other(code) => code.to_owned(),
            Language::Unknown => "unknown".to_owned(),
        },
    );
}

#[test]
fn folded_words_are_lower_case_with_straight_apostrophes() {
    assert_eq!(folded("It’s ÉCLAIR Time"), ["it's", "éclair", "time"]);
    assert_eq!(fold("plain"), "plain");
}

#[test]
fn stems_meet_across_forms() {
    assert_eq!(stem("invoices"), stem("invoicing"));
    assert_eq!(stem("bakeries"), stem("bakery"));
    assert_eq!(stem("c++"), "c++");
    assert_eq!(stem("24/7"), "24/7");
}

#[test]
fn stop_words_carry_no_subject() {
    assert!(is_stopword("the") && is_stopword("don't"));
    assert!(!is_stopword("invoice"));
}

#[test]
fn a_megabyte_is_read_in_linear_time() {
    let read = |text: &str| {
        assert!(words(text).count() + sentences(text).len() <= text.len());
        assert_ne!(language(text), Language::Other("zh"));
    };

    cases::is_linear(read);
    for piece in [
        "www.a)", "mr. ", "a.", "http://", "!)", "1. ", "a'", "\n>", ". ",
    ] {
        let seconds = cases::seconds_of(|| read(&piece.repeat(1_000_000 / piece.len())));
        assert!(seconds < 20.0, "{piece:?}");
    }
}

proptest! {
    #![proptest_config(cases::few())]

    #[test]
    fn words_stand_where_they_say(text in "\\PC{0,400}") {
        let mut behind = 0;
        for word in words(&text) {
            prop_assert!(word.start >= behind && word.end > word.start);
            prop_assert_eq!(&text[word.start..word.end], word.text);
            behind = word.end;
        }
    }

    #[test]
    fn sentences_are_pieces_of_the_text_in_order(text in any::<String>()) {
        let mut behind = 0;
        for sentence in sentences(&text) {
            let at = text[behind..].find(sentence);
            prop_assert!(at.is_some());
            behind += at.unwrap_or(0) + sentence.len();
        }
    }

    #[test]
    fn any_text_has_a_language_and_stems(text in any::<String>()) {
        let _ = language(&text);
        for word in folded(&text) {
            prop_assert!(!stem(&word).is_empty());
        }
    }
}
