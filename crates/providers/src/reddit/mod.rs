//! Reddit: what people say in its communities, as the product asks for it.
//!
//! * [`Reddit`] is the question, [`LiveReddit`] the live answer: Reddit's API with an
//!   application's own token.
//!
//! Every method asks Reddit **once**, so whoever keeps the budget of calls can count them; an
//! answer carries what Reddit said about that budget. Nothing is tried again in here except a
//! call whose token turned out to have ended. After Reddit asked to be left alone, calls are
//! answered with [`RedditFailed::NotNow`] without asking, until the time it named is over.

mod client;
mod live;
mod name;
mod settings;
mod token;
mod wire;

use std::{
    fmt::Debug,
    time::{Duration, SystemTime},
};

use async_trait::async_trait;

pub use live::LiveReddit;
pub(crate) use name::is_id;
pub use name::{Fullname, InvalidName, SubredditName};
pub use settings::{InvalidRedditSettings, RedditSettings};

/// How many ids [`Reddit::by_ids`] takes, and how many things a page holds at most.
pub const MOST_AT_ONCE: usize = 100;
/// How many characters the words of a search may have.
pub const MOST_SEARCH_CHARACTERS: usize = 512;

/// Somebody who knows what is on Reddit.
#[async_trait]
pub trait Reddit: Send + Sync + Debug {
    /// Posts that match the words.
    async fn search(&self, search: &Search) -> Result<Heard<Page<Post>>, RedditFailed>;

    /// The newest posts of these communities together, newest first; of all, if none is named.
    async fn newest(
        &self,
        subreddits: &[SubredditName],
        part: &Part,
    ) -> Result<Heard<Page<Post>>, RedditFailed>;

    /// The newest comments of these communities together, newest first; of all, if none is named.
    async fn newest_comments(
        &self,
        subreddits: &[SubredditName],
        part: &Part,
    ) -> Result<Heard<Page<Comment>>, RedditFailed>;

    /// A post with its comments, as far as Reddit shows them at once. `post` is the id without
    /// its `t3_`.
    async fn thread(
        &self,
        subreddit: &SubredditName,
        post: &str,
    ) -> Result<Heard<Thread>, RedditFailed>;

    /// Comments that [`Reddit::thread`] only counted: the first [`MOST_AT_ONCE`] of `more`, each
    /// with the replies that came along.
    async fn more_comments(&self, post: &str, more: &More) -> Result<Heard<Replies>, RedditFailed>;

    /// These posts and comments as they are now, at most [`MOST_AT_ONCE`] of them. What is missing
    /// from the answer is deleted, removed, private or not there yet.
    async fn by_ids(&self, ids: &[Fullname]) -> Result<Heard<Vec<Thing>>, RedditFailed>;

    /// What a community asks of those who write in it.
    async fn rules(&self, subreddit: &SubredditName) -> Result<Heard<Vec<Rule>>, RedditFailed>;

    /// Communities that are about the words.
    async fn subreddits(
        &self,
        words: &str,
        part: &Part,
    ) -> Result<Heard<Page<Subreddit>>, RedditFailed>;

    /// Where people open a permalink. Asks nobody.
    fn address_of(&self, permalink: &str) -> String;
}

/// An answer, and what Reddit said about the budget of calls with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard<T> {
    pub what: T,
    /// None where Reddit said nothing about it.
    pub window: Option<RateWindow>,
}

/// How many calls are left, and for how long.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateWindow {
    pub used: f64,
    pub remaining: f64,
    /// From the answer on; then the count begins anew.
    pub reset: Duration,
}

/// Why there is no answer. Nothing here repeats what was sent or what came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RedditFailed {
    /// Out of reach, too slow, out of order, or asked too often: try again later.
    #[error("Reddit does not answer at the moment.")]
    NotNow { retry_after: Option<Duration> },
    /// Private, quarantined or closed to this application.
    #[error("Reddit does not show this.")]
    Forbidden,
    /// There is no such community or post, or no longer.
    #[error("This is not on Reddit.")]
    NotFound,
    /// It answered, but not with what was asked for; or it could not read the question.
    #[error("Reddit's answer made no sense.")]
    Nonsense,
    /// The application's id or secret is not right, or was taken back: the operator's to mend.
    #[error("Reddit does not accept this application.")]
    Unauthorised,
}

