use crate::cases;
use lens::noise::{NoiseKind, noise};
use proptest::prelude::*;

#[test]
fn noise_is_told_from_posts() {
    cases::check(include_str!("../cases/noise.txt"), 25, |case| {
        let (first, rest) = case.title_and_body();
        let (subreddit, title, body) = match first.strip_prefix("r/") {
            Some(name) => {
                let (title, body) = rest.split_once('\n').unwrap_or((rest, ""));
                (Some(name), title, body.trim())
            }
            None => (None, first, rest),
        };
        let found = noise(title, body, subreddit);
        found.map_or("none", |found| found.kind.as_str()).to_owned()
    });
}

#[test]
fn the_words_that_made_it_are_named() {
    let found = noise("[Hiring] Video editor", "", None).expect("a job ad is noise");

    assert_eq!(
        (found.kind, found.words),
        (NoiseKind::Hiring, vec!["hiring".to_owned()])
    );
}

#[test]
fn a_megabyte_takes_no_longer_than_its_length() {
    cases::is_linear(|text| {
        assert!(noise(text, text, Some("pics")).is_none_or(|it| !it.words.is_empty()));
    });
}

proptest! {
    #![proptest_config(cases::few())]

    #[test]
    fn any_post_is_noise_or_none(title in ".{0,200}", body in ".{0,2000}") {
        let _ = noise(&title, &body, Some(&title));
    }
}
