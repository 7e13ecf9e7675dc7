//! The task and the material have each of their parts.

use providers::llm::untrusted_parts;

use super::*;
use crate::reply_kit::{KitFact, KitQuestion};

#[test]
fn the_task_has_each_of_its_parts() {
    let request = asked(Tone::CasualAndFriendly, &CommentLimits::default(), false);

    let task = request.system();
    assert!(task.starts_with("Earshot task: draft v1\n"), "{task}");
    for part in [
        "answers the questions of the post first",
        "repeats none of them",
        "only where it truly answers",
        "such as: I work on Paperlark, so weigh that.",
        "40 to 120 words",
        "in the language of the post",
        "only what the company's facts say",
        "\"Great question\"",
        "lists, headings, bold text",
        "links and addresses of any kind",
        "hype",
        "apologies for existing",
        "\nTone: casual and friendly\n",
        "plain text",
    ] {
        assert!(task.contains(part), "{part}: {task}");
    }
    assert!(!task.contains('{') && !task.contains('}'), "{task}");
}

#[test]
fn each_tone_says_what_it_does_and_does_not_and_has_two_examples() {
    for tone in Tone::ALL {
        let task = asked(tone, &CommentLimits::default(), false);
        let task = task.system();

        let rules = task.split_once(&format!("Tone: {}\n", tone.name()));
        let (_, rules) = rules.expect("the tone stands in the task");
        assert!(
            rules.starts_with("Does: ") && rules.contains("\nDoes not: "),
            "{rules}"
        );
        assert_eq!(rules.matches("\nExample: ").count(), 2, "{}", tone.name());
    }
}

#[test]
fn where_promotion_is_forbidden_the_product_is_left_out_and_no_link_is_given() {
    let strict = CommentLimits {
        against_promotion: Some("No adverts".to_owned()),
        ..CommentLimits::default()
    };

    let free = asked(Tone::default(), &CommentLimits::default(), true);
    let held = asked(Tone::default(), &strict, true);

    assert!(
        free.system()
            .contains("company's own website, which may stand there once")
    );
    assert!(held.system().contains("does not want promotion"));
    assert!(held.system().contains("links and addresses of any kind"));
}

#[test]
fn the_material_has_the_company_the_rules_the_answers_the_post_and_its_questions() {
    let request = asked(Tone::default(), &CommentLimits::default(), false);

    let parts = untrusted_parts(request.user());
    assert_eq!(parts.len(), 5, "{}", request.user());
    assert!(parts[0].starts_with("Company: Paperlark\n"), "{}", parts[0]);
    assert!(parts[0].contains("- \"See when it was opened.\" (paperlark.example/features)"));
    assert!(parts[0].contains("- \"Bank transfers cost nothing.\" (paperlark.example/pricing)"));
    assert!(
        parts[1].contains("- Disclose: Say who you are."),
        "{}",
        parts[1]
    );
    assert_eq!(parts[2], "- Ask for the accounts payable address.");
    assert!(
        parts[3].starts_with("Subreddit: freelance\nTitle: Late again\n"),
        "{}",
        parts[3]
    );
    assert_eq!(parts[4], "- Was it opened?");
    assert!(request.user().contains("which you do not repeat"));
}

#[test]
fn a_comment_is_asked_about_with_its_author() {
    let comment = DraftPost {
        is_comment: true,
        author: "quiet_otter".to_owned(),
        ..late()
    };

    assert!(post(&comment).starts_with("Subreddit: freelance\nAuthor: quiet_otter\nTitle: "));
}

#[test]
fn a_repair_shows_what_was_written_and_says_why_it_cannot_be_used() {
    let (post, company, kit) = (late(), paperlark(), kit());
    let limits = CommentLimits::default();
    let assignment = assignment((&post, &company, &kit), Tone::default(), &limits, false);

    let request = repair_request(&assignment, "Great question!", "It praises the post.");

    assert!(request.user().contains("You wrote:\n<<<DATA "));
    let note = "could not be used: It praises the post. Write the whole comment again";
    assert!(request.user().contains(note), "{}", request.user());
}

fn asked(tone: Tone, limits: &CommentLimits, wants_link: bool) -> CompletionRequest {
    let (post, company, kit) = (late(), paperlark(), kit());
    draft_request(&assignment(
        (&post, &company, &kit),
        tone,
        limits,
        wants_link,
    ))
}

fn assignment<'a>(
    (post, company, kit): (&'a DraftPost, &'a DraftCompany, &'a ReplyKit),
    tone: Tone,
    limits: &'a CommentLimits,
    wants_link: bool,
) -> Assignment<'a> {
    static RULES: std::sync::LazyLock<Vec<CommentRule>> = std::sync::LazyLock::new(|| {
        vec![CommentRule {
            name: "Disclose".to_owned(),
            description: "Say who you are.".to_owned(),
        }]
    });
    static ANSWERS: std::sync::LazyLock<Vec<String>> =
        std::sync::LazyLock::new(|| vec!["Ask for the accounts\npayable address.".to_owned()]);
    Assignment {
        post,
        company,
        rules: &RULES,
        limits,
        kit,
        answers: &ANSWERS,
        tone,
        wants_link,
    }
}

fn late() -> DraftPost {
    DraftPost {
        title: "Late again".to_owned(),
        body: "The invoice never arrived, they say. Was it opened?".to_owned(),
        subreddit: "freelance".to_owned(),
        ..DraftPost::default()
    }
}

fn kit() -> ReplyKit {
    ReplyKit {
        questions: vec![KitQuestion {
            quote: "Was it opened?".to_owned(),
            facts: vec![KitFact {
                quote: "See when it was opened.".to_owned(),
                page: "paperlark.example/features".to_owned(),
            }],
        }],
        disclosure: "I work on Paperlark, so weigh that.".to_owned(),
        ..ReplyKit::default()
    }
}

fn paperlark() -> DraftCompany {
    DraftCompany {
        name: "Paperlark".to_owned(),
        sentences: vec![SourceSentence {
            quote: "Bank transfers cost nothing.".to_owned(),
            page: "https://paperlark.example/pricing".to_owned(),
        }],
        ..DraftCompany::default()
    }
}
