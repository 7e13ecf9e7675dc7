use crate::cases;
use lens::intent::{Intent, intent, intent_scores, is_comparison, is_hiring};
use proptest::prelude::*;

#[test]
fn posts_want_what_a_reader_says_they_want() {
    cases::check(include_str!("../cases/intent.txt"), 25, |case| {
        let (title, body) = case.title_and_body();
        intent(title, body).as_str().to_owned()
    });
}

#[test]
fn the_evidence_stands_in_the_text() {
    let (title, body) = (
        "Looking for a cheap CRM",
        "Can anyone recommend one? Budget is $20.",
    );

    let evidence = intent_scores(title, body).evidence;

    let text = format!("{title} {body}").to_lowercase();
    assert!(!evidence.is_empty());
    assert!(
        evidence.iter().all(|words| text.contains(words.as_str())),
        "{evidence:?}"
    );
}

#[test]
fn without_its_words_an_intent_falls() {
    let with = intent_scores(
        "Looking for a good invoicing tool",
        "We need something cheap.",
    );
    let without = intent_scores("A good invoicing tool", "It is something.");

    assert!(with.of(Intent::Buying) > without.of(Intent::Buying) + 0.1);
}

#[test]
fn the_one_who_pays_is_hiring() {
    assert!(is_hiring(
        "Logo designer for a bakery",
        "We pay $200. Send us your portfolio."
    ));
    assert!(!is_hiring(
        "Logo designer with ten years",
        "My portfolio is below, my rates are fair."
    ));
}

#[test]
fn a_comparison_says_which_of_two_is_better() {
    assert!(is_comparison(
        "Rust is faster than Python for this.",
        "Rust",
        "Python"
    ));
    assert!(!is_comparison(
        "We write Rust and Python here.",
        "Rust",
        "Python"
    ));
}

#[test]
fn a_megabyte_takes_no_longer_than_its_length() {
    cases::is_linear(|text| assert!(intent_scores(text, text).evidence.len() <= 5));
}

proptest! {
    #![proptest_config(cases::few())]

    #[test]
    fn any_post_has_an_intent_and_shares_that_add_up(title in ".{0,200}", body in ".{0,2000}") {
        let scores = intent_scores(&title, &body);
        let sum: f32 = Intent::ALL.into_iter().map(|intent| scores.of(intent)).sum();

        prop_assert!((sum - 1.0).abs() < 1e-3);
    }
}
