//! Reads posts and comments: whether the company is meant, where it is named, and what is said of it.

use lens::mention::read_mention;
use lens::noise::noise;
use lens::summary::comment_insights;

use super::mention::{Mention, MentionReading, Placement};
use finds::brand_names::NameSpot;
use finds::{KnownBrand, NO_AUTHOR};
use listening::{Comment, Post};

/// The post as a mention without a reading; none if the company is not meant in it.
pub(super) fn of_post(known: &KnownBrand, post: &Post) -> Option<Mention> {
    let in_title = known.brand.spots(&post.title, &post.body);
    let in_body = known.brand.spots(&post.body, &post.title);
    let link = post.link.as_deref().unwrap_or_default();
    let in_link = known.brand.spots(link, "");
    let placement = match (in_title.len(), in_body.len(), in_link.len()) {
        (0, 0, 0) => return None,
        (1.., 2.., _) => Placement::Post,
        (1.., _, _) => Placement::Title,
        (0, 1.., _) => Placement::Content,
        (0, 0, _) => Placement::Other,
    };
    let texts = [
        (post.title.as_str(), in_title),
        (post.body.as_str(), in_body),
        (link, in_link),
    ];
    let found = TermMatch::best(known, &texts)?;
    Some(Mention {
        reddit_id: post.reddit_id.clone(),
        post_id: post.reddit_id.clone(),
        title: post.title.clone(),
        content: (!post.body.is_empty() || post.link.is_none()).then(|| post.body.clone()),
        url: post.url.clone(),
        subreddit: post.subreddit.clone(),
        author: author(post.author.as_ref()),
        created_at: post.created_at,
        score: post.score,
        comments: post.comments,
        placement,
        is_noise: post.is_adult,
        reading: MentionReading::default(),
        term: found.term,
        matched: found.matched,
        confidence: found.confidence,
    })
}

/// The comment as a mention without a reading; none if the company is not meant in it. `answers` is
/// how many replies it has.
pub(super) fn of_comment(
    known: &KnownBrand,
    comment: &Comment,
    title: &str,
    answers: usize,
) -> Option<Mention> {
    let spots = known.brand.spots(&comment.body, title);
    let found = TermMatch::best(known, &[(comment.body.as_str(), spots)])?;
    Some(Mention {
        reddit_id: comment.reddit_id.clone(),
        post_id: comment.post_id.clone(),
        title: title.to_owned(),
        content: Some(comment.body.clone()),
        url: comment.url.clone(),
        subreddit: comment.subreddit.clone(),
        author: author(comment.author.as_ref()),
        created_at: comment.created_at,
        score: comment.score,
        comments: i64::try_from(answers).unwrap_or(i64::MAX),
        placement: Placement::Comment,
        is_noise: is_bot(comment),
        reading: MentionReading::default(),
        term: found.term,
        matched: found.matched,
        confidence: found.confidence,
    })
}

/// Reads what is said of the company.
pub(super) fn read(known: &KnownBrand, mention: &mut Mention) {
    let names = known.names(&mention.term, &mention.matched);
    let title = match mention.placement {
        // The title of the post was not written by the comment's author.
        Placement::Comment => "",
        _ => mention.title.as_str(),
    };
    let body = mention.content.as_deref().unwrap_or_default();
    let insights = mention.reading.insights.take();
    mention.is_noise |= noise(title, body, Some(&mention.subreddit)).is_some();
    mention.reading = MentionReading {
        insights,
        ..read_again(&names, title, body)
    };
}

/// Adds a summary of the comments in the mention's thread.
pub(super) fn with_insights(known: &KnownBrand, mention: &mut Mention, comments: &[Comment]) {
    let bodies: Vec<&str> = comments
        .iter()
        .map(|comment| comment.body.as_str())
        .collect();
    let mut insights = comment_insights(&bodies);
    // The company itself is not listed among the suggested alternatives.
    let names = known.names(&mention.term, &mention.matched);
    let is_other = |name: &String| !names.iter().any(|own| own.eq_ignore_ascii_case(name));
    insights.alternatives.retain(is_other);
    mention.reading.insights = Some(insights.text());
}

/// The brand term that was found, and how it is written.
struct TermMatch {
    term: String,
    matched: Vec<String>,
    confidence: i64,
}

/// More highlighted words than this are not useful.
const MOST_MATCHED: usize = 8;

impl TermMatch {
    /// The term with the highest confidence; of two, the first in the text.
    fn best(known: &KnownBrand, texts: &[(&str, Vec<NameSpot>)]) -> Option<Self> {
        let all = || {
            texts
                .iter()
                .flat_map(|(text, spots)| spots.iter().map(move |spot| (*text, spot)))
        };
        let confidence = all().map(|(_, spot)| spot.confidence).max()?;
        let (_, best) = all().find(|(_, spot)| spot.confidence == confidence)?;
        let mut matched: Vec<String> = Vec::new();
        for (text, spot) in all() {
            let written = text[spot.start..spot.end].to_owned();
            if !matched.contains(&written) && matched.len() < MOST_MATCHED {
                matched.push(written);
            }
        }
        Some(Self {
            term: known.terms[best.name].term_value.clone(),
            matched,
            confidence,
        })
    }
}

/// What a text says about the company with these names. Undecided stays undecided: ±0.75 without
/// `is_positive`, or 0 without a reason.
pub(super) fn read_again(names: &[&str], title: &str, body: &str) -> MentionReading {
    let mention = read_mention(title, body, names);
    MentionReading {
        sentiment_score: Some(rounded(mention.sentiment.score)),
        is_positive: mention.sentiment.is_positive,
        reason: mention.reason,
        summary: mention.quote.as_deref().map(quoted),
        insights: None,
        intent: mention.intent.as_str().to_owned(),
        is_by_model: false,
        is_summary_by_model: false,
    }
}

/// The sentence that carries what is said, in quotation marks: it stands in the place of a summary
/// until a language model writes one.
fn quoted(sentence: &str) -> String {
    match sentence.char_indices().nth(LONGEST_QUOTE) {
        None => format!("\u{201c}{sentence}\u{201d}"),
        Some((end, _)) => {
            let end = sentence[..end].rfind(char::is_whitespace).unwrap_or(end);
            format!("\u{201c}{} \u{2026}\u{201d}", sentence[..end].trim_end())
        }
    }
}

/// In characters. More is cut at a word, and an ellipsis says so.
const LONGEST_QUOTE: usize = 280;

fn rounded(score: f32) -> f64 {
    (f64::from(score) * 1_000.0).round() / 1_000.0
}

fn author(author: Option<&String>) -> String {
    author.cloned().unwrap_or_else(|| NO_AUTHOR.to_owned())
}

fn is_bot(comment: &Comment) -> bool {
    comment.author.as_deref() == Some("AutoModerator")
}
