//! The request to a language model. The task is ours and stands in `prompts/`; everything that
//! strangers wrote stands in fences after it.

#[cfg(test)]
mod tests;

use onboarding::SourceSentence;
use providers::llm::{CompletionRequest, Example, REPAIR_NOTE, RequestKind, quote_untrusted};

use super::company_facts::CompanyFacts;
use super::draft_company::DraftCompany;
use super::draft_post::DraftPost;
use super::reply_kit::{ReplyKit, short_address};
use super::subreddit_rules::{CommentLimits, CommentRule};
use super::tone::Tone;
use super::untrusted_text::visible;

/// What a comment is written from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assignment<'a> {
    pub(super) post: &'a DraftPost,
    pub(super) company: &'a DraftCompany,
    pub(super) rules: &'a [CommentRule],
    pub(super) limits: &'a CommentLimits,
    pub(super) kit: &'a ReplyKit,
    /// The best answers of the thread so far.
    pub(super) answers: &'a [String],
    pub(super) tone: Tone,
    /// The user asks for the address of their own site.
    pub(super) wants_link: bool,
}

/// 120 words in any language. A model that thinks gets room for that besides.
const MAX_TOKENS: u32 = 500;

const TASK: &str = include_str!("../prompts/draft.v2.md");
/// The posts of the examples. Each tone has a comment on each of them.
const EXAMPLE_POSTS: &str = include_str!("../prompts/draft.v2.examples.txt");

/// The request for a first draft.
pub(super) fn draft_request(assignment: &Assignment<'_>) -> CompletionRequest {
    request(assignment, &material(assignment))
}

/// What the model is told about a draft that cannot be used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repair<'a> {
    pub(super) reasons: &'a str,
    /// What it wrote, unless hardly anything of it can stay: a small model would write it again.
    pub(super) written: Option<&'a str>,
    /// It recited these instead of answering, so it does not get them again.
    pub(super) without_answers: bool,
}

/// The request for a better one.
pub(super) fn repair_request(
    assignment: &Assignment<'_>,
    repair: &Repair<'_>,
) -> CompletionRequest {
    let answers = if repair.without_answers {
        &[]
    } else {
        assignment.answers
    };
    let material = material(&Assignment {
        answers,
        ..*assignment
    });
    let earlier = repair.written.map(|written| {
        let earlier = quote_untrusted(cut(written, MAX_WRITTEN_CHARS));
        format!("\n\nYou wrote:\n{earlier}")
    });
    let (earlier, reasons) = (earlier.unwrap_or_default(), repair.reasons);
    let note = format!("{REPAIR_NOTE} {reasons} Write the whole comment again and mend that.");
    request(assignment, &format!("{material}{earlier}\n\n{note}"))
}

fn request(assignment: &Assignment<'_>, material: &str) -> CompletionRequest {
    CompletionRequest::new(RequestKind::Draft, &task(assignment), material)
        .with_examples(&examples(assignment.tone))
        .with_max_tokens(MAX_TOKENS)
}

/// The example posts with the tone's comments.
fn examples(tone: Tone) -> Vec<Example> {
    let comments = example_comments(tone);
    let posts = sections(EXAMPLE_POSTS).skip(1);
    posts
        .zip(comments)
        .map(|(post, comment)| Example {
            asked: post.replace("{order}", ORDER),
            answered: comment.to_owned(),
        })
        .collect()
}

/// The comments that show a tone.
pub(super) fn example_comments(tone: Tone) -> impl Iterator<Item = &'static str> {
    sections(tone_file(tone)).skip(1)
}

/// What stands before the first line `=== example`, then each example.
fn sections(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.split("=== example\n").map(str::trim)
}

/// The instructions. Untrusted text is only in the material.
fn task(assignment: &Assignment<'_>) -> String {
    let links = if is_link_allowed(assignment) {
        "any address but that of the company's own website, which may stand there once"
    } else {
        "links and addresses of any kind"
    };
    let tone = assignment.tone;
    let rules = sections(tone_file(tone)).next().unwrap_or_default();
    TASK.replace("{links}", links)
        .replace("{disclosure}", &assignment.kit.disclosure)
        .replace("{tone}", tone.name())
        .replace("{tone_rules}", rules)
}

/// What is said last, after everything that strangers wrote: small models follow that best.
const ORDER: &str =
    "Write the comment: 60 to 100 words, the answer to the first question first, no greeting.";

fn promotion(assignment: &Assignment<'_>) -> String {
    let name = one_line(&assignment.company.spoken_name(), 80);
    if is_promotion_forbidden(assignment) {
        format!(
            "This community wants no promotion: name {name} only where you say that you work there, \
             and recommend nothing of it."
        )
    } else {
        format!(
            "{name} may be named in one sentence after the advice, if one of its facts truly answers \
             a question."
        )
    }
}

fn is_promotion_forbidden(assignment: &Assignment<'_>) -> bool {
    assignment.limits.against_promotion.is_some()
}

/// Whether the user asked for a link to their own site and the community allows it.
pub(super) fn is_link_allowed(assignment: &Assignment<'_>) -> bool {
    assignment.wants_link && !is_promotion_forbidden(assignment)
}

