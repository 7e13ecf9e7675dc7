//! A stream of generated posts and comments at a steady rate, for tests and benches.
//!
//! Nothing is stored. The number of a thing says when it is published, what it says and what becomes
//! of it, so a restarted server with the same rate returns the same.
//!
//! Posts and comments count up separately, as on Reddit, from numbers that no sample post reaches.
//! In every twenty numbers of posts one never exists. A post has eight comments, which follow it
//! within an hour; the numbers of those that a missing post would have had are missing too.
//! Some things appear late, below newer ones; some are edited and some are deleted.

use std::{num::NonZeroU32, ops::Range};

use super::sample_world::SampleWorld;

/// When each number is published, and what becomes of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Firehose {
    /// Existing things a second.
    rate: u64,
    start_ms: i64,
    communities: u64,
}

/// The place of a post in the stream: 0 is the oldest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PostPlace(u64);

/// The place of a comment in the stream: 0 is the oldest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CommentPlace(u64);

/// What becomes of a thing, in Unix time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fate {
    pub(super) created_ms: i64,
    /// Later than it was created if it is late.
    pub(super) appears_ms: i64,
    pub(super) edited_s: Option<i64>,
    pub(super) deleted_s: Option<i64>,
    /// Picks everything else about it, such as its words.
    pub(super) chance: u64,
}

/// The stream has run this long when the sandbox starts, so that listings are full.
const HISTORY_S: i64 = 24 * 3600;
/// Ids of nine digits; those of sample posts have seven.
const FIRST_POST: u64 = 36_u64.pow(8);
const FIRST_COMMENT: u64 = 2 * FIRST_POST;
const GAP_EVERY: u64 = 20;
/// How long after its post each comment is published. The first comes after the latest post that is
/// late, so that no comment appears before its post.
const COMMENT_DELAYS_S: [u64; 8] = [60, 120, 240, 480, 900, 1500, 2400, 3600];
const COMMENTS_A_POST: u64 = COMMENT_DELAYS_S.len() as u64;
/// The time between two numbers of posts at one thing a second: each post brings eight comments,
/// and of twenty numbers nineteen exist.
const MS_A_POST: u64 = 1000 * (1 + COMMENTS_A_POST) * (GAP_EVERY - 1) / GAP_EVERY;

const LATE_IN_A_HUNDRED: u64 = 2;
const LATE_MS: Range<u64> = 2_000..30_000;
const EDITED_IN_A_HUNDRED: u64 = 4;
const EDITED_AFTER_S: Range<u64> = 60..1800;
const DELETED_AFTER_S: Range<u64> = 120..3 * 3600;
/// As on Reddit, where a fifth of all posts and one in twenty-five comments go within a day and a
/// half.
const POSTS_DELETED_IN_A_HUNDRED: u64 = 21;
const COMMENTS_DELETED_IN_A_HUNDRED: u64 = 4;

impl Firehose {
    pub(super) fn new(rate: NonZeroU32, world: &SampleWorld) -> Self {
        Self {
            rate: u64::from(rate.get()),
            start_ms: (world.anchor - HISTORY_S) * 1000,
            communities: world.communities.len() as u64,
        }
    }

    /// The places of posts up to this moment, newest first. Some of them do not exist.
    pub(super) fn posts_until(&self, now_ms: i64) -> impl Iterator<Item = PostPlace> + use<> {
        (0..self.places_until(now_ms, 1)).rev().map(PostPlace)
    }

    /// The places of comments up to this moment, newest first. Some of them do not exist.
    pub(super) fn comments_until(&self, now_ms: i64) -> impl Iterator<Item = CommentPlace> + use<> {
        let places = 0..self.places_until(now_ms, COMMENTS_A_POST);
        places.rev().map(CommentPlace)
    }

    /// What becomes of the post; `None` if it never exists.
    pub(super) fn post_fate(&self, post: PostPlace) -> Option<Fate> {
        let block = mixed((post.0 / GAP_EVERY) ^ FIRST_POST);
        if block % GAP_EVERY == post.0 % GAP_EVERY {
            return None;
        }
        let created_ms = self.start_ms + whole(post.0.saturating_mul(MS_A_POST) / self.rate);
        Some(Fate::of(
            created_ms,
            mixed(post.number()),
            POSTS_DELETED_IN_A_HUNDRED,
        ))
    }

    /// What becomes of the comment; `None` if it never exists.
    pub(super) fn comment_fate(&self, comment: CommentPlace) -> Option<Fate> {
        self.post_fate(self.post_of(comment)?)?;
        let since = comment.0.saturating_mul(MS_A_POST) / (COMMENTS_A_POST * self.rate);
        let created_ms = self.start_ms + whole(since);
        Some(Fate::of(
            created_ms,
            mixed(comment.number()),
            COMMENTS_DELETED_IN_A_HUNDRED,
        ))
    }

    /// The post that the comment belongs to; `None` before the beginning of the stream.
    pub(super) fn post_of(&self, comment: CommentPlace) -> Option<PostPlace> {
        let lag = self.lag(comment.0 % COMMENTS_A_POST);
        let post = (comment.0 / COMMENTS_A_POST).checked_sub(lag)?;
        Some(PostPlace(post))
    }

    /// All comments that the post ever gets, oldest first.
    pub(super) fn comments_of(&self, post: PostPlace) -> impl Iterator<Item = CommentPlace> {
        let comment = move |turn| {
            let row = post.0.saturating_add(self.lag(turn));
            CommentPlace(row.saturating_mul(COMMENTS_A_POST).saturating_add(turn))
        };
        (0..COMMENTS_A_POST).map(comment)
    }

