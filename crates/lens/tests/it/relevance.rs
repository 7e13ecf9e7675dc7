use crate::cases;
use lens::closeness::{CompanyProfile, CompanyText, closeness};
use lens::relevance::{CandidatePost, Judgement, RejectionHistory, judge};
use proptest::prelude::*;

#[test]
fn posts_get_the_band_that_a_reader_would_give_them() {
    cases::check(include_str!("../cases/relevance.txt"), 25, |case| {
        let (profile, post) = company_and_post(&case.text);
        let judgement = judged(&profile, post);
        let wanted = case.judgement.get(1).copied().unwrap_or_default();
        let words = judgement
            .parts
            .iter()
            .flat_map(|part| &part.words)
            .collect::<Vec<_>>();
        let missing = wanted
            .split(", ")
            .filter(|word| !words.iter().any(|said| said == word));
        let missing = missing.filter(|word| !word.is_empty()).collect::<Vec<_>>();
        let band = band(judgement.score);
        match (wanted, &missing[..]) {
            ("", _) => band.to_owned(),
            (_, []) => format!("{band}\n{wanted}"),
            _ => format!(
                "{band} {:.0}\nwithout {missing:?} of {words:?}",
                judgement.score
            ),
        }
    });
}

#[test]
fn the_closer_post_of_two_is_found() {
    cases::check(include_str!("../cases/closeness.txt"), 25, |case| {
        let lines = case
            .text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect::<Vec<_>>();
        let [company, posts @ ..] = &lines[..] else {
            return "no company".to_owned();
        };
        let profile = CompanyProfile::new(&CompanyText {
            one_liner: company,
            ..CompanyText::default()
        });
        let nearness = |post: &str| {
            let close = closeness(&profile, post, "");
            close.meaning + close.title_matches.score
        };
        let mut posts = posts.to_vec();
        posts.sort_by(|one, other| nearness(other).total_cmp(&nearness(one)));
        posts[0].to_owned()
    });
}

#[test]
fn parts_add_up_to_the_score_and_there_are_at_least_five() {
    for (title, body, score) in POSTS {
        let judgement = judged(
            &freelancers(),
            CandidatePost {
                title,
                body,
                score,
                ..CandidatePost::default()
            },
        );

        let sum: f32 = judgement.parts.iter().map(|part| part.points).sum();
        assert!(
            (sum - judgement.score).abs() < 1e-3,
            "{sum} is not {}",
            judgement.score
        );
        assert!(judgement.parts.len() >= 5);
    }
}

#[test]
fn removing_the_named_words_changes_their_part() {
    for (title, body, _) in POSTS {
        let before = judged(
            &freelancers(),
            CandidatePost {
                title,
                body,
                ..CandidatePost::default()
            },
        );
        for part in before.parts.iter().filter(|part| !part.words.is_empty()) {
            let title = without(title, &part.words);
            let body = without(body, &part.words);

            let after = judged(
                &freelancers(),
                CandidatePost {
                    title: &title,
                    body: &body,
                    ..CandidatePost::default()
                },
            );

            let points = |judgement: &Judgement| {
                judgement
                    .parts
                    .iter()
                    .find(|other| other.name == part.name)
                    .map(|it| it.points)
            };
            assert_ne!(
                points(&before),
                points(&after),
                "{part:?} in {title:?} {body:?}"
            );
        }
    }
}

#[test]
fn age_votes_and_rank_count_a_little_and_flags_much() {
    let (title, body, _) = POSTS[0];
    let plain = CandidatePost {
        title,
        body,
        ..CandidatePost::default()
    };
    let score = |post| judged(&freelancers(), post).score;

    assert!(
        score(CandidatePost {
            age_hours: Some(1.0),
            ..plain
        }) > score(plain)
    );
    assert!(
        score(CandidatePost {
            google_rank: Some(1),
            ..plain
        }) > score(CandidatePost {
            google_rank: Some(9),
            ..plain
        })
    );
    assert!(
        score(CandidatePost {
            comments: Some(40),
            ..plain
        }) > score(plain)
    );
    assert!(
        score(CandidatePost {
            is_removed: true,
            ..plain
        }) < 30.0
    );
    assert!(
        score(CandidatePost {
            is_adult: true,
            ..plain
        }) < 30.0
    );
    assert!(
        score(CandidatePost {
            is_stickied: true,
            ..plain
        }) < 30.0
    );
}

proptest! {
    #![proptest_config(cases::few())]

    #[test]
    fn any_post_gets_a_score_that_is_its_parts(title in "\\PC{0,300}", body in "\\PC{0,3000}") {
        let judgement = judged(&freelancers(), CandidatePost { title: &title, body: &body, ..CandidatePost::default() });

        let sum: f32 = judgement.parts.iter().map(|part| part.points).sum();
        prop_assert!((0.0..=100.0).contains(&judgement.score));
        prop_assert!((sum - judgement.score).abs() < 1e-3);
    }
}

#[test]
fn a_megabyte_is_judged_in_linear_time() {
    for unit in [
        "invoice ",
        "a",
        "?!",
        "é",
        "在",
        "http://",
        "looking for ",
        "\n",
    ] {
        let text = unit.repeat(1_000_000 / unit.len());

        let judgement = judged(
            &freelancers(),
            CandidatePost {
                title: &text,
                body: &text,
                ..CandidatePost::default()
            },
        );

        assert!((0.0..=100.0).contains(&judgement.score));
    }
}

fn judged(profile: &CompanyProfile, post: CandidatePost) -> Judgement {
    judge(profile, &post, &RejectionHistory::default())
}

fn band(score: f32) -> &'static str {
    match score {
        60.0.. => "high",
        35.0.. => "middle",
        _ => "low",
    }
}

/// A company on the first line, then a line `r/name title`, then the body.
fn company_and_post(text: &str) -> (CompanyProfile, CandidatePost<'_>) {
    let mut lines = text.splitn(3, '\n');
    let company = lines.next().unwrap_or_default();
    let (one_liner, description) = company.split_once(" | ").unwrap_or((company, ""));
    let (subreddit, title) = lines
        .next()
        .unwrap_or_default()
        .split_once(' ')
        .unwrap_or_default();
    let body = lines.next().unwrap_or_default();
    let profile = CompanyProfile::new(&CompanyText {
        one_liner,
        description,
        ..CompanyText::default()
    });
    (
        profile,
        CandidatePost {
            title,
            body,
            subreddit,
            ..CandidatePost::default()
        },
    )
}

/// A text without these words, whatever their case.
fn without(text: &str, words: &[String]) -> String {
    let mut rest = text.to_lowercase();
    for word in words {
        rest = rest.replace(word.as_str(), " ");
    }
    rest
}

fn freelancers() -> CompanyProfile {
    CompanyProfile::new(&CompanyText {
        name: "Ledgerlark",
        one_liner: "Invoicing and payment reminders for freelancers",
        description: "Send invoices, chase late payments and see who has paid.",
        keywords: &["late invoices", "unpaid invoice"],
    })
}

const POSTS: [(&str, &str, Option<i64>); 5] = [
    (
        "What do you use for invoicing as a freelancer?",
        "My clients pay late and I am tired of chasing every invoice by hand. Any app you recommend?",
        Some(12),
    ),
    (
        "My client has not paid",
        "The invoice is sixty days late. How do I get my money?",
        None,
    ),
    (
        "I made a free invoice template",
        "Check it out and tell me what you think!",
        Some(900),
    ),
    (
        "Which jeans fit tall people?",
        "I am looking for a brand that makes long legs.",
        None,
    ),
    ("", "", None),
];
