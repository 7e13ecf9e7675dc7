//! The digest as a mail, in HTML and plain text (design 13a).

use askama::Template;

use super::digest_contents::{DigestContents, DigestMention, DigestPost};
use super::frequency::DigestFrequency;
use platform::jobs::JobUrgency;
use platform::mail_layout::MailLayout;
use platform::outbox::NewMail;

/// Composes the mail. `lane` is the user it is for.
pub(super) fn compose(contents: &DigestContents, lane: String) -> NewMail {
    let words = DigestMailTexts::of(contents);
    let letterhead = MailLayout {
        site: contents.site.clone(),
        support_email: contents.support_email.clone(),
    };
    let html = DigestMailHtml {
        letterhead: &letterhead,
        words: &words,
        contents,
    };
    let text = DigestMailText {
        letterhead: &letterhead,
        words: &words,
        contents,
    };
    NewMail {
        lane,
        to: contents.to.clone(),
        html: render_template(&html),
        text: render_template(&text),
        headers: headers(&contents.unsubscribe),
        subject: words.heading,
        urgency: JobUrgency::Background,
    }
}

/// One-click unsubscribe in the mail program (RFC 8058).
fn headers(unsubscribe: &str) -> Vec<(String, String)> {
    vec![
        ("List-Unsubscribe".to_owned(), format!("<{unsubscribe}>")),
        (
            "List-Unsubscribe-Post".to_owned(),
            "List-Unsubscribe=One-Click".to_owned(),
        ),
    ]
}

/// The texts around the posts and mentions.
struct DigestMailTexts {
    heading: String,
    preheader: String,
    /// Follows the greeting.
    says: String,
    button: String,
    mentions_heading: String,
    how_often: &'static str,
}

impl DigestMailTexts {
    fn of(contents: &DigestContents) -> Self {
        Self {
            heading: heading(contents),
            preheader: preheader(contents),
            says: says(contents),
            button: button(contents.posts_in_all),
            mentions_heading: format!("Brand mentions, {} unread", contents.mentions_in_all),
            how_often: match contents.frequency {
                DigestFrequency::Daily => "once a day",
                DigestFrequency::Weekly => "once a week",
                DigestFrequency::Monthly => "once a month",
            },
        }
    }
}

fn heading(contents: &DigestContents) -> String {
    let when = match contents.frequency {
        DigestFrequency::Daily => "today",
        DigestFrequency::Weekly => "this week",
        DigestFrequency::Monthly => "this month",
    };
    match (contents.posts_in_all, contents.mentions_in_all) {
        (0, 1) => format!("1 new mention of {} {when}", brand(contents)),
        (0, mentions) => format!("{mentions} new mentions of {} {when}", brand(contents)),
        (1, _) => format!("1 post worth answering {when}"),
        (posts, _) => format!("{posts} posts worth answering {when}"),
    }
}

/// What mail programs show after the subject.
fn preheader(contents: &DigestContents) -> String {
    let ranking = match contents.ranking {
        0 => None,
        1 => Some("1 ranks on Google".to_owned()),
        more => Some(format!("{more} rank on Google")),
    };
    let fresh = match contents.fresh {
        0 => None,
        1 => Some("1 is fresh".to_owned()),
        more => Some(format!("{more} are fresh")),
    };
    let mentions = (contents.mentions_in_all > 0 && contents.posts_in_all > 0).then(|| {
        let (count, brand) = (contents.mentions_in_all, brand(contents));
        let noun = if count == 1 { "mention" } else { "mentions" };
        format!("{count} {noun} of {brand}")
    });
    let parts: Vec<String> = [ranking, fresh, mentions].into_iter().flatten().collect();
    if parts.is_empty() {
        return "The best come first.".to_owned();
    }
    parts.join(", ")
}

