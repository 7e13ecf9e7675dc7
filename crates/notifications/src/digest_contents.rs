//! What a digest lists, before it becomes a mail. It is stored with the digest, so that the mail can be
//! rewritten without posts that have since disappeared.

use chrono::{DateTime, Utc};
use platform::product::{self, HIGH_VALUE};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::frequency::DigestFrequency;
use discovery::NewPost;
use mentions::NewMention;

/// Everything the mail is rendered from. It is stored as JSON, so field names must not change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct DigestContents {
    pub(super) to: String,
    /// "Hi Nora,"
    pub(super) greeting: String,
    /// The company's name, if there is one.
    pub(super) company: Option<String>,
    pub(super) frequency: DigestFrequency,
    /// The site's address, without a trailing slash.
    pub(super) site: String,
    pub(super) support_email: String,
    pub(super) unsubscribe: String,
    /// All new posts, listed or not.
    pub(super) posts_in_all: i64,
    pub(super) ranking: i64,
    pub(super) fresh: i64,
    pub(super) mentions_in_all: i64,
    /// The best ones, which the mail lists.
    pub(super) posts: Vec<DigestPost>,
    pub(super) mentions: Vec<DigestMention>,
}

/// A post that the mail lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct DigestPost {
    pub(super) id: Uuid,
    pub(super) reddit_id: String,
    pub(super) title: String,
    pub(super) subreddit: String,
    pub(super) score: i64,
    pub(super) comments: i64,
    pub(super) google_ranking: Option<i64>,
    pub(super) is_fresh: bool,
    pub(super) reason: String,
}

/// A mention that the mail lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct DigestMention {
    pub(super) id: Uuid,
    pub(super) reddit_id: String,
    pub(super) thread_id: String,
    pub(super) title: String,
    pub(super) subreddit: String,
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

/// Spec §9: under a day old, and not found on Google.
pub(super) fn is_fresh(post: &NewPost, now: DateTime<Utc>) -> bool {
    product::is_fresh(post.google_ranking, post.created_at, now)
}

impl DigestContents {
    pub(super) fn is_empty(&self) -> bool {
        self.posts.is_empty() && self.mentions.is_empty()
    }

    /// The Reddit id of everything listed, each with the id of its thread.
    pub(super) fn named(&self) -> impl Iterator<Item = (&str, &str)> {
        let posts = self.posts.iter();
        let mentions = self.mentions.iter();
        posts
            .map(|post| (post.reddit_id.as_str(), post.reddit_id.as_str()))
            .chain(mentions.map(|it| (it.reddit_id.as_str(), it.thread_id.as_str())))
    }

    /// Removes a post, and every mention that is that post or a comment under it.
    pub(super) fn remove_post(&mut self, reddit_id: &str) {
        self.keep_posts(|post| post.reddit_id != reddit_id);
        self.keep_mentions(|it| it.reddit_id != reddit_id && it.thread_id != reddit_id);
    }

    pub(super) fn keep_posts(&mut self, is_kept: impl Fn(&DigestPost) -> bool) {
        let (kept, gone): (Vec<_>, Vec<_>) = std::mem::take(&mut self.posts)
            .into_iter()
            .partition(is_kept);
        self.posts = kept;
        for post in gone {
            self.posts_in_all -= 1;
            self.ranking -= i64::from(post.google_ranking.is_some());
            self.fresh -= i64::from(post.is_fresh);
        }
    }

    pub(super) fn keep_mentions(&mut self, is_kept: impl Fn(&DigestMention) -> bool) {
        let before = self.mentions.len();
        self.mentions.retain(is_kept);
        let gone = before - self.mentions.len();
        self.mentions_in_all -= i64::try_from(gone).unwrap_or(0);
    }
}

impl DigestPost {
    pub(super) fn of(post: &NewPost, now: DateTime<Utc>) -> Self {
        Self {
            id: post.id,
            reddit_id: post.reddit_id.clone(),
            title: one_line(&post.title),
            subreddit: post.subreddit.clone(),
            score: post.score,
            comments: post.comments,
            google_ranking: post.google_ranking,
            is_fresh: is_fresh(post, now),
            reason: one_line(&post.relevance_reason),
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
            score: mention.post_score,
            comments: mention.comment_count,
            leaning: mention.leaning.clone(),
            summary: mention.ai_summary.as_deref().map(one_line),
            is_ai_summary: mention.summary_kind.as_deref() == Some("ai"),
        }
    }
}

/// Text from Reddit must not look like part of the mail: no line breaks, no bidirectional overrides.
fn one_line(text: &str) -> String {
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

    fn post(rank: Option<i64>, score: i64, comments: i64) -> DigestPost {
        DigestPost {
            id: Uuid::nil(),
            reddit_id: String::new(),
            title: String::new(),
            subreddit: String::new(),
            score,
            comments,
            google_ranking: rank,
            is_fresh: false,
            reason: String::new(),
        }
    }

    #[test]
    fn high_value_needs_a_top_rank_and_a_lively_thread() {
        for (rank, score, comments, expected) in [
            (Some(5), 51, 0, true),
            (Some(5), 50, 21, true),
            (Some(5), 50, 20, false),
            (Some(6), 900, 90, false),
            (None, 900, 90, false),
        ] {
            let post = post(rank, score, comments);
            assert_eq!(post.is_high_value(), expected, "{post:?}");
        }
    }

    #[test]
    fn a_title_stays_on_one_line_without_bidirectional_overrides() {
        assert_eq!(
            one_line("Late\r\n\r\nUnsubscribe: x \u{202e}y"),
            "Late Unsubscribe: x y"
        );
    }
}
