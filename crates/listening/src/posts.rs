//! What people write, as the product keeps it: posts, comments, threads, communities.

use std::time::SystemTime;

use chrono::{DateTime, SubsecRound, Utc};
use providers::reddit::{self, Fullname, Reddit};
use serde::{Deserialize, Serialize};

/// A post as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of these may be true beside the others"
)]
pub struct Post {
    /// Its whole name, such as `t3_1abcde`. Of a text from elsewhere, see [`super::SourceName::of`].
    pub reddit_id: String,
    /// As its community writes it: `smallbusiness`. Elsewhere than on Reddit, the source's title.
    pub subreddit: String,
    pub title: String,
    /// In Reddit's Markdown; empty for a link.
    pub body: String,
    /// None once the account or the post is gone.
    pub author: Option<String>,
    pub created_at: DateTime<Utc>,
    pub edited_at: Option<DateTime<Utc>>,
    pub score: i64,
    /// From 0 to 1.
    pub upvote_ratio: f64,
    /// How many there are.
    pub comments: i64,
    /// Where people open it.
    pub url: String,
    /// Where the post points, if it is a link to somewhere else.
    pub link: Option<String>,
    pub flair: Option<String>,
    pub is_adult: bool,
    pub is_stickied: bool,
    pub is_locked: bool,
    /// Its author deleted it, or a moderator or Reddit took it away.
    pub is_removed: bool,
    /// Of the community.
    pub subscribers: i64,
}

/// A comment as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comment {
    /// Its whole name, such as `t1_kx2`.
    pub reddit_id: String,
    /// The whole name of the post it belongs to.
    pub post_id: String,
    /// The whole name of what it answers: the post or another comment.
    pub parent_id: String,
    /// The post's title, where it came along: in lists of the newest comments.
    pub post_title: Option<String>,
    pub subreddit: String,
    pub body: String,
    pub author: Option<String>,
    pub created_at: DateTime<Utc>,
    pub edited_at: Option<DateTime<Utc>>,
    pub score: i64,
    /// Where people open it.
    pub url: String,
    pub is_by_the_posts_author: bool,
    pub is_stickied: bool,
    pub is_removed: bool,
}

/// A post with its comments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thread {
    pub post: Post,
    /// Each before the answers to it.
    pub comments: Vec<Comment>,
    /// How many more there are that were not asked for.
    pub not_shown: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Thing {
    Post(Post),
    Comment(Comment),
}

/// What has become of posts and comments that are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Again {
    /// Still there, as they are now.
    pub there: Vec<Thing>,
    /// Deleted, removed or private by now.
    pub gone: Vec<Fullname>,
}

/// What a community asks of those who write in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    pub name: String,
    /// In Reddit's Markdown; may be empty.
    pub description: String,
    pub applies_to: AppliesTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AppliesTo {
    Everything,
    Posts,
    Comments,
}

/// A community.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subreddit {
    pub name: String,
    pub title: String,
    pub about: String,
    pub subscribers: i64,
    pub is_adult: bool,
}

impl Post {
    pub(super) fn told(post: reddit::SubredditPost, by: &dyn Reddit) -> Self {
        Self {
            url: by.address_of(&post.permalink),
            reddit_id: Fullname::Post(post.id).to_string(),
            subreddit: post.subreddit,
            title: plain(post.title),
            body: plain(post.body),
            author: post.author,
            created_at: time(post.created_at),
            edited_at: post.edited_at.map(time),
            score: post.score,
            upvote_ratio: post.upvote_ratio,
            comments: i64::from(post.comments),
            link: post.link,
            flair: post.flair.map(plain),
            is_adult: post.is_adult,
            is_stickied: post.is_stickied,
            is_locked: post.is_locked,
            is_removed: post.is_removed,
            subscribers: counted(post.subscribers),
        }
    }
}

impl Comment {
    /// Without the answers to it, which are comments of their own.
    pub(super) fn told(comment: &reddit::SubredditComment, by: &dyn Reddit) -> Self {
        Self {
            reddit_id: Fullname::Comment(comment.id.clone()).to_string(),
            post_id: Fullname::Post(comment.post.clone()).to_string(),
            parent_id: comment.parent.to_string(),
            post_title: comment.post_title.clone().map(plain),
            subreddit: comment.subreddit.clone(),
            body: plain(comment.body.clone()),
            author: comment.author.clone(),
            created_at: time(comment.created_at),
            edited_at: comment.edited_at.map(time),
            score: comment.score,
            url: by.address_of(&comment.permalink),
            is_by_the_posts_author: comment.is_by_the_posts_author,
            is_stickied: comment.is_stickied,
            is_removed: comment.is_removed,
        }
    }
}

impl Thing {
    pub(super) fn told(thing: reddit::RedditThing, by: &dyn Reddit) -> Self {
        match thing {
            reddit::RedditThing::Post(post) => Thing::Post(Post::told(post, by)),
            reddit::RedditThing::Comment(comment) => Thing::Comment(Comment::told(&comment, by)),
        }
    }

    /// Its whole name.
    pub fn reddit_id(&self) -> &str {
        match self {
            Thing::Post(post) => &post.reddit_id,
            Thing::Comment(comment) => &comment.reddit_id,
        }
    }

    pub fn is_removed(&self) -> bool {
        match self {
            Thing::Post(post) => post.is_removed,
            Thing::Comment(comment) => comment.is_removed,
        }
    }
}

impl From<reddit::SubredditRule> for Rule {
    fn from(rule: reddit::SubredditRule) -> Self {
        Self {
            name: rule.name,
            description: rule.description,
            applies_to: match rule.applies_to {
                reddit::RuleScope::Everything => AppliesTo::Everything,
                reddit::RuleScope::Posts => AppliesTo::Posts,
                reddit::RuleScope::Comments => AppliesTo::Comments,
            },
        }
    }
}

impl From<reddit::SubredditSummary> for Subreddit {
    fn from(subreddit: reddit::SubredditSummary) -> Self {
        Self {
            name: subreddit.name,
            title: subreddit.title,
            about: subreddit.about,
            subscribers: counted(subreddit.subscribers),
            is_adult: subreddit.is_adult,
        }
    }
}

pub(super) fn time(time: SystemTime) -> DateTime<Utc> {
    DateTime::<Utc>::from(time).trunc_subsecs(6)
}

/// PostgreSQL takes no NUL in a text, and no text needs one.
pub(super) fn plain(text: String) -> String {
    if text.contains('\0') {
        text.replace('\0', "")
    } else {
        text
    }
}

fn counted(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