fn says(contents: &DigestContents) -> String {
    let brand = brand(contents);
    if contents.posts.is_empty() {
        return format!("here is what people said about {brand}.");
    }
    let intro = format!("here is what people said within earshot of {brand}.");
    let named = i64::try_from(contents.posts.len()).unwrap_or(0);
    if contents.posts_in_all <= named {
        return intro;
    }
    match named {
        1 => format!("{intro} The best comes first."),
        2 => format!("{intro} The best two come first."),
        _ => format!("{intro} The best three come first."),
    }
}

fn button(posts: i64) -> String {
    match posts {
        1 => "See the post".to_owned(),
        2 => "See both posts".to_owned(),
        more => format!("See all {more} posts"),
    }
}

fn brand(contents: &DigestContents) -> &str {
    contents.company.as_deref().unwrap_or("your brand")
}

impl DigestContents {
    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.site)
    }

    /// Opens the app with this post selected (web, `features/discovery/filters.ts`).
    fn link_to_post(&self, post: &DigestPost) -> String {
        self.link(&format!("/dashboard?post={}", post.id))
    }

    fn link_to_mention(&self, mention: &DigestMention) -> String {
        self.link(&format!("/dashboard?tab=mentions&mention={}", mention.id))
    }

    fn link_to_settings(&self) -> String {
        self.link("/dashboard?tab=settings")
    }
}

impl DigestPost {
    fn about(&self) -> String {
        about(&self.subreddit, self.score, self.comments)
    }

    fn badges(&self) -> Vec<DigestBadge> {
        let ranks = self.google_ranking.map(|rank| DigestBadge {
            label: format!("#{rank} on Google"),
            tint: ("#1d1a16", "#f8f6f2"),
            class: "rank",
        });
        let fresh = self
            .is_fresh
            .then(|| DigestBadge::new("Fresh", "#dcf2ee", "#0b6660"));
        let value = self
            .is_high_value()
            .then(|| DigestBadge::new("High Value", "#fcefd0", "#854e00"));
        [ranks, value, fresh].into_iter().flatten().collect()
    }
}

impl DigestMention {
    fn about(&self) -> String {
        about(&self.subreddit, self.score, self.comments)
    }

    /// No badge if the sentiment could not be decided (spec §4, sentiment badge).
    fn badges(&self) -> Vec<DigestBadge> {
        let badge = match self.leaning.as_str() {
            "positive" => Some(DigestBadge::new("Positive", "#e3f3e7", "#1b6b3a")),
            "negative" => Some(DigestBadge::new("Negative", "#fce9e5", "#a8281b")),
            "neutral" => Some(DigestBadge::new("Neutral", "#efebe3", "#5a5247")),
            _ => None,
        };
        badge.into_iter().collect()
    }
}

/// Badges keep their light tints in dark mode (design, section 10); only the rank, which is as dark as
/// the card there, is inverted.
struct DigestBadge {
    label: String,
    /// Background and text colour.
    tint: (&'static str, &'static str),
    class: &'static str,
}

impl DigestBadge {
    fn new(label: &str, background: &'static str, text: &'static str) -> Self {
        Self {
            label: label.to_owned(),
            tint: (background, text),
            class: "badge",
        }
    }
}

fn about(subreddit: &str, score: i64, comments: i64) -> String {
    let counted = |count: i64, noun: &str| {
        let ending = if count == 1 { "" } else { "s" };
        format!("{count} {noun}{ending}")
    };
    let (upvotes, comments) = (counted(score, "upvote"), counted(comments, "comment"));
    format!("r/{subreddit} · {upvotes} · {comments}")
}

#[derive(Template)]
#[template(path = "mail/digest.html")]
struct DigestMailHtml<'a> {
    letterhead: &'a MailLayout,
    words: &'a DigestMailTexts,
    contents: &'a DigestContents,
}

#[derive(Template)]
#[template(path = "mail/digest.txt")]
struct DigestMailText<'a> {
    letterhead: &'a MailLayout,
    words: &'a DigestMailTexts,
    contents: &'a DigestContents,
}

fn render_template(template: &impl Template) -> String {
    template
        .render()
        .expect("a template of texts cannot fail; a test renders each")
}
