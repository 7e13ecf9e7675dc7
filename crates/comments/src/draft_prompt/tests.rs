//! The task and the material have each of their parts.

use providers::llm::untrusted_parts;

use super::*;
use crate::reply_kit::{KitFact, KitQuestion};

#[test]
fn the_task_has_each_of_its_parts() {
    let request = asked(Tone::CasualAndFriendly, &CommentLimits::default(), false);

    let task = request.system();
    assert!(task.starts_with("Earshot task: draft v2\n"), "{task}");
    for part in [
        "answers the first question of the post",
        "repeat none of them",
        "only where that truly answers",
        "such as: I work on Paperlark, so weigh that.",
        "50 to 110 words",
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
fn each_tone_says_what_it_does_and_does_not_and_has_two_examples_as_earlier_turns() {
    for tone in Tone::ALL {
        let request = asked(tone, &CommentLimits::default(), false);

        let rules = request
            .system()
            .split_once(&format!("Tone: {}\n", tone.name()));
        let (_, rules) = rules.expect("the tone stands in the task");
        assert!(
            rules.starts_with("Does: ") && rules.contains("\nDoes not: "),
            "{rules}"
        );
        assert!(!rules.contains("==="), "{rules}");
        assert_eq!(request.examples().len(), 2, "{}", tone.name());
        for example in request.examples() {
            let words = crate::comment_text::count_words(&example.answered);
            assert!((50..=110).contains(&words), "{words}: {}", example.answered);
            assert!(example.asked.ends_with(ORDER), "{}", example.asked);
            assert!(!example.asked.contains('{'), "{}", example.asked);
        }
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
    assert!(free.user().contains("Facts, each a sentence"));
    assert!(free.user().contains("Paperlark may be named"));
    assert!(held.system().contains("links and addresses of any kind"));
    assert!(!held.user().contains("Facts, each a sentence"));
    assert!(
        held.user()
            .contains("wants no promotion: name Paperlark only")
    );
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

    let repair = Repair {
        reasons: "It praises the post.",
        written: Some("Great question!"),
        without_answers: false,
    };
    let request = repair_request(&assignment, &repair);
    let anew = Repair {
        written: None,
        without_answers: true,
        ..repair
    };
    let anew = repair_request(&assignment, &anew);

    assert!(request.user().contains("You wrote:\n<<<DATA "));
    let note = "could not be used: It praises the post. Write the whole comment again";
    assert!(request.user().contains(note), "{}", request.user());
    assert!(anew.user().contains(note), "{}", anew.user());
    for left_out in ["You wrote", "accounts payable"] {
        assert!(request.user().contains(left_out), "{left_out}");
        assert!(!anew.user().contains(left_out), "{left_out}");
    }
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
