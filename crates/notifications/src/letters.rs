//! The digest as a mail: HTML for people, text for everybody else (design 13a).

use askama::Template;

use super::contents::{Contents, MentionLine, PostLine};
use super::rhythm::Frequency;
use platform::mail_layout::MailLayout;
use platform::outbox::NewMail;

/// Writes the mail. `lane` is the person on whose account it goes.
pub(super) fn write(contents: &Contents, lane: String) -> NewMail {
    let words = Words::of(contents);
    let letterhead = MailLayout {
        site: contents.site.clone(),
        support_email: contents.support_email.clone(),
    };
    let html = Html {
        letterhead: &letterhead,
        words: &words,
        contents,
    };
    let text = Text {
        letterhead: &letterhead,
        words: &words,
        contents,
    };
    NewMail {
        lane,
        to: contents.to.clone(),
        html: rendered(&html),
        text: rendered(&text),
        headers: headers(&contents.unsubscribe),
        subject: words.heading,
    }
}

/// One click in the mail program and no digest comes any more (RFC 8058).
fn headers(unsubscribe: &str) -> Vec<(String, String)> {
    vec![
        ("List-Unsubscribe".to_owned(), format!("<{unsubscribe}>")),
        (
            "List-Unsubscribe-Post".to_owned(),
            "List-Unsubscribe=One-Click".to_owned(),
        ),
    ]
}

/// What the mail says around its posts and mentions.
struct Words {
    heading: String,
    preheader: String,
    /// Goes on after the greeting.
    says: String,
    button: String,
    mentions_heading: String,
    how_often: &'static str,
}

impl Words {
    fn of(contents: &Contents) -> Self {
        Self {
            heading: heading(contents),
            preheader: preheader(contents),
            says: says(contents),
            button: button(contents.posts_in_all),
            mentions_heading: format!("Brand mentions, {} unread", contents.mentions_in_all),
            how_often: match contents.frequency {
                Frequency::Daily => "once a day",
                Frequency::Weekly => "once a week",
                Frequency::Monthly => "once a month",
            },
        }
    }
}

fn heading(contents: &Contents) -> String {
    let when = match contents.frequency {
        Frequency::Daily => "today",
        Frequency::Weekly => "this week",
        Frequency::Monthly => "this month",
    };
    match (contents.posts_in_all, contents.mentions_in_all) {
        (0, 1) => format!("1 new mention of {} {when}", brand(contents)),
        (0, mentions) => format!("{mentions} new mentions of {} {when}", brand(contents)),
        (1, _) => format!("1 post worth answering {when}"),
        (posts, _) => format!("{posts} posts worth answering {when}"),
    }
}

/// What mailboxes show behind the subject.
fn preheader(contents: &Contents) -> String {
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

fn says(contents: &Contents) -> String {
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

fn brand(contents: &Contents) -> &str {
    contents.company.as_deref().unwrap_or("your brand")
}

impl Contents {
    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.site)
    }

    /// Opens the app with this post selected (web, `features/discovery/filters.ts`).
    fn link_to_post(&self, post: &PostLine) -> String {
        self.link(&format!("/dashboard?post={}", post.id))
    }

    fn link_to_mention(&self, mention: &MentionLine) -> String {
        self.link(&format!("/dashboard?tab=mentions&mention={}", mention.id))
    }

    fn link_to_settings(&self) -> String {
        self.link("/dashboard?tab=settings")
    }
}

impl PostLine {
    fn about(&self) -> String {
        about(&self.subreddit, self.score, self.comments)
    }

    fn badges(&self) -> Vec<Badge> {
        let ranks = self.google_ranking.map(|rank| Badge {
            label: format!("#{rank} on Google"),
            tint: ("#1d1a16", "#f8f6f2"),
            class: "rank",
        });
        let fresh = self
            .is_fresh
            .then(|| Badge::new("Fresh", "#dcf2ee", "#0b6660"));
        let value = self
            .is_high_value()
            .then(|| Badge::new("High Value", "#fcefd0", "#854e00"));
        [ranks, value, fresh].into_iter().flatten().collect()
    }
}

impl MentionLine {
    fn about(&self) -> String {
        about(&self.subreddit, self.score, self.comments)
    }

    /// None where it could not be decided (spec §4, sentiment badge).
    fn badges(&self) -> Vec<Badge> {
        let badge = match self.leaning.as_str() {
            "positive" => Some(Badge::new("Positive", "#e3f3e7", "#1b6b3a")),
            "negative" => Some(Badge::new("Negative", "#fce9e5", "#a8281b")),
            "neutral" => Some(Badge::new("Neutral", "#efebe3", "#5a5247")),
            _ => None,
        };
        badge.into_iter().collect()
    }
}

/// Badges keep their light tints in the dark (design, section 10); only the rank, which is as dark as
/// the card there, turns around.
struct Badge {
    label: String,
    /// Background and letters.
    tint: (&'static str, &'static str),
    class: &'static str,
}

impl Badge {
    fn new(label: &str, background: &'static str, letters: &'static str) -> Self {
        Self {
            label: label.to_owned(),
            tint: (background, letters),
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
struct Html<'a> {
    letterhead: &'a MailLayout,
    words: &'a Words,
    contents: &'a Contents,
}

#[derive(Template)]
#[template(path = "mail/digest.txt")]
struct Text<'a> {
    letterhead: &'a MailLayout,
    words: &'a Words,
    contents: &'a Contents,
}

fn rendered(template: &impl Template) -> String {
    template
        .render()
        .expect("a template of texts cannot fail; a test renders each")
}
