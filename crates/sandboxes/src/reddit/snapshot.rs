//! The sample posts at one point in time: which exist, their text and their score.

use super::sample_world::{PlacedComment, PlacedPost, SampleWorld};

/// The sample posts at a point in time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Snapshot<'world> {
    pub(crate) world: &'world SampleWorld,
    /// Unix time in seconds.
    pub(crate) now: i64,
}

/// The state of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PostState {
    ToCome,
    There,
    /// Deleted by its author: for a day it is still visible, without its text.
    Deleted,
    /// No longer visible at all.
    Gone,
}

const DAY: i64 = 24 * 3600;
/// After this time a post has about two thirds of its final points and comments.
const RISING: f64 = 8.0 * 3600.0;

impl<'world> Snapshot<'world> {
    /// The posts in listings and searches, oldest first.
    pub(crate) fn posts(self) -> impl DoubleEndedIterator<Item = &'world PlacedPost> {
        let posts = self.world.posts.iter();
        posts.filter(move |post| self.state(post) == PostState::There)
    }

    pub(crate) fn state(self, post: &PlacedPost) -> PostState {
        let gone_for = post
            .written
            .deleted
            .map(|wait| self.now - self.after_start(wait));
        match gone_for {
            _ if post.created > self.now => PostState::ToCome,
            Some(DAY..) => PostState::Gone,
            Some(0..) => PostState::Deleted,
            _ => PostState::There,
        }
    }

    /// The body, and when it was last edited.
    pub(crate) fn body(self, post: &PlacedPost) -> (&str, Option<i64>) {
        if let Some(edited) = self.edited_at(post) {
            let text = post.written.edited.as_ref().map(|(_, text)| text.as_str());
            return (text.unwrap_or_default(), Some(edited));
        }
        (&post.written.body, None)
    }

    pub(crate) fn is_edited(self, post: &PlacedPost) -> bool {
        self.edited_at(post).is_some()
    }

    fn edited_at(self, post: &PlacedPost) -> Option<i64> {
        let (wait, _) = post.written.edited.as_ref()?;
        let edited = self.after_start(*wait);
        (edited <= self.now).then_some(edited)
    }

    pub(crate) fn score(self, post: &PlacedPost) -> i64 {
        self.risen(post.written.score, post.created)
    }

    /// The share of upvotes.
    pub(crate) fn upvote_ratio(self, post: &PlacedPost) -> f64 {
        let spread = f64::from(u32::try_from(post.number % 23).unwrap_or(0)) / 100.0;
        if self.score(post) < 1 {
            0.4
        } else {
            0.98 - spread
        }
    }

    /// The reported number of comments; at least those that exist.
    pub(crate) fn comment_count(self, post: &PlacedPost) -> u32 {
        let there = post
            .comments
            .iter()
            .filter(|one| self.is_there(one))
            .count();
        let there = u32::try_from(there).unwrap_or(u32::MAX);
        let said = post.written.comment_count.unwrap_or(0);
        let risen = self.risen(i64::from(said), post.created);
        u32::try_from(risen).unwrap_or(0).min(said).max(there)
    }

    pub(crate) fn is_there(self, comment: &PlacedComment) -> bool {
        comment.created <= self.now
    }

    pub(crate) fn comment_score(self, comment: &PlacedComment, in_the_end: i64) -> i64 {
        self.risen(in_the_end, comment.created)
    }

    /// Grows from one point, the author's own, to the final score.
    fn risen(self, in_the_end: i64, created: i64) -> i64 {
        let age = u32::try_from((self.now - created).max(0)).unwrap_or(u32::MAX);
        let share = 1.0 - (-f64::from(age) / RISING).exp();
        let way = i32::try_from(in_the_end - 1).unwrap_or(i32::MAX);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a share of a number that fits is one that fits"
        )]
        let gone = (f64::from(way) * share).round() as i64;
        1 + gone
    }

    fn after_start(self, wait: std::time::Duration) -> i64 {
        let wait = i64::try_from(wait.as_secs()).unwrap_or(i64::MAX);
        self.world.anchor.saturating_add(wait)
    }
}
