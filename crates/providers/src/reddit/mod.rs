//! Reddit's posts, comments and communities.
//!
//! * [`Reddit`] is the trait, [`LiveReddit`] the live adapter: Reddit's API with an application
//!   token.
//!
//! Every method makes **one** call, so that the owner of the call budget can count them; a response
//! includes Reddit's rate limit headers. Nothing is retried here except a call whose token has
//! expired. After Reddit asked us to back off, calls fail with [`RedditError::RateLimited`] without
//! being sent, until that time is over.

mod absent_reddit;
mod account_check;
mod client;
mod live_reddit;
mod names;
mod settings;
mod thing_number;
mod token;
mod wire;

use std::{
    fmt::Debug,
    time::{Duration, SystemTime},
};

use async_trait::async_trait;

pub use absent_reddit::AbsentReddit;
pub use account_check::check_reddit;
pub use live_reddit::LiveReddit;
pub(crate) use names::is_id;
pub use names::{Fullname, InvalidName, SubredditName};
pub use settings::{InvalidRedditSettings, RedditSettings};
pub use thing_number::ThingNumber;

/// The maximum number of ids in [`Reddit::by_ids`], and of items on a page.
pub const MAX_ITEMS_PER_CALL: usize = 100;
/// The maximum length of a search query.
pub const MAX_SEARCH_CHARACTERS: usize = 512;

/// Reads Reddit.
#[async_trait]
pub trait Reddit: Send + Sync + Debug {
    /// Posts that match the query.
    async fn search(
        &self,
        search: &PostSearch,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError>;

    /// The newest posts of these communities together, newest first; of all communities if the list is
    /// empty.
    async fn newest(
        &self,
        subreddits: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError>;

    /// The newest comments of these communities together, newest first; of all communities if the list
    /// is empty.
    async fn newest_comments(
        &self,
        subreddits: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditComment>>, RedditError>;

    /// A post with the comments that Reddit returns at once. `post` is the id without its `t3_`.
    async fn thread(
        &self,
        subreddit: &SubredditName,
        post: &str,
    ) -> Result<RedditResponse<PostThread>, RedditError>;

    /// Comments that [`Reddit::thread`] did not include: the first [`MAX_ITEMS_PER_CALL`] of `more`,
    /// each with the replies that Reddit returned.
    async fn more_comments(
        &self,
        post: &str,
        more: &MoreComments,
    ) -> Result<RedditResponse<Replies>, RedditError>;

    /// The current state of these posts and comments, at most [`MAX_ITEMS_PER_CALL`]. Missing ones are
    /// deleted, removed, private or not visible yet; some numbers are never given to anything. What a
    /// listing has left out is asked for here, by the [`ThingNumber`]s between known ones.
    async fn by_ids(
        &self,
        ids: &[Fullname],
    ) -> Result<RedditResponse<Vec<RedditThing>>, RedditError>;

    /// A community's rules.
    async fn rules(
        &self,
        subreddit: &SubredditName,
    ) -> Result<RedditResponse<Vec<SubredditRule>>, RedditError>;

    /// Communities that match the query.
    async fn subreddits(
        &self,
        words: &str,
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditSummary>>, RedditError>;

    /// The full URL of a permalink. Makes no call.
    fn address_of(&self, permalink: &str) -> String;
}

/// A response with Reddit's rate limit headers.
#[derive(Debug, Clone, PartialEq)]
pub struct RedditResponse<T> {
    pub what: T,
    /// `None` if the headers were missing.
    pub window: Option<RateWindow>,
}

/// Reddit's rate limit: how many calls are left in the current window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateWindow {
    pub used: f64,
    pub remaining: f64,
    /// From the response until the window resets.
    pub reset: Duration,
}

/// Why a call failed. Nothing here repeats what was sent or received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RedditError {
    /// Unreachable, too slow or failing: try again later.
    #[error("Reddit is unavailable right now.")]
    Unavailable { retry_after: Option<Duration> },
    /// Reddit is well and asks for a pause: this window's calls are used up.
    #[error("Reddit asked us to wait.")]
    RateLimited { retry_after: Duration },
    /// Private, quarantined or closed to this application.
    #[error("This is private on Reddit.")]
    Forbidden,
    /// The community or post does not exist, or no longer does.
    #[error("This does not exist on Reddit.")]
    NotFound,
    /// The response is not what was asked for, or Reddit could not parse the request.
    #[error("Reddit's response could not be read.")]
    InvalidResponse,
    /// The application's id or secret is wrong or was revoked: the operator must fix it.
    #[error("Reddit rejected this application.")]
    Unauthorised,
    /// Nobody has connected it.
    #[error("Reddit is not connected.")]
    NotConfigured,
}

/// A search for posts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostSearch {
    /// The query, with Reddit's operators: `title:`, `selftext:`, `author:`, `subreddit:`, quotes, AND,
    /// OR, NOT. At most [`MAX_SEARCH_CHARACTERS`]; longer queries are cut at a word.
    pub words: String,
    pub sort: Sort,
    pub timeframe: Timeframe,
    /// Only in this community.
    pub subreddit: Option<SubredditName>,
    /// At most [`MAX_ITEMS_PER_CALL`].
    pub limit: usize,
    /// [`ListingPage::after`] of the previous page.
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

/// Which page of a listing to return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    /// At most [`MAX_ITEMS_PER_CALL`].
    pub limit: usize,
    pub from: PageStart,
}

/// Where a page begins. Listings of the newest run from new to old.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PageStart {
    /// At the beginning of the listing.
    #[default]
    Start,
    /// After this item: older ones.
    After(String),
    /// Before this item: newer ones. Empty if Reddit no longer knows the item.
    Before(String),
}

