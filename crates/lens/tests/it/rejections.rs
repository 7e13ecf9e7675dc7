use lens::closeness::CompanyText;
use lens::reader::read_post;
use lens::relevance::{
    CandidatePost, Judgement, LeadCompany, RejectionExample, RejectionHistory, judge,
};

#[test]
fn three_rejections_alike_lower_a_fourth_and_nothing_else() {
    for theme in THEMES {
        let score = |title, history: &RejectionHistory| judged(&theme, title, history).score;
        let rejections = theme.rejected.iter().enumerate();
        let rejections =
            rejections.map(|(id, title)| RejectionExample::new(&id.to_string(), title, ""));
        let history = RejectionHistory::new(rejections);
        let none = RejectionHistory::default();

        let left = score(theme.alike, &history) / score(theme.alike, &none);
        let other = score(theme.unrelated, &history) / score(theme.unrelated, &none);
        assert!(left <= 0.5, "{:?} keeps {left}", theme.alike);
        assert!(other > 0.95, "{:?} keeps {other}", theme.unrelated);
    }
}

#[test]
fn rejections_are_named_by_the_words_they_share() {
    let history = RejectionHistory::new(
        THEMES[0]
            .rejected
            .iter()
            .enumerate()
            .map(|(id, title)| RejectionExample::new(&id.to_string(), title, "")),
    );
    let judgement = judged(&THEMES[0], THEMES[0].alike, &history);

    let rejected = judgement.rejected.unwrap();
    assert!(rejected.words.contains(&"tax".to_owned()), "{rejected:?}");
}

#[test]
fn a_rejection_is_small() {
    let long = "quixotic ".repeat(9) + &"zebra crossings in unusual municipalities ".repeat(400);
    let rejection = RejectionExample::new("abcdef", &long, &long);
    let size = rejection.point.len() + rejection.stems.iter().map(String::len).sum::<usize>();
    assert!(size < 1_000, "{size}");
}

fn judged(theme: &Theme, title: &str, history: &RejectionHistory) -> Judgement {
    let company = LeadCompany::new(&CompanyText {
        one_liner: theme.company,
        ..CompanyText::default()
    });
    let post = CandidatePost {
        title,
        ..CandidatePost::default()
    };
    judge(&company, &post, &read_post("", title, ""), history)
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
