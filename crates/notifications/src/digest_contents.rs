//! What a mail about findings says, before it becomes a mail. It is stored with the mail, so that it
//! can be rewritten without posts that have since disappeared or were rejected.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use platform::product::{self, HIGH_VALUE};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::mail_frequency::MailFrequency;
use discovery::NewPost;
use mentions::NewMention;

/// Which mail it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MailKind {
    /// Within minutes of what was found.
    Alert,
    #[default]
    Digest,
    /// The morning after the first scan of a trial.
    FirstMorning,
    /// A period without findings.
    QuietNote,
}

/// Everything the mail is rendered from. It is stored as JSON, so field names must not change, and new
/// ones have a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct DigestContents {
    #[serde(default)]
    pub(super) kind: MailKind,
    pub(super) to: String,
    /// The company's name, if there is one.
    pub(super) company: Option<String>,
    pub(super) frequency: MailFrequency,
    /// The site's address, without a trailing slash.
    pub(super) site: String,
    pub(super) support_email: String,
    pub(super) unsubscribe: String,
    /// When it was written: ages count from here.
    #[serde(default)]
    pub(super) written_at: DateTime<Utc>,
    /// Posts below this match are not in it.
    #[serde(default)]
    pub(super) minimum_match: i64,
    /// How many leads did not reach it.
    #[serde(default)]
    pub(super) below_minimum: i64,
    /// All new posts, listed or not.
    pub(super) posts_in_all: i64,
    pub(super) mentions_in_all: i64,
    /// The best ones, which the mail lists.
    pub(super) posts: Vec<DigestPost>,
    pub(super) mentions: Vec<DigestMention>,
    /// What was looked at, for mails that say so.
    #[serde(default)]
    pub(super) effort: Option<SearchEffort>,
    /// What would have found more.
    #[serde(default)]
    pub(super) suggestions: Vec<DigestSuggestion>,
    /// The trial that the reader is in.
    #[serde(default)]
    pub(super) trial: Option<TrialTerms>,
}

/// What was searched in a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SearchEffort {
    pub(super) searches: i64,
    pub(super) posts: i64,
}

/// A search that would have found posts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DigestSuggestion {
    pub(super) phrase: String,
    pub(super) would_have_found: i64,
}

/// When a trial ends, and what it costs then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TrialTerms {
    pub(super) ends_at: DateTime<Utc>,
    pub(super) plan: String,
    pub(super) price: u32,
}

/// A post that the mail lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct DigestPost {
    pub(super) id: Uuid,
    pub(super) reddit_id: String,
    /// The post itself, or the one that a comment stands under.
    #[serde(default)]
    pub(super) thread_id: String,
    pub(super) title: String,
    pub(super) subreddit: String,
    #[serde(default)]
    pub(super) author: String,
    #[serde(default)]
    pub(super) created_at: DateTime<Utc>,
    #[serde(default)]
    pub(super) relevance: i64,
    pub(super) score: i64,
    pub(super) comments: i64,
    pub(super) google_ranking: Option<i64>,
    pub(super) is_fresh: bool,
    pub(super) reason: String,
    /// What the author needs, in their own words; none where the title says it.
    #[serde(default)]
    pub(super) need: Option<String>,
    /// What the company's website says to it.
    #[serde(default)]
    pub(super) fit: Option<String>,
}

/// A mention that the mail lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct DigestMention {
    pub(super) id: Uuid,
    pub(super) reddit_id: String,
    pub(super) thread_id: String,
    pub(super) title: String,
    pub(super) subreddit: String,
    #[serde(default)]
    pub(super) created_at: DateTime<Utc>,
    pub(super) score: i64,
    pub(super) comments: i64,
    pub(super) leaning: String,
    pub(super) summary: Option<String>,
    /// Whether a model wrote the summary; else it is a sentence of the author in quotation marks.
    #[serde(default)]
    pub(super) is_ai_summary: bool,
}

/// How many of each the mail lists.
pub(super) const MAX_LISTED: usize = 3;

impl DigestContents {
    pub(super) fn is_empty(&self) -> bool {
        self.posts.is_empty() && self.mentions.is_empty()
    }

    /// The Reddit id of everything listed, each with the id of its thread.
    pub(super) fn named(&self) -> impl Iterator<Item = (&str, &str)> {
        let posts = self.posts.iter();
        let mentions = self.mentions.iter();
        posts
            .map(|post| (post.reddit_id.as_str(), post.thread_id.as_str()))
            .chain(mentions.map(|it| (it.reddit_id.as_str(), it.thread_id.as_str())))
    }

    /// Removes a post, and everything that is said under it.
    pub(super) fn remove_post(&mut self, reddit_id: &str) {
        self.keep_posts(|it| it.reddit_id != reddit_id && it.thread_id != reddit_id);
        self.keep_mentions(|it| it.reddit_id != reddit_id && it.thread_id != reddit_id);
    }

