//! The sample posts as they are at one moment: what is there, how it reads, how it is liked.

use super::world::{Placed, PlacedComment, World};

/// The world, now.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment<'world> {
    pub(crate) world: &'world World,
    /// Seconds since 1970.
    pub(crate) now: i64,
}

/// How far a post is through its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    ToCome,
    There,
    /// Its author took it away: Reddit tells of it for a day, without its text.
    Deleted,
    /// As if it had never been.
    Gone,
}

const DAY: i64 = 24 * 3600;
/// After this time a post has about two thirds of the points and comments that it will have.
const RISING: f64 = 8.0 * 3600.0;

impl<'world> Moment<'world> {
    /// What lists and searches show, from old to new.
    pub(crate) fn posts(self) -> impl DoubleEndedIterator<Item = &'world Placed> {
        let posts = self.world.posts.iter();
        posts.filter(move |post| self.state(post) == State::There)
    }

    pub(crate) fn state(self, post: &Placed) -> State {
        let gone_for = post
            .written
            .deleted
            .map(|wait| self.now - self.after_start(wait));
        match gone_for {
            _ if post.created > self.now => State::ToCome,
            Some(DAY..) => State::Gone,
            Some(0..) => State::Deleted,
            _ => State::There,
        }
    }

    /// The body, and when it was changed last.
    pub(crate) fn body(self, post: &Placed) -> (&str, Option<i64>) {
        if let Some(edited) = self.edited_at(post) {
            let text = post.written.edited.as_ref().map(|(_, text)| text.as_str());
            return (text.unwrap_or_default(), Some(edited));
        }
        (&post.written.body, None)
    }

    pub(crate) fn is_edited(self, post: &Placed) -> bool {
        self.edited_at(post).is_some()
    }

    fn edited_at(self, post: &Placed) -> Option<i64> {
        let (wait, _) = post.written.edited.as_ref()?;
        let edited = self.after_start(*wait);
        (edited <= self.now).then_some(edited)
    }

    pub(crate) fn score(self, post: &Placed) -> i64 {
        self.risen(post.written.score, post.created)
    }

    /// The share of votes that were up: few are loved by all.
    pub(crate) fn upvote_ratio(self, post: &Placed) -> f64 {
        let spread = f64::from(u32::try_from(post.number % 23).unwrap_or(0)) / 100.0;
        if self.score(post) < 1 {
            0.4
        } else {
            0.98 - spread
        }
    }

    /// How many comments there are said to be; at least those that are there.
    pub(crate) fn comment_count(self, post: &Placed) -> u32 {
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

    /// From one point, which is the author's own, to what it will be in the end.
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
