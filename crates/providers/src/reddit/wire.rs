//! Reddit's JSON, and its conversion into our types.

use std::time::{Duration, SystemTime};

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{
    Fullname, ListingPage, MoreComments, RedditError, RedditThing, Replies, RuleScope,
    SubredditComment, SubredditPost, SubredditRule, SubredditSummary,
};

/// A listing.
#[derive(Deserialize)]
pub(super) struct Listing {
    data: ListingData,
}

#[derive(Deserialize)]
struct ListingData {
    after: Option<String>,
    children: Vec<ThingEnvelope>,
}

/// A thing with its kind: t1 a comment, t3 a post, t5 a community, `more` what is not shown.
#[derive(Deserialize)]
pub(super) struct ThingEnvelope {
    kind: String,
    data: Value,
}

/// The response with more comments.
#[derive(Deserialize)]
pub(super) struct MoreCommentsResponse {
    json: MoreCommentsJson,
}

#[derive(Deserialize)]
struct MoreCommentsJson {
    data: Option<MoreCommentsThings>,
}

#[derive(Deserialize)]
struct MoreCommentsThings {
    things: Vec<ThingEnvelope>,
}

#[derive(Deserialize)]
pub(super) struct RulesResponse {
    rules: Vec<WireRule>,
}

#[derive(Deserialize)]
struct WireRule {
    short_name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    kind: String,
}

#[derive(Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "Reddit's shape")]
struct WirePost {
    id: String,
    subreddit: String,
    title: String,
    #[serde(default, deserialize_with = "null_as_default")]
    selftext: String,
    author: Option<String>,
    created_utc: f64,
    #[serde(default)]
    edited: Value,
    #[serde(default)]
    score: i64,
    #[serde(default)]
    upvote_ratio: f64,
    #[serde(default)]
    num_comments: u32,
    permalink: String,
    url: Option<String>,
    #[serde(default)]
    is_self: bool,
    link_flair_text: Option<String>,
    #[serde(default)]
    over_18: bool,
    #[serde(default)]
    stickied: bool,
    #[serde(default)]
    locked: bool,
    removed_by_category: Option<String>,
    #[serde(default, deserialize_with = "null_as_default")]
    subreddit_subscribers: u64,
}

#[derive(Deserialize)]
struct WireComment {
    id: String,
    link_id: String,
    parent_id: String,
    link_title: Option<String>,
    subreddit: String,
    #[serde(default)]
    body: String,
    author: Option<String>,
    created_utc: f64,
    #[serde(default)]
    edited: Value,
    #[serde(default)]
    score: i64,
    #[serde(default)]
    permalink: String,
    #[serde(default)]
    is_submitter: bool,
    #[serde(default)]
    stickied: bool,
    /// A listing, or an empty string.
    #[serde(default)]
    replies: Value,
}

#[derive(Deserialize)]
struct WireMore {
    #[serde(default)]
    count: u32,
    #[serde(default)]
    children: Vec<String>,
}

#[derive(Deserialize)]
struct WireSubreddit {
    display_name: String,
    #[serde(default, deserialize_with = "null_as_default")]
    title: String,
    #[serde(default, deserialize_with = "null_as_default")]
    public_description: String,
    #[serde(default, deserialize_with = "null_as_default")]
    subscribers: u64,
    #[serde(default, deserialize_with = "null_as_default")]
    over18: bool,
}

impl Listing {
    /// The items of one kind. Items that cannot be parsed are skipped and logged; if none can be
    /// parsed, the response is invalid.
    pub(super) fn page<T>(
        self,
        read: impl Fn(ThingEnvelope) -> Option<T>,
    ) -> Result<ListingPage<T>, RedditError> {
        Ok(ListingPage {
            items: readable(self.data.children, read)?,
            after: self.data.after,
        })
    }

    pub(super) fn things(self) -> Result<Vec<RedditThing>, RedditError> {
        readable(self.data.children, ThingEnvelope::thing)
    }

    /// The comments of this listing, with their replies.
    pub(super) fn replies(self) -> Replies {
        let mut replies = Replies::default();
        for child in self.data.children {
            match child.kind.as_str() {
                "more" => replies.more = child.more(),
                _ => replies.comments.extend(child.comment()),
            }
        }
        replies
    }
}

impl ThingEnvelope {
    pub(super) fn post(self) -> Option<SubredditPost> {
        let read: WirePost = self.read("t3")?;
        let is_gone = |text: &str| matches!(text, "[removed]" | "[deleted]");
        let is_removed = read.removed_by_category.is_some() || is_gone(&read.selftext);
        Some(SubredditPost {
            is_removed,
            body: read.selftext,
            author: named(read.author),
            created_at: time(read.created_utc)?,
            edited_at: read.edited.as_f64().and_then(time),
            score: read.score,
            upvote_ratio: read.upvote_ratio,
            comments: read.num_comments,
            link: read.url.filter(|_| !read.is_self),
            flair: read.link_flair_text.filter(|flair| !flair.is_empty()),
            is_adult: read.over_18,
            is_stickied: read.stickied,
            is_locked: read.locked,
            subscribers: read.subreddit_subscribers,
            id: read.id,
            subreddit: read.subreddit,
            title: read.title,
            permalink: read.permalink,
        })
    }