    /// Removes one of the user's rows; false if the mail does not list it.
    pub(super) fn remove_row(&mut self, id: Uuid) -> bool {
        let before = self.posts.len() + self.mentions.len();
        self.keep_posts(|post| post.id != id);
        self.keep_mentions(|mention| mention.id != id);
        self.posts.len() + self.mentions.len() < before
    }

    pub(super) fn keep_posts(&mut self, is_kept: impl Fn(&DigestPost) -> bool) {
        let (kept, gone): (Vec<_>, Vec<_>) = std::mem::take(&mut self.posts)
            .into_iter()
            .partition(is_kept);
        self.posts = kept;
        self.posts_in_all -= i64::try_from(gone.len()).unwrap_or(0);
    }

    pub(super) fn keep_mentions(&mut self, is_kept: impl Fn(&DigestMention) -> bool) {
        let before = self.mentions.len();
        self.mentions.retain(is_kept);
        let gone = before - self.mentions.len();
        self.mentions_in_all -= i64::try_from(gone).unwrap_or(0);
    }
}

/// The same sentence of the website under every post says nothing: it stands under the first.
pub(super) fn say_each_fit_once(posts: &mut [DigestPost]) {
    let mut said = HashSet::new();
    for post in posts {
        post.fit.take_if(|fit| !said.insert(fit.clone()));
    }
}

impl DigestPost {
    pub(super) fn of(post: &NewPost, now: DateTime<Utc>) -> Self {
        let detail = |part: &str| {
            let part = post.parts().find(|it| it.part == part)?;
            Some(one_line(&part.detail)).filter(|detail| !detail.is_empty())
        };
        Self {
            id: post.id,
            reddit_id: post.reddit_id.clone(),
            thread_id: post.thread_id(),
            title: one_line(&post.title),
            subreddit: post.subreddit.clone(),
            author: one_line(&post.author),
            created_at: post.created_at,
            relevance: post.relevance_score,
            score: post.score,
            comments: post.comments,
            google_ranking: post.google_ranking,
            is_fresh: product::is_fresh(post.google_ranking, post.created_at, now),
            reason: one_line(&post.relevance_reason),
            need: detail("need").filter(|need| *need != one_line(&post.title)),
            fit: detail("fit"),
        }
    }

    /// Spec §9: a top rank and a lively thread.
    pub(super) fn is_high_value(&self) -> bool {
        HIGH_VALUE.holds(self.google_ranking, self.score, self.comments)
    }
}

impl From<&NewMention> for DigestMention {
    fn from(mention: &NewMention) -> Self {
        Self {
            id: mention.id,
            reddit_id: mention.reddit_id.clone(),
            thread_id: mention.post_id.clone(),
            title: one_line(&mention.post_title),
            subreddit: mention.subreddit.clone(),
            created_at: mention.created_at,
            score: mention.post_score,
            comments: mention.comment_count,
            leaning: mention.leaning.clone(),
            summary: mention.ai_summary.as_deref().map(one_line),
            is_ai_summary: mention.summary_kind.as_deref() == Some("ai"),
        }
    }
}

/// Text from Reddit must not look like part of the mail: no line breaks, no bidirectional overrides.
pub(super) fn one_line(text: &str) -> String {
    let is_odd =
        |character: char| character.is_control() || ('\u{202a}'..='\u{202e}').contains(&character);
    let plain: String = text
        .chars()
        .map(|it| if is_odd(it) { ' ' } else { it })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_stays_on_one_line_without_bidirectional_overrides() {
        assert_eq!(
            one_line("Late\r\n\r\nUnsubscribe: x \u{202e}y"),
            "Late Unsubscribe: x y"
        );
    }

    #[test]
    fn what_an_older_version_stored_can_still_be_read() {
        let stored = serde_json::json!({
            "to": "ada@lovelace.example", "greeting": "Hi,", "company": null, "frequency": "weekly",
            "site": "https://earshot.example", "support_email": "help@earshot.example",
            "unsubscribe": "https://earshot.example/unsubscribe", "posts_in_all": 1, "ranking": 0,
            "fresh": 0, "mentions_in_all": 0, "mentions": [],
            "posts": [{
                "id": Uuid::nil(), "reddit_id": "t3_a", "title": "Late", "subreddit": "freelance",
                "score": 3, "comments": 1, "google_ranking": null, "is_fresh": false, "reason": "",
            }],
        });

        let contents: DigestContents = serde_json::from_value(stored).unwrap();

        assert_eq!(contents.kind, MailKind::Digest);
        assert_eq!(contents.posts[0].need, None);
    }
}
