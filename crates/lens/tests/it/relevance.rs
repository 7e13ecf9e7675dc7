use crate::cases;
use lens::closeness::{CompanyProfile, CompanyText, closeness};
use lens::noise::NoiseKind;
use lens::reader::read_post;
use lens::relevance::{
    CandidatePost, CompanyVectors, Judgement, LeadCompany, LeadReasons, is_worth_reading, judge,
    least_score, need_candidates, read_need_candidates, reasons,
};
use proptest::prelude::*;

#[test]
fn posts_get_the_band_that_a_reader_would_give_them() {
    cases::check(include_str!("../cases/relevance.txt"), 25, |case| {
        let (company, post) = company_and_post(&case.text);
        let judgement = judged(&company, post);
        let wanted = case.judgement.get(1).copied().unwrap_or_default();
        let band = band(judgement.score);
        match explained(&company, post).need.as_deref() {
            _ if wanted.is_empty() => band.to_owned(),
            Some(need) if need == wanted => format!("{band}\n{need}"),
            need => format!(
                "{band} {:.0}\n{}",
                judgement.score,
                need.unwrap_or_default()
            ),
        }
    });
}

#[test]
fn what_scores_high_was_worth_reading() {
    for (title, body) in &POSTS[..2] {
        let post = CandidatePost {
            title,
            body,
            ..CandidatePost::default()
        };
        assert!(judged(&freelancers(), post).score > 60.0, "{title}");
        assert!(is_worth_reading(&freelancers(), &post), "{title}");
    }
    let jeans = CandidatePost {
        title: POSTS[3].0,
        body: POSTS[3].1,
        ..CandidatePost::default()
    };
    assert!(!is_worth_reading(&freelancers(), &jeans));
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
fn reasons_read_as_a_colleague_would_say_them() {
    cases::check(include_str!("../cases/reasons.txt"), 12, |case| {
        let (company, post) = company_and_post(&case.text);
        explained(&company, post).line
    });
}

#[test]
fn what_is_quoted_stands_in_the_post_and_in_the_companys_text_word_for_word() {
    for (title, body) in POSTS {
        let post = CandidatePost {
            title,
            body,
            ..CandidatePost::default()
        };
        let LeadReasons { need, fit, .. } = explained(&freelancers(), post);
        let need = need.expect("every post has a sentence");

        assert!(title.contains(&need) || body.contains(&need), "{need}");
        let text = "Invoicing and payment reminders for freelancers. \
                    Send invoices, chase late payments and see who has paid.";
        assert!(fit.is_none_or(|fit| text.contains(fit.trim_end_matches('.'))));
    }
}

#[test]
fn only_a_few_sentences_of_a_post_are_read_and_those_that_ask_among_them() {
    let body = "I went there by train. It rained a lot. ".repeat(40)
        + "Which app do you use for invoices? Thanks for reading all of this.";
    let post = CandidatePost {
        title: "A long story about my week",
        body: &body,
        ..CandidatePost::default()
    };

    let candidates = need_candidates(&post);

    assert!(candidates.len() <= 7, "{candidates:?}");
    assert!(candidates.contains(&"Which app do you use for invoices?"));
}

#[test]
fn a_company_that_was_read_before_judges_as_one_that_is_read_now() {
    let text = CompanyText {
        name: "Ledgerlark",
        one_liner: "Invoicing and payment reminders for freelancers",
        description: "Send invoices, chase late payments and see who has paid.",
        keywords: &["late invoices", "unpaid invoice"],
        ..CompanyText::default()
    };
    let bytes = CompanyVectors::read(&text).to_bytes();
    let stored = CompanyVectors::from_bytes(&text, &bytes).expect("the text is the same");
    let other = CompanyText {
        description: "We write another text here. It has more sentences in it.",
        ..text
    };
    let post = CandidatePost {
        title: POSTS[0].0,
        body: POSTS[0].1,
        ..CandidatePost::default()
    };

    let again = LeadCompany::with_vectors(&text, stored);

    let score = judged(&freelancers(), post).score;
    assert!((judged(&again, post).score - score).abs() < f32::EPSILON);
    assert_eq!(explained(&again, post), explained(&freelancers(), post));
    assert_eq!(CompanyVectors::from_bytes(&other, &bytes), None);
}

#[test]
fn a_company_with_a_vague_text_is_read_by_its_keywords_too() {
    let vague = |keywords| {
        LeadCompany::new(&CompanyText {
            name: "Helply",
            one_liner: "We help people",
            description: "",
            keywords,
            ..CompanyText::default()
        })
    };
    let posts = POSTS.map(|(title, body)| CandidatePost {
        title,
        body,
        ..CandidatePost::default()
    });
    let of_keywords = vague(&["late invoices", "invoicing app", "payment reminders"]);
    assert!(judged(&of_keywords, posts[0]).score > 50.0);
    assert!(judged(&of_keywords, posts[3]).score < 20.0);
    for post in posts {
        assert!(judged(&vague(&[]), post).score < 60.0, "{}", post.title);
        assert_ne!(explained(&vague(&[]), post).line, "");
    }
}

#[test]
fn a_flag_of_reddit_leaves_little_of_a_score() {
    let (title, body) = POSTS[0];
    let plain = CandidatePost {
        title,
        body,
        ..CandidatePost::default()
    };
    let flagged = [
        CandidatePost {
            is_removed: true,
            ..plain
        },
        CandidatePost {
            is_adult: true,
            ..plain
        },
        CandidatePost {
            is_stickied: true,
            ..plain
        },
    ];
    for post in flagged {
        let judgement = judged(&freelancers(), post);
        assert!(judgement.score < 30.0, "{post:?}: {}", judgement.score);
        assert!(judgement.noise.is_some(), "{post:?}");
    }
}

#[test]
fn a_job_ad_is_noise_unless_the_company_serves_those_who_hire() {
    let ad = CandidatePost {
        title: "[Hiring] We need two line cooks and nobody applies",
        body: "We are hiring for our restaurant. We posted the job everywhere and get no applications. How do you find people?",
        ..CandidatePost::default()
    };
    let recruiting = LeadCompany::new(&CompanyText {
        one_liner: "Applicant tracking for small teams",
        description: "Post a job once, collect applications in one place and hire faster.",
        keywords: &["applicant tracking", "find applicants", "job posting"],
        ..CompanyText::default()
    });

    let (theirs, ours) = (judged(&recruiting, ad), judged(&freelancers(), ad));
    assert!(theirs.noise.is_none(), "{:?}", theirs.noise);
    assert_eq!(ours.noise.map(|noise| noise.kind), Some(NoiseKind::Hiring));
    assert!(theirs.score > least_score(), "{}", theirs.score);
    assert!(ours.score < least_score(), "{}", ours.score);
}

#[test]
fn who_offers_what_the_company_sells_is_no_customer() {
    for (title, body) in [
        (
            "[For Hire] Bookkeeper for freelancers",
            "I send your invoices and chase late payments. My rates are fair, message me.",
        ),
        (
            "I mentor freelancers who want to be paid on time",
            "My course shows how to write invoices and reminders. Sign up on my site!",
        ),
        (
            "I made a free invoice template, check it out",
            "Download it from my blog and tell your friends.",
        ),
    ] {
        let judgement = judged(
            &freelancers(),
            CandidatePost {
                title,
                body,
                ..CandidatePost::default()
            },
        );

        assert!(
            judgement.score < least_score(),
            "{title}: {}",
            judgement.score
        );
    }
}

#[test]
fn a_company_that_has_named_only_keywords_gets_its_leads_too() {
    let company = LeadCompany::new(&CompanyText {
        keywords: &["late invoices", "invoicing app", "payment reminders"],
        ..CompanyText::default()
    });
    let score = |(title, body): (&str, &str)| {
        judged(
            &company,
            CandidatePost {
                title,
                body,
                ..CandidatePost::default()
            },
        )
        .score
    };

    assert!(score(POSTS[0]) > 50.0, "{}", score(POSTS[0]));
    assert!(score(POSTS[3]) < 20.0, "{}", score(POSTS[3]));
}

proptest! {
    #![proptest_config(cases::few())]

    #[test]
    fn any_post_gets_a_score_and_a_reason(title in "\\PC{0,300}", body in "\\PC{0,3000}") {
        let post = CandidatePost { title: &title, body: &body, ..CandidatePost::default() };
        let judgement = judged(&freelancers(), post);

        prop_assert!((0.0..=100.0).contains(&judgement.score));
        let reasons = explained(&freelancers(), post);
        prop_assert_ne!(reasons.line, "");
        prop_assert!(reasons.need.is_none_or(|need| title.contains(&need) || body.contains(&need)));
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
        let post = CandidatePost {
            title: &text,
            body: &text,
            ..CandidatePost::default()
        };
        assert!(explained(&freelancers(), post).line.chars().count() < 300);
    }
}

fn judged(company: &LeadCompany, post: CandidatePost) -> Judgement {
    let read = read_post(post.subreddit, post.title, post.body);
    judge(company, &post, &read)
}

pub(crate) fn explained(company: &LeadCompany, post: CandidatePost) -> LeadReasons {
    reasons(company, &post, &read_need_candidates(&post), None)
}

fn band(score: f32) -> &'static str {
    match score {
        60.0.. => "high",
        35.0.. => "middle",
        _ => "low",
    }
}