/// What is searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// Words, and Reddit's operators: `title:`, `selftext:`, `author:`, `subreddit:`, quotes, AND,
    /// OR, NOT. At most [`MOST_SEARCH_CHARACTERS`]; what is beyond is cut off at a word.
    pub words: String,
    pub sort: Sort,
    pub timeframe: Timeframe,
    /// In this community alone.
    pub subreddit: Option<SubredditName>,
    /// At most [`MOST_AT_ONCE`].
    pub limit: usize,
    /// [`Page::after`] of the page before.
    pub after: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sort {
    #[default]
    Relevance,
    Hot,
    Top,
    New,
    Comments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Timeframe {
    Hour,
    Day,
    Week,
    Month,
    Year,
    #[default]
    All,
}

/// Which part of a list is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// At most [`MOST_AT_ONCE`].
    pub limit: usize,
    pub from: Place,
}

/// Where a part of a list begins. Lists of the newest go from new to old.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Place {
    /// At the beginning.
    #[default]
    Start,
    /// What follows this thing: older ones.
    After(String),
    /// What precedes this thing: newer ones. Nothing at all if Reddit no longer knows the thing.
    Before(String),
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Where the next part begins; none at the end. Reddit's lists end near a thousand things.
    pub after: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Thing {
    Post(Post),
    Comment(Comment),
}

/// A post as it is now.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of these may be true beside the others"
)]
pub struct Post {
    /// Without its `t3_`: digits and lower-case letters that grow with time.
    pub id: String,
    /// As its community writes it: `smallbusiness`.
    pub subreddit: String,
    pub title: String,
    /// In Reddit's Markdown; empty for a link.
    pub body: String,
    /// None once the account or the post is gone.
    pub author: Option<String>,
    pub created_at: SystemTime,
    pub edited_at: Option<SystemTime>,
    pub score: i64,
    /// From 0 to 1.
    pub upvote_ratio: f64,
    pub comments: u32,
    /// Reddit's path: `/r/smallbusiness/comments/1abcde/a_title/`.
    pub permalink: String,
    /// Where the post points, if it is a link to somewhere else.
    pub link: Option<String>,
    pub flair: Option<String>,
    pub is_adult: bool,
    pub is_stickied: bool,
    pub is_locked: bool,
    /// Its author deleted it, or a moderator or Reddit took it away.
    pub is_removed: bool,
    /// Of the community.
    pub subscribers: u64,
}

/// A comment as it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct Comment {
    /// Without its `t1_`.
    pub id: String,
    /// The post it belongs to, without its `t3_`.
    pub post: String,
    /// The post or the comment that it answers.
    pub parent: Fullname,
    /// The post's title, where Reddit says it: in lists of the newest comments.
    pub post_title: Option<String>,
    pub subreddit: String,
    pub body: String,
    pub author: Option<String>,
    pub created_at: SystemTime,
    pub edited_at: Option<SystemTime>,
    pub score: i64,
    pub permalink: String,
    pub is_by_the_posts_author: bool,
    pub is_stickied: bool,
    pub is_removed: bool,
    /// Filled in threads.
    pub replies: Replies,
}

/// The answers to a post or a comment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Replies {
    pub comments: Vec<Comment>,
    /// What is there besides, for [`Reddit::more_comments`].
    pub more: Option<More>,
}

/// Comments that are counted and not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct More {
    pub count: u32,
    /// Without their `t1_`.
    pub ids: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Thread {
    pub post: Post,
    pub replies: Replies,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub name: String,
    /// In Reddit's Markdown; may be empty.
    pub description: String,
    pub applies_to: AppliesTo,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppliesTo {
    Everything,
    Posts,
    Comments,
}

/// A community.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subreddit {
    pub name: String,
    pub title: String,
    pub about: String,
    pub subscribers: u64,
    pub is_adult: bool,
}

impl Search {
    /// All posts about the words, the closest first.
    pub fn new(words: &str) -> Self {
        Self {
            words: words.to_owned(),
            sort: Sort::default(),
            timeframe: Timeframe::default(),
            subreddit: None,
            limit: MOST_AT_ONCE,
            after: None,
        }
    }
}

impl Part {
    /// The first `limit` things.
    pub fn first(limit: usize) -> Self {
        Self {
            limit,
            from: Place::Start,
        }
    }
}

impl Thread {
    /// Every comment that came along, each before the answers to it.
    pub fn comments(&self) -> Vec<&Comment> {
        self.replies.flattened()
    }
}

impl Replies {
    /// Every comment in here, each before the answers to it.
    pub fn flattened(&self) -> Vec<&Comment> {
        let mut all = Vec::new();
        let mut waiting: Vec<&Comment> = self.comments.iter().rev().collect();
        while let Some(comment) = waiting.pop() {
            all.push(comment);
            waiting.extend(comment.replies.comments.iter().rev());
        }
        all
    }
}