    pub(super) fn comment(self) -> Option<SubredditComment> {
        let read: WireComment = self.read("t1")?;
        let replies = match read.replies {
            listing @ Value::Object(_) => serde_json::from_value(listing).ok(),
            _ => None,
        };
        Some(SubredditComment {
            post: read.link_id.strip_prefix("t3_")?.to_owned(),
            parent: read.parent_id.parse().ok()?,
            post_title: read.link_title,
            subreddit: read.subreddit,
            is_removed: matches!(read.body.as_str(), "[removed]" | "[deleted]"),
            body: read.body,
            author: named(read.author),
            created_at: time(read.created_utc)?,
            edited_at: read.edited.as_f64().and_then(time),
            score: read.score,
            permalink: read.permalink,
            is_by_the_posts_author: read.is_submitter,
            is_stickied: read.stickied,
            replies: replies.map(Listing::replies).unwrap_or_default(),
            id: read.id,
        })
    }

    pub(super) fn subreddit(self) -> Option<SubredditSummary> {
        let read: WireSubreddit = self.read("t5")?;
        Some(SubredditSummary {
            name: read.display_name,
            title: read.title,
            about: read.public_description,
            subscribers: read.subscribers,
            is_adult: read.over18,
        })
    }

    fn thing(self) -> Option<RedditThing> {
        match self.kind.as_str() {
            "t3" => self.post().map(RedditThing::Post),
            "t1" => self.comment().map(RedditThing::Comment),
            _ => None,
        }
    }

    fn more(self) -> Option<MoreComments> {
        let read: WireMore = self.read("more")?;
        let (count, ids) = (read.count, read.children);
        (count > 0 || !ids.is_empty()).then_some(MoreComments { count, ids })
    }

    fn read<T: for<'de> Deserialize<'de>>(self, kind: &str) -> Option<T> {
        (self.kind == kind).then_some(())?;
        serde_json::from_value(self.data).ok()
    }
}

impl MoreCommentsResponse {
    /// Reddit sends a flat list; each comment comes after its parent, if the parent is included.
    pub(super) fn replies(self) -> Result<Replies, RedditError> {
        let things = self.json.data.ok_or(RedditError::InvalidResponse)?.things;
        let mut replies = Replies::default();
        let mut comments = Vec::new();
        for thing in things {
            match thing.kind.as_str() {
                "more" => replies.more = thing.more().or(replies.more),
                _ => comments.extend(thing.comment()),
            }
        }
        replies.comments = nested(comments);
        Ok(replies)
    }
}

impl RulesResponse {
    pub(super) fn rules(self) -> Vec<SubredditRule> {
        let rules = self.rules.into_iter().map(|rule| SubredditRule {
            name: rule.short_name,
            description: rule.description,
            applies_to: match rule.kind.as_str() {
                "link" => RuleScope::Posts,
                "comment" => RuleScope::Comments,
                _ => RuleScope::Everything,
            },
        });
        rules.collect()
    }
}

/// Puts each comment below its parent. It works from last to first, so that a comment has all its
/// replies before it is moved itself.
fn nested(mut comments: Vec<SubredditComment>) -> Vec<SubredditComment> {
    let mut roots = Vec::new();
    while let Some(comment) = comments.pop() {
        let parent = match &comment.parent {
            Fullname::Comment(id) => comments.iter_mut().rfind(|one| one.id == *id),
            Fullname::Post(_) => None,
        };
        match parent {
            Some(parent) => parent.replies.comments.insert(0, comment),
            None => roots.insert(0, comment),
        }
    }
    roots
}

fn readable<T>(
    children: Vec<ThingEnvelope>,
    read: impl Fn(ThingEnvelope) -> Option<T>,
) -> Result<Vec<T>, RedditError> {
    let told = children.len();
    let items: Vec<T> = children.into_iter().filter_map(read).collect();
    if items.len() < told {
        tracing::warn!(told, read = items.len(), "reddit sent items we cannot read");
    }
    if items.is_empty() && told > 0 {
        return Err(RedditError::InvalidResponse);
    }
    Ok(items)
}

fn named(author: Option<String>) -> Option<String> {
    author.filter(|author| !matches!(author.as_str(), "[deleted]" | "[removed]"))
}

fn time(seconds: f64) -> Option<SystemTime> {
    let since = Duration::try_from_secs_f64(seconds).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(since)
}

/// Reddit sends null for empty values.
fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