/// A company (line | description | keywords), then a line `r/name title`, then the body.
fn company_and_post(text: &str) -> (LeadCompany, CandidatePost<'_>) {
    let mut lines = text.splitn(3, '\n');
    let company = lines.next().unwrap_or_default();
    let (name, company) = company.split_once(": ").unwrap_or(("", company));
    let mut company = company.split(" | ");
    let mut part = || company.next().unwrap_or_default();
    let (one_liner, description, keywords) = (part(), part(), part());
    let keywords: Vec<&str> = keywords.split_terminator(", ").collect();
    let (subreddit, title) = lines
        .next()
        .unwrap_or_default()
        .split_once(' ')
        .unwrap_or_default();
    let body = lines.next().unwrap_or_default();
    let company = LeadCompany::new(&CompanyText {
        name,
        one_liner,
        description,
        keywords: &keywords,
        ..CompanyText::default()
    });
    (
        company,
        CandidatePost {
            title,
            body,
            subreddit,
            ..CandidatePost::default()
        },
    )
}

fn freelancers() -> LeadCompany {
    LeadCompany::new(&CompanyText {
        name: "Ledgerlark",
        one_liner: "Invoicing and payment reminders for freelancers",
        description: "Send invoices, chase late payments and see who has paid.",
        keywords: &["late invoices", "unpaid invoice"],
        ..CompanyText::default()
    })
}

const POSTS: [(&str, &str); 4] = [
    (
        "What do you use for invoicing as a freelancer?",
        "My clients pay late and I am tired of chasing every invoice by hand. Any app you recommend?",
    ),
    (
        "My client has not paid",
        "The invoice is sixty days late. How do I get my money?",
    ),
    (
        "I made a free invoice template",
        "Check it out and tell me what you think!",
    ),
    (
        "Which jeans fit tall people?",
        "I am looking for a brand that makes long legs.",
    ),
];
