//! The reminder before a trial ends as a mail, in HTML and plain text.

use askama::Template;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::digest_contents::one_line;
use super::mail_words::counted;
use super::post_age::post_age;
use discovery::NewPost;
use listening::place_of;
use platform::jobs::JobUrgency;
use platform::mail_layout::MailLayout;
use platform::outbox::NewMail;

/// How many posts the mail lists.
pub(super) const MAX_LISTED: usize = 3;

/// Everything the mail is rendered from. It is stored as JSON, so field names must not change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TrialReminderContents {
    pub(super) to: String,
    /// "Hi Nora,"
    pub(super) greeting: String,
    /// The company's name, if there is one.
    pub(super) company: Option<String>,
    /// The site's address, without a trailing slash.
    pub(super) site: String,
    pub(super) support_email: String,
    /// The plan's name, and its price a month in dollars.
    pub(super) plan: String,
    pub(super) price: Option<u32>,
    pub(super) ends_at: DateTime<Utc>,
    /// How much was found so far.
    pub(super) posts: i64,
    pub(super) mentions: i64,
    pub(super) answered: i64,
    /// The best posts that are still open.
    pub(super) best: Vec<TrialReminderPost>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TrialReminderPost {
    pub(super) id: Uuid,
    pub(super) reddit_id: String,
    pub(super) title: String,
    pub(super) subreddit: String,
    pub(super) relevance: i64,
    /// "5 hours ago"
    pub(super) age: String,
}

impl TrialReminderPost {
    fn place(&self) -> String {
        place_of(&self.reddit_id, &self.subreddit)
    }

    pub(super) fn of(post: &NewPost, now: DateTime<Utc>) -> Self {
        Self {
            id: post.id,
            reddit_id: post.reddit_id.clone(),
            title: one_line(&post.title),
            subreddit: post.subreddit.clone(),
            relevance: post.relevance_score,
            age: post_age(post.created_at, now),
        }
    }
}

impl TrialReminderContents {
    pub(super) fn named(&self) -> Vec<String> {
        self.best
            .iter()
            .map(|post| post.reddit_id.clone())
            .collect()
    }

    pub(super) fn remove_post(&mut self, reddit_id: &str) {
        let before = self.best.len();
        self.best.retain(|post| post.reddit_id != reddit_id);
        self.posts -= i64::try_from(before - self.best.len()).unwrap_or(0);
    }

    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.site)
    }

    /// Opens the app with this post selected (web, `features/discovery/filters.ts`).
    fn link_to_post(&self, post: &TrialReminderPost) -> String {
        self.link(&format!("/dashboard?post={}", post.id))
    }
}

/// Composes the mail. `lane` is the user it is for.
pub(super) fn compose(contents: &TrialReminderContents, lane: String) -> NewMail {
    let letterhead = &MailLayout {
        site: contents.site.clone(),
        support_email: contents.support_email.clone(),
    };
    let words = &TrialReminderTexts::of(contents);
    let html = TrialReminderHtml {
        letterhead,
        words,
        contents,
    };
    let text = TrialReminderText {
        letterhead,
        words,
        contents,
    };
    NewMail {
        lane,
        to: contents.to.clone(),
        subject: words.subject.clone(),
        html: render_template(&html),
        text: render_template(&text),
        headers: Vec::new(),
        urgency: JobUrgency::Interactive,
    }
}

/// The texts around the posts.
struct TrialReminderTexts {
    subject: String,
    preheader: String,
    /// Follows the greeting.
    found: String,
    charge: String,
}

impl TrialReminderTexts {
    fn of(contents: &TrialReminderContents) -> Self {
        let day = contents.ends_at.format("%-d %B %Y");
        let costs = contents.price.map_or_else(
            || "begins".to_owned(),
            |price| format!("costs ${price} a month"),
        );
        let after = format!("After that, {} {costs}.", contents.plan);
        Self {
            subject: subject(contents.posts),
            preheader: format!("{after} You can cancel until then."),
            found: found(contents),
            charge: format!(
                "Your free trial ends on {day}. {after} To keep going, you don’t need to do \
                 anything. If not, cancel before then and you won\u{2019}t be charged."
            ),
        }
    }
}

fn subject(posts: i64) -> String {
    if posts < 1 {
        return "Your Earshot trial ends tomorrow".to_owned();
    }
    format!(
        "Your trial ends tomorrow: {} found so far",
        counted(posts, "post")
    )
}

fn found(contents: &TrialReminderContents) -> String {
    let brand = contents.company.as_deref().unwrap_or("your brand");
    let mentions = format!("{} of {brand}", counted(contents.mentions, "mention"));
    let found = match (contents.posts, contents.mentions) {
        (0, 0) => {
            return "Earshot hasn\u{2019}t found anything for you to answer yet. \
                    More searches in Settings can help."
                .to_owned();
        }
        (0, _) => mentions,
        (posts, 0) => counted(posts, "post"),
        (posts, _) => format!("{} and {mentions}", counted(posts, "post")),
    };
    let answered = match contents.answered {
        0 => "You haven\u{2019}t answered any of them yet.".to_owned(),
        1 => "You have answered one of them.".to_owned(),
        more => format!("You have answered {more} of them."),
    };
    format!("so far Earshot has found {found}. {answered}")
}

#[derive(Template)]
#[template(path = "mail/trial_reminder.html")]
struct TrialReminderHtml<'a> {
    letterhead: &'a MailLayout,
    words: &'a TrialReminderTexts,
    contents: &'a TrialReminderContents,
}

#[derive(Template)]
#[template(path = "mail/trial_reminder.txt")]
struct TrialReminderText<'a> {
    letterhead: &'a MailLayout,
    words: &'a TrialReminderTexts,
    contents: &'a TrialReminderContents,
}

fn render_template(template: &impl Template) -> String {
    template
        .render()
        .expect("a template of texts cannot fail; a test renders each")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subject_counts_posts_once_there_are_some() {
        assert_eq!(subject(0), "Your Earshot trial ends tomorrow");
        assert_eq!(subject(1), "Your trial ends tomorrow: 1 post found so far");
        assert_eq!(
            subject(26),
            "Your trial ends tomorrow: 26 posts found so far"
        );
    }
}