/// A page of a listing.
#[derive(Debug, Clone, PartialEq)]
pub struct ListingPage<T> {
    pub items: Vec<T>,
    /// Where the next page begins; `None` at the end. Reddit's listings end near a thousand items.
    pub after: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum RedditThing {
    Post(SubredditPost),
    Comment(SubredditComment),
}

/// The current state of a post.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of these may be true beside the others"
)]
pub struct SubredditPost {
    /// Without its `t3_`: a [`ThingNumber`], which grows with time.
    pub id: String,
    /// As its community writes it: `smallbusiness`.
    pub subreddit: String,
    pub title: String,
    /// In Reddit's Markdown; empty for a link.
    pub body: String,
    /// `None` once the account or the post is deleted.
    pub author: Option<String>,
    pub created_at: SystemTime,
    pub edited_at: Option<SystemTime>,
    pub score: i64,
    /// From 0 to 1.
    pub upvote_ratio: f64,
    pub comments: u32,
    /// Reddit's path: `/r/smallbusiness/comments/1abcde/a_title/`.
    pub permalink: String,
    /// The URL, if the post is a link.
    pub link: Option<String>,
    pub flair: Option<String>,
    pub is_adult: bool,
    pub is_stickied: bool,
    pub is_locked: bool,
    /// Deleted by its author, or removed by a moderator or Reddit.
    pub is_removed: bool,
    /// Of the community.
    pub subscribers: u64,
}

/// The current state of a comment.
#[derive(Debug, Clone, PartialEq)]
pub struct SubredditComment {
    /// Without its `t1_`.
    pub id: String,
    /// The post it belongs to, without its `t3_`.
    pub post: String,
    /// The post or comment that it replies to.
    pub parent: Fullname,
    /// The post's title; only in listings of the newest comments.
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
    /// Only in threads.
    pub replies: Replies,
}

/// The replies to a post or a comment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Replies {
    pub comments: Vec<SubredditComment>,
    /// Further replies, for [`Reddit::more_comments`].
    pub more: Option<MoreComments>,
}

/// Comments that were counted but not included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoreComments {
    pub count: u32,
    /// Without their `t1_`.
    pub ids: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PostThread {
    pub post: SubredditPost,
    pub replies: Replies,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubredditRule {
    pub name: String,
    /// In Reddit's Markdown; may be empty.
    pub description: String,
    pub applies_to: RuleScope,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleScope {
    Everything,
    Posts,
    Comments,
}

/// A community.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubredditSummary {
    pub name: String,
    pub title: String,
    pub about: String,
    pub subscribers: u64,
    pub is_adult: bool,
}

impl PostSearch {
    /// All posts that match the query, most relevant first.
    pub fn new(words: &str) -> Self {
        Self {
            words: words.to_owned(),
            sort: Sort::default(),
            timeframe: Timeframe::default(),
            subreddit: None,
            limit: MAX_ITEMS_PER_CALL,
            after: None,
        }
    }
}

impl PageRequest {
    /// The first `limit` items.
    pub fn first(limit: usize) -> Self {
        Self {
            limit,
            from: PageStart::Start,
        }
    }
}

impl PostThread {
    /// Every included comment, each before its replies.
    pub fn comments(&self) -> Vec<&SubredditComment> {
        self.replies.flattened()
    }
}

impl Replies {
    /// Every comment, each before its replies.
    pub fn flattened(&self) -> Vec<&SubredditComment> {
        let mut all = Vec::new();
        let mut stack: Vec<&SubredditComment> = self.comments.iter().rev().collect();
        while let Some(comment) = stack.pop() {
            all.push(comment);
            stack.extend(comment.replies.comments.iter().rev());
        }
        all
    }
}
