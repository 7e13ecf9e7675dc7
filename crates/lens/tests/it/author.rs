use crate::cases;
use lens::author::{Side, author};
use lens::closeness::{CompanyPoints, CompanyText};
use lens::intent::Intent;
use lens::noise::noise;
use lens::reader::read_post;
use lens::relevance::features::serves_recruiters;

#[test]
fn authors_want_what_a_reader_says_they_want() {
    cases::check(include_str!("../cases/author.txt"), 12, |case| {
        let (title, body) = case.title_and_body();
        let judged = judged(title, body);
        let wanted = case.judgement.first().copied().unwrap_or_default();
        let is_intent = Intent::ALL.iter().any(|intent| intent.as_str() == wanted);
        if is_intent {
            judged.intent().as_str().to_owned()
        } else {
            judged.side().as_str().to_owned()
        }
    });
}

#[test]
fn nobody_who_asks_for_help_is_said_to_offer() {
    for (title, body) in [
        (
            "Can anyone recommend a mentor for a new founder?",
            "I run a small shop and feel lost.",
        ),
        (
            "Looking to hire a developer",
            "We need a person for a three month project. Budget is 5k.",
        ),
        (
            "How do I sell my old camera?",
            "Where do you list yours, and who pays for shipping?",
        ),
    ] {
        assert_ne!(judged(title, body).side(), Side::Offers, "{title}");
    }
}

#[test]
fn companies_that_serve_recruiters_are_told_from_others() {
    let serves = |one_liner: &str, description: &str| {
        serves_recruiters(&CompanyPoints::of(&CompanyText {
            one_liner,
            description,
            ..CompanyText::default()
        }))
    };
    for (one_liner, description) in [
        (
            "Applicant tracking for small teams",
            "Post a job once, collect applications in one place and hire faster.",
        ),
        (
            "Find developers to hire",
            "A marketplace where startups meet vetted engineers looking for a job.",
        ),
        (
            "AI sourcing for recruiters",
            "Finds candidates and writes the first message.",
        ),
    ] {
        assert!(serves(one_liner, description), "{one_liner}");
    }
    for (one_liner, description) in [
        (
            "Invoicing and payment reminders for freelancers",
            "Send invoices, chase late payments and see who has paid.",
        ),
        ("Managed WordPress hosting", "Staging and daily backups."),
        (
            "A CRM small sales teams actually use",
            "Contacts, deals on a board, email tracking and follow-up reminders.",
        ),
        (
            "Strength training programs and coaching online",
            "Programs for beginners and lifters.",
        ),
        (
            "Project management for agencies",
            "Plan the work of your team, track time and send reports.",
        ),
    ] {
        assert!(!serves(one_liner, description), "{one_liner}");
    }
}

#[test]
fn a_megabyte_takes_no_longer_than_its_length() {
    cases::is_linear(|text| {
        assert!(judged(text, text).intents.iter().sum::<f32>() > 0.99);
    });
}

fn judged(title: &str, body: &str) -> lens::author::AuthorJudgement {
    let kind = noise(title, body, None).map(|noise| noise.kind);
    author(&read_post("", title, body), title, body, kind)
}
