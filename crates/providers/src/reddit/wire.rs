//! Reddit's shapes on the wire, and what we make of them.

use std::time::{Duration, SystemTime};

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{
    AppliesTo, Comment, Fullname, More, Page, Post, RedditFailed, Replies, Rule, Subreddit, Thing,
};

/// A list of things.
#[derive(Deserialize)]
pub(super) struct Listing {
    data: ListingPart,
}

#[derive(Deserialize)]
struct ListingPart {
    after: Option<String>,
    children: Vec<Envelope>,
}

/// A thing with its kind: t1 a comment, t3 a post, t5 a community, `more` what is not shown.
#[derive(Deserialize)]
pub(super) struct Envelope {
    kind: String,
    data: Value,
}

/// The answer to a question for more comments.
#[derive(Deserialize)]
pub(super) struct MoreAnswer {
    json: MoreJson,
}

#[derive(Deserialize)]
struct MoreJson {
    data: Option<MoreThings>,
}

#[derive(Deserialize)]
struct MoreThings {
    things: Vec<Envelope>,
}

#[derive(Deserialize)]
pub(super) struct RulesAnswer {
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
    #[serde(default, deserialize_with = "or_nothing")]
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
    #[serde(default, deserialize_with = "or_nothing")]
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
    /// A listing, or an empty text.
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
    #[serde(default, deserialize_with = "or_nothing")]
    title: String,
    #[serde(default, deserialize_with = "or_nothing")]
    public_description: String,
    #[serde(default, deserialize_with = "or_nothing")]
    subscribers: u64,
    #[serde(default, deserialize_with = "or_nothing")]
    over18: bool,
}

impl Listing {
    /// The things of one kind. One that cannot be read is left out, and the log says so; a list of
    /// nothing else makes no sense.
    pub(super) fn page<T>(
        self,
        read: impl Fn(Envelope) -> Option<T>,
    ) -> Result<Page<T>, RedditFailed> {
        Ok(Page {
            items: readable(self.data.children, read)?,
            after: self.data.after,
        })
    }

    pub(super) fn things(self) -> Result<Vec<Thing>, RedditFailed> {
        readable(self.data.children, Envelope::thing)
    }

    /// The answers to something, each with its own.
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

impl Envelope {
    pub(super) fn post(self) -> Option<Post> {
        let read: WirePost = self.read("t3")?;
        let is_gone = |text: &str| matches!(text, "[removed]" | "[deleted]");
        let is_removed = read.removed_by_category.is_some() || is_gone(&read.selftext);
        Some(Post {
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

    pub(super) fn comment(self) -> Option<Comment> {
        let read: WireComment = self.read("t1")?;
        let replies = match read.replies {
            listing @ Value::Object(_) => serde_json::from_value(listing).ok(),
            _ => None,
        };
        Some(Comment {
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

    pub(super) fn subreddit(self) -> Option<Subreddit> {
        let read: WireSubreddit = self.read("t5")?;
        Some(Subreddit {
            name: read.display_name,
            title: read.title,
            about: read.public_description,
            subscribers: read.subscribers,
            is_adult: read.over18,
        })
    }

    fn thing(self) -> Option<Thing> {
        match self.kind.as_str() {
            "t3" => self.post().map(Thing::Post),
            "t1" => self.comment().map(Thing::Comment),
            _ => None,
        }
    }

    fn more(self) -> Option<More> {
        let read: WireMore = self.read("more")?;
        let (count, ids) = (read.count, read.children);
        (count > 0 || !ids.is_empty()).then_some(More { count, ids })
    }

    fn read<T: for<'de> Deserialize<'de>>(self, kind: &str) -> Option<T> {
        (self.kind == kind).then_some(())?;
        serde_json::from_value(self.data).ok()
    }
}

impl MoreAnswer {
    /// The comments come in a row, each after the one it answers if that one came along.
    pub(super) fn replies(self) -> Result<Replies, RedditFailed> {
        let things = self.json.data.ok_or(RedditFailed::Nonsense)?.things;
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

impl RulesAnswer {
    pub(super) fn rules(self) -> Vec<Rule> {
        let rules = self.rules.into_iter().map(|rule| Rule {
            name: rule.short_name,
            description: rule.description,
            applies_to: match rule.kind.as_str() {
                "link" => AppliesTo::Posts,
                "comment" => AppliesTo::Comments,
                _ => AppliesTo::Everything,
            },
        });
        rules.collect()
    }
}

/// Puts each comment below the one it answers. From the last to the first, so that a comment has
/// all its replies before it is put anywhere itself.
fn nested(mut comments: Vec<Comment>) -> Vec<Comment> {
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
    children: Vec<Envelope>,
    read: impl Fn(Envelope) -> Option<T>,
) -> Result<Vec<T>, RedditFailed> {
    let told = children.len();
    let items: Vec<T> = children.into_iter().filter_map(read).collect();
    if items.len() < told {
        tracing::warn!(
            told,
            read = items.len(),
            "reddit told of things we cannot read"
        );
    }
    if items.is_empty() && told > 0 {
        return Err(RedditFailed::Nonsense);
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

/// Reddit says null where it has nothing to say.
fn or_nothing<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