fn tone_file(tone: Tone) -> &'static str {
    match tone {
        Tone::HelpfulAndProfessional => {
            include_str!("../prompts/tones/helpful_and_professional.v2.md")
        }
        Tone::CasualAndFriendly => include_str!("../prompts/tones/casual_and_friendly.v2.md"),
        Tone::ExpertAndAuthoritative => {
            include_str!("../prompts/tones/expert_and_authoritative.v2.md")
        }
        Tone::ConversationalAndEngaging => {
            include_str!("../prompts/tones/conversational_and_engaging.v2.md")
        }
        Tone::SupportiveAndEncouraging => {
            include_str!("../prompts/tones/supportive_and_encouraging.v2.md")
        }
    }
}

/// The facts and the post must fit beside each other into a request.
const MAX_FACTS_CHARS: usize = 1_800;
const MAX_RULES_CHARS: usize = 500;
const MAX_ANSWER_CHARS: usize = 240;
const MAX_POST_CHARS: usize = 3_500;
const MAX_WRITTEN_CHARS: usize = 1_200;
/// How many facts a model gets, those that answer a question first.
const MOST_FACTS: usize = 7;

fn material(assignment: &Assignment<'_>) -> String {
    let mut parts = vec![
        format!("The company:\n{}", quote_untrusted(&company(assignment))),
        format!(
            "The community's rules:\n{}",
            quote_untrusted(&rules(assignment))
        ),
    ];
    if !assignment.answers.is_empty() {
        let answers: Vec<String> = assignment
            .answers
            .iter()
            .map(|answer| format!("- {}", one_line(answer, MAX_ANSWER_CHARS)))
            .collect();
        parts.push(format!(
            "The best answers so far, which you do not repeat:\n{}",
            quote_untrusted(&answers.join("\n"))
        ));
    }
    parts.push(format!(
        "The post:\n{}",
        quote_untrusted(&post(assignment.post))
    ));
    let questions: Vec<String> = assignment
        .kit
        .questions
        .iter()
        .map(|question| format!("- {}", question.quote))
        .collect();
    if !questions.is_empty() {
        let asks = if assignment.kit.need.is_some() {
            "What its author needs"
        } else {
            "What it asks"
        };
        let questions = quote_untrusted(&questions.join("\n"));
        parts.push(format!("{asks}:\n{questions}"));
    }
    parts.push(format!("{}\n{ORDER}", promotion(assignment)));
    parts.join("\n\n")
}

/// Where the product must not be recommended, its facts would only tempt.
fn company(assignment: &Assignment<'_>) -> String {
    let company = assignment.company;
    let about = format!(
        "Company: {}\nWhat it does: {}\nFor: {}",
        company.spoken_name(),
        one_line(&company.meta_description, 300),
        one_line(&company.audience, 120),
    );
    if is_promotion_forbidden(assignment) {
        return about;
    }
    let facts = facts_for(assignment)
        .into_iter()
        .map(|(quote, page)| format!("- \"{quote}\" ({page})"))
        .collect::<Vec<_>>()
        .join("\n");
    let facts = if facts.is_empty() {
        "- none"
    } else {
        cut(&facts, MAX_FACTS_CHARS)
    };
    format!("{about}\nFacts, each a sentence of its website:\n{facts}")
}

/// The facts that answer a question, then those that are nearest to the post.
fn facts_for(assignment: &Assignment<'_>) -> Vec<(String, String)> {
    let answering = assignment.kit.questions.iter().flat_map(|it| &it.facts);
    let mut facts: Vec<(String, String)> = answering
        .map(|fact| (fact.quote.clone(), fact.page.clone()))
        .collect();
    let sentences: Vec<SourceSentence> = assignment.company.quotable_sentences();
    let near = CompanyFacts::new(&sentences);
    for sentence in near.nearest(&assignment.post.text(), MOST_FACTS) {
        facts.push((sentence.quote.clone(), short_address(&sentence.page)));
    }
    let mut seen = std::collections::HashSet::new();
    facts.retain(|(quote, _)| seen.insert(quote.clone()));
    facts.truncate(MOST_FACTS);
    facts
}

fn rules(assignment: &Assignment<'_>) -> String {
    if assignment.rules.is_empty() {
        return "none known".to_owned();
    }
    let rules: Vec<String> = assignment
        .rules
        .iter()
        .map(|rule| {
            let description = one_line(&rule.description, 160);
            format!("- {}: {description}", one_line(&rule.name, 80))
        })
        .collect();
    cut(&rules.join("\n"), MAX_RULES_CHARS).to_owned()
}

fn post(post: &DraftPost) -> String {
    let author = if post.is_comment {
        format!("Author: {}\n", one_line(&post.author, 80))
    } else {
        String::new()
    };
    format!(
        "Subreddit: {}\n{author}Title: {}\n\n{}",
        one_line(&post.subreddit, 80),
        one_line(&post.title, 400),
        cut(&visible(&post.body), MAX_POST_CHARS),
    )
}

fn one_line(text: &str, max_chars: usize) -> String {
    let visible = visible(text);
    let line = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    cut(&line, max_chars).to_owned()
}

fn cut(text: &str, max_chars: usize) -> &str {
    text.char_indices()
        .nth(max_chars)
        .map_or(text, |(end, _)| &text[..end])
}
