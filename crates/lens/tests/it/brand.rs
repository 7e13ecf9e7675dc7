use crate::cases;
use lens::brand::sentiment_toward;
use proptest::prelude::*;

#[test]
fn the_brand_gets_what_is_said_of_it_and_no_more() {
    cases::check(include_str!("../cases/brand.txt"), 60, |case| {
        let (names, text) = case.title_and_body();
        let names: Vec<&str> = names
            .trim_start_matches("brand:")
            .split(',')
            .map(str::trim)
            .collect();
        let said = sentiment_toward(text, &names);
        match said.is_positive {
            None if said.why.is_empty() => "silent",
            None => "undecided",
            Some(_) if said.is_neutral() => "neutral",
            Some(true) => "positive",
            Some(false) => "negative",
        }
        .to_owned()
    });
}

#[test]
fn what_cannot_be_decided_shows_no_badge() {
    let both = sentiment_toward("I love Acme, but I hate Acme too.", &["Acme"]);
    let none = sentiment_toward("Nothing about it here.", &["Acme"]);

    assert!((both.score.abs() - 0.75).abs() < f32::EPSILON && both.is_positive.is_none());
    assert!(none.score == 0.0 && none.why.is_empty() && none.is_positive.is_none());
}

#[test]
fn the_reason_and_the_clause_name_the_brand_as_it_is_written() {
    let said = sentiment_toward(
        "Nice day. We switched from Acme to Basecamp last month.",
        &["Acme"],
    );

    assert_eq!(
        said.why,
        "Turns away from Acme: \u{201c}switched from Acme\u{201d}"
    );
    assert_eq!(said.clause, "We switched from Acme to Basecamp last month.");
}

#[test]
fn a_megabyte_takes_no_longer_than_its_length() {
    cases::is_linear(|text| assert!(sentiment_toward(text, &["Acme"]).score.abs() <= 1.0));
}

proptest! {
    #![proptest_config(cases::few())]

    #[test]
    fn any_text_and_any_name_give_an_answer(text in "\\PC{0,2000}", name in "\\PC{0,20}") {
        let said = sentiment_toward(&text, &[&name, "acme"]);

        prop_assert!(said.score.abs() <= 1.0);
    }

    #[test]
    fn a_decided_score_is_never_the_undecided_one(words in "(acme|love|hate|not|but|great|bad|[.]| ){0,30}") {
        let said = sentiment_toward(&words, &["acme"]);

        prop_assert!(said.is_positive.is_none() || (said.score.abs() - 0.75).abs() > 1e-4);
    }
}
