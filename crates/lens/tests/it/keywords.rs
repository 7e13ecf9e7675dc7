use crate::cases;
use lens::keywords::{KeywordSuggestion, KeywordType, keyphrases, keywords};
use lens::website::{HtmlPage, facts, facts_from_text};
use proptest::prelude::*;

#[test]
fn keywords_are_what_customers_would_type() {
    cases::check(include_str!("../cases/keywords.txt"), 25, |case| {
        let (name, text) = case.title_and_body();
        let found = keywords(&facts_from_text(name, text));
        let lines = case.judgement.iter().map(|line| verdict(line, &found));
        lines.collect::<Vec<_>>().join("\n")
    });
}

/// The line of a case if it holds, otherwise what was found.
fn verdict(line: &str, found: &[KeywordSuggestion]) -> String {
    let said = |keyword: &KeywordSuggestion| format!("{} {}", kind(keyword.kind), keyword.keyword);
    let holds = match line.split_at(2) {
        ("+ ", wanted) => found.iter().take(10).any(|keyword| said(keyword) == wanted),
        (_, unwanted) => !found.iter().any(|keyword| keyword.keyword == unwanted),
    };
    let all = || found.iter().map(said).collect::<Vec<_>>().join(", ");
    if holds {
        line.to_owned()
    } else {
        format!("not so ({line}): {}", all())
    }
}

fn kind(kind: KeywordType) -> &'static str {
    match kind {
        KeywordType::Problem => "problem",
        KeywordType::Product => "product",
        KeywordType::Category => "category",
        KeywordType::Competitor => "competitor",
        KeywordType::Audience => "audience",
    }
}

#[test]
fn keywords_come_best_first_once_each_with_their_context() {
    let text = "Tallyhook is subscription billing software for agencies. Reduce churn.";

    let found = keywords(&facts_from_text("Tallyhook", text));

    assert!(found.iter().all(|keyword| keyword.intent_score <= 100));
    assert!(found.iter().all(|keyword| !keyword.context.is_empty()));
    let mut unique: Vec<_> = found
        .iter()
        .map(|keyword| keyword.keyword.to_lowercase())
        .collect();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), found.len());
}

#[test]
fn customers_of_a_company_are_no_keyword_and_neither_are_its_slogans() {
    let text = "Remindly sends automatic payment reminders that chase unpaid invoices for design \
                studios and freelancers. Get paid, stress less. Loved by small bakeries.";

    let found = keywords(&facts_from_text("Remindly", text));

    let texts: Vec<&str> = found.iter().map(|found| found.keyword.as_str()).collect();
    assert!((10..=15).contains(&texts.len()), "{texts:?}");
    for unwanted in [
        "design studios",
        "small bakeries",
        "freelancers",
        "stress less",
        "Remindly",
    ] {
        assert!(!texts.contains(&unwanted), "{texts:?}");
    }
    for wanted in [
        "chase unpaid invoices",
        "invoicing software",
        "FreshBooks alternative",
    ] {
        assert!(texts.contains(&wanted), "{wanted}: {texts:?}");
    }
}

#[test]
fn keywords_are_of_the_companys_own_trade_and_not_of_its_neighbours() {
    let pages = [
        (
            include_str!("../companies/kept_apart/chorally.html"),
            "app for choirs",
            "mix a track",
        ),
        (
            include_str!("../companies/kept_apart/mealmesh.html"),
            "order school lunches",
            "HelloFresh alternative",
        ),
        (
            include_str!("../companies/kept_apart/drift_physio.html"),
            "physiotherapy clinic for runners",
            "best running injuries",
        ),
        (
            include_str!("../companies/kept_apart/littlesprout.html"),
            "nursery school",
            "toilet train",
        ),
    ];
    for (html, wanted, unwanted) in pages {
        let url = "https://company.example/";

        let found = keywords(&facts(&[HtmlPage { url, html }]));

        let texts: Vec<&str> = found.iter().map(|found| found.keyword.as_str()).collect();
        assert!(texts.contains(&wanted), "{wanted}: {texts:?}");
        assert!(!texts.contains(&unwanted), "{unwanted}: {texts:?}");
    }
}

#[test]
fn keyphrases_are_what_a_text_is_about() {
    let text = "Flaky tests are a plague. A build server that reruns flaky tests is no cure, and \
                the team will soon ignore the build server.";

    let found = keyphrases(text, 2);

    assert_eq!(found, ["Flaky tests", "build server"]);
}

#[test]
fn a_text_of_small_words_has_no_keyphrases() {
    assert!(keyphrases("It is what it is, and so are we.", 10).is_empty());
    assert!(keyphrases("", 10).is_empty());
}

#[test]
fn a_megabyte_of_phrases_is_judged_in_linear_time() {
    cases::is_linear(|text| {
        assert!(keyphrases(text, 10).len() <= 10);
        assert!(keywords(&facts_from_text("Acme", text)).len() <= 15);
    });
}

proptest! {
    #![proptest_config(cases::few())]

    #[test]
    fn keyphrases_stand_in_the_text(text in any::<String>(), n in 0_usize..12) {
        let found = keyphrases(&text, n);
        prop_assert!(found.len() <= n);
        prop_assert!(found.iter().all(|phrase| text.contains(phrase.as_str())));
    }

    #[test]
    fn any_description_has_keywords(name in "\\PC{0,20}", text in any::<String>()) {
        let _ = keywords(&facts_from_text(&name, &text));
    }
}