    /// The community of a post, in [`SampleWorld::communities`].
    pub(super) fn community(&self, post: PostPlace) -> usize {
        let community = mixed(!post.number()) % self.communities.max(1);
        usize::try_from(community).unwrap_or(0)
    }

    /// How many posts are published between a post and its comment.
    fn lag(&self, turn: u64) -> u64 {
        let turn = usize::try_from(turn).unwrap_or(0);
        let delay_ms = COMMENT_DELAYS_S[turn] * 1000;
        // Rounded up, so that a comment is never earlier than its delay.
        delay_ms.saturating_mul(self.rate).div_ceil(MS_A_POST)
    }

    fn places_until(&self, now_ms: i64, a_post: u64) -> u64 {
        let Ok(since) = u64::try_from(now_ms - self.start_ms) else {
            return 0;
        };
        // The first place whose time, rounded down, is later than this millisecond.
        let speed = self.rate * a_post;
        (since + 1).saturating_mul(speed).div_ceil(MS_A_POST)
    }
}

impl PostPlace {
    pub(super) fn at(number: u64) -> Option<Self> {
        number.checked_sub(FIRST_POST).map(Self)
    }

    pub(super) fn number(self) -> u64 {
        FIRST_POST.saturating_add(self.0)
    }
}

impl CommentPlace {
    pub(super) fn at(number: u64) -> Option<Self> {
        number.checked_sub(FIRST_COMMENT).map(Self)
    }

    pub(super) fn number(self) -> u64 {
        FIRST_COMMENT.saturating_add(self.0)
    }
}

impl Fate {
    fn of(created_ms: i64, chance: u64, deleted_in_a_hundred: u64) -> Self {
        let (late, edited, deleted) = (mixed(chance ^ 1), mixed(chance ^ 2), mixed(chance ^ 3));
        let second = created_ms.div_euclid(1000);
        let is_late = late % 100 < LATE_IN_A_HUNDRED;
        let appears_ms = created_ms + if is_late { within(&LATE_MS, late) } else { 0 };
        let edited_s =
            (edited % 100 < EDITED_IN_A_HUNDRED).then(|| second + within(&EDITED_AFTER_S, edited));
        let deleted_s = (deleted % 100 < deleted_in_a_hundred)
            .then(|| second + within(&DELETED_AFTER_S, deleted));
        Self {
            created_ms,
            appears_ms,
            edited_s,
            deleted_s,
            chance,
        }
    }
}

/// A number that looks random and is always the same (SplitMix64's finaliser).
pub(super) fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

fn within(range: &Range<u64>, chance: u64) -> i64 {
    // The low digits have already decided whether it happens.
    whole(range.start + (chance / 100) % (range.end - range.start))
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    const MINUTE_MS: i64 = 60_000;

    #[test]
    fn as_many_things_exist_as_were_asked_for() {
        for rate in [1, 40, 400] {
            let firehose = firehose(rate);
            let (from_ms, until_ms) = (ready_ms(&firehose), ready_ms(&firehose) + 19 * MINUTE_MS);
            let is_recent = |fate: &Fate| fate.created_ms >= from_ms;

            let posts = firehose.posts_until(until_ms - 1);
            let posts = posts.filter_map(|post| firehose.post_fate(post));
            let posts = posts.take_while(is_recent).count();
            let comments = firehose.comments_until(until_ms - 1);
            let comments = comments.filter_map(|comment| firehose.comment_fate(comment));
            let comments = comments.take_while(is_recent).count();

            let asked = 19 * 60 * usize::try_from(rate).unwrap();
            // Where the minutes begin and end within twenty numbers makes this difference.
            assert!(
                (posts + comments).abs_diff(asked) <= 20,
                "{rate}: {posts}, {comments}"
            );
            assert!(posts.abs_diff(asked / 9) <= 2, "{rate}: {posts}");
        }
    }

    #[test]
    fn everything_up_to_a_moment_is_there_and_nothing_later() {
        let firehose = firehose(7);
        for now_ms in (0..3000).map(|step| firehose.start_ms + 17 * step) {
            let newest = firehose.posts_until(now_ms).next().map(|post| post.0);
            let at = |place: u64| firehose.start_ms + whole(place * MS_A_POST / firehose.rate);

            assert!(newest.is_some_and(|place| at(place) <= now_ms), "{now_ms}");
            assert!(
                newest.is_some_and(|place| at(place + 1) > now_ms),
                "{now_ms}"
            );
        }
    }

    #[test]
    fn comments_appear_after_their_post_and_are_among_its_comments() {
        for rate in [1, 40, 400] {
            let firehose = firehose(rate);
            let comments = firehose.comments_until(ready_ms(&firehose)).take(500);
            for comment in comments.filter(|one| firehose.comment_fate(*one).is_some()) {
                let post = firehose.post_of(comment).unwrap();
                let fate = firehose.post_fate(post).unwrap();

                assert!(firehose.comments_of(post).any(|one| one == comment));
                assert!(firehose.comment_fate(comment).unwrap().created_ms > fate.appears_ms);
            }
        }
    }

    #[test]
    fn one_number_in_twenty_is_of_no_post() {
        let firehose = firehose(40);
        for block in 0..500 {
            let places = block * GAP_EVERY..(block + 1) * GAP_EVERY;
            let missing = places.filter(|place| firehose.post_fate(PostPlace(*place)).is_none());

            assert_eq!(missing.count(), 1, "{block}");
        }
    }

    fn firehose(rate: u32) -> Firehose {
        let anchor = SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000);
        Firehose::new(
            NonZeroU32::new(rate).unwrap(),
            &SampleWorld::new(anchor, &[]),
        )
    }

    /// The start of the sandbox.
    fn ready_ms(firehose: &Firehose) -> i64 {
        firehose.start_ms + HISTORY_S * 1000
    }
}
