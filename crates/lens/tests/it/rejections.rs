use lens::closeness::{CompanyProfile, CompanyText};
use lens::relevance::{CandidatePost, PartName, RejectionExample, RejectionHistory, judge};

#[test]
fn three_rejections_alike_lower_a_fourth_and_nothing_else() {
    for theme in THEMES {
        let profile = CompanyProfile::new(&CompanyText {
            one_liner: theme.company,
            ..CompanyText::default()
        });
        let score = |title, history: &RejectionHistory| {
            judge(
                &profile,
                &CandidatePost {
                    title,
                    ..CandidatePost::default()
                },
                history,
            )
            .score
        };
        let rejections = theme.rejected.iter().enumerate();
        let rejections =
            rejections.map(|(id, title)| RejectionExample::new(&id.to_string(), title, ""));
        let history = RejectionHistory::new(rejections);
        let none = RejectionHistory::default();

        let fall = score(theme.alike, &none) - score(theme.alike, &history);
        let other = score(theme.unrelated, &none) - score(theme.unrelated, &history);
        assert!(fall >= 15.0, "{:?} fell by {fall}", theme.alike);
        assert!(other < 2.0, "{:?} fell by {other}", theme.unrelated);
    }
}

#[test]
fn rejections_are_a_part_with_the_words_they_share() {
    let history = RejectionHistory::new(
        THEMES[0]
            .rejected
            .iter()
            .enumerate()
            .map(|(id, title)| RejectionExample::new(&id.to_string(), title, "")),
    );
    let post = CandidatePost {
        title: THEMES[0].alike,
        ..CandidatePost::default()
    };

    let judgement = judge(&invoicing(), &post, &history);

    let part = judgement
        .parts
        .iter()
        .find(|part| part.name == PartName::Rejections)
        .unwrap();
    assert!(part.words.contains(&"tax".to_owned()), "{part:?}");
    assert!(
        judgement.reason.ends_with("like posts you rejected."),
        "{}",
        judgement.reason
    );
}

#[test]
fn a_rejection_is_small() {
    let long = "quixotic ".repeat(9) + &"zebra crossings in unusual municipalities ".repeat(400);
    let rejection = RejectionExample::new("abcdef", &long, &long);
    let size = rejection.point.len() + rejection.stems.iter().map(String::len).sum::<usize>();
    assert!(size < 1_000, "{size}");
}

fn invoicing() -> CompanyProfile {
    CompanyProfile::new(&CompanyText {
        one_liner: THEMES[0].company,
        ..CompanyText::default()
    })
}

struct Theme {
    company: &'static str,
    rejected: [&'static str; 3],
    alike: &'static str,
    unrelated: &'static str,
}

const THEMES: [Theme; 4] = [
    Theme {
        company: "Invoicing and payment reminders for freelancers",
        rejected: [
            "How do freelancers pay quarterly tax on invoices?",
            "Is tax due on unpaid freelance invoices?",
            "Which tax form do I need for my freelance invoices?",
        ],
        alike: "Do I owe tax on a freelance invoice that was paid late?",
        unrelated: "What app do you use to remind clients of late payments?",
    },
    Theme {
        company: "Freshly roasted coffee and brewing gear by subscription",
        rejected: [
            "Which capsule machine makes the best coffee?",
            "Are coffee capsule machines worth it?",
            "Cheap capsules for my coffee machine?",
        ],
        alike: "Can I refill coffee capsules for a capsule machine?",
        unrelated: "Which grinder should I buy for pour over brewing?",
    },
    Theme {
        company: "Managed WordPress hosting with staging and daily backups",
        rejected: [
            "How do I change the font of my WordPress theme?",
            "My WordPress theme shows the wrong font, help?",
            "Where is the font setting in this WordPress theme?",
        ],
        alike: "Need help with fonts in a WordPress theme",
        unrelated: "My host lost my site, who does daily backups?",
    },
    Theme {
        company: "Network and server monitoring for IT teams",
        rejected: [
            "How should I study for a networking certification exam?",
            "Which networking certification exam is easiest?",
            "Failed my networking certification exam, what now?",
        ],
        alike: "Tips for the networking certification exam?",
        unrelated: "What do you use to get alerts when a server is down?",
    },
];
