//! What can be read at one point in time: sample posts and, beside them, generated ones.

use std::{
    borrow::Cow,
    cmp::Reverse,
    time::{Duration, SystemTime},
};

use providers::reddit::ThingNumber;
use serde_json::Value;

use super::{
    firehose::{CommentPlace, PostPlace},
    firehose_world::{FirehoseSnapshot, FirehoseWorld},
    listing::ListingEntry,
    reddit_json,
    sample_world::{PlacedPost, SampleWorld, seconds},
    snapshot::{PostState, Snapshot},
};

/// Posts and comments at a point in time.
#[derive(Debug, Clone, Copy)]
pub(super) struct VisibleThings<'world> {
    /// The sample posts alone.
    pub(super) snapshot: Snapshot<'world>,
    firehose: Option<FirehoseSnapshot<'world>>,
}

/// A post in a listing. Generated ones are only made if they are on the page that is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) enum ListedPost<'world> {
    Sample(&'world PlacedPost),
    Generated(PostPlace),
}

/// A comment in a listing; a sample by its post and its index there.
#[derive(Debug, Clone, Copy)]
pub(super) enum ListedComment<'world> {
    Sample(&'world PlacedPost, usize),
    Generated(CommentPlace),
}

/// The time and the number, by which listings of the newest are ordered.
type ListedAt = (i64, u64);

impl<'world> VisibleThings<'world> {
    pub(super) fn at(
        now: SystemTime,
        world: &'world SampleWorld,
        firehose: Option<&'world FirehoseWorld>,
    ) -> Self {
        Self {
            snapshot: Snapshot {
                world,
                now: seconds(now),
            },
            firehose: firehose.map(|firehose| firehose.at(milliseconds(now))),
        }
    }

    /// A visible post, including deleted ones.
    pub(super) fn post(&self, id: &str) -> Option<Cow<'world, PlacedPost>> {
        let sample = self.snapshot.world.post(id).map(Cow::Borrowed);
        let post = sample.or_else(|| self.firehose?.thread(id).map(Cow::Owned))?;
        let state = self.snapshot.state(&post);
        matches!(state, PostState::There | PostState::Deleted).then_some(post)
    }

    /// A visible comment, by its post and its index there.
    pub(super) fn comment(&self, id: &str) -> Option<(Cow<'world, PlacedPost>, usize)> {
        let Some((post, place)) = self.snapshot.world.comment(id) else {
            let (post, place) = self.firehose?.comment_named(id)?;
            return Some((Cow::Owned(post), place));
        };
        let is_there = self.snapshot.state(post) == PostState::There
            && self.snapshot.is_there(&post.comments[place]);
        is_there.then_some((Cow::Borrowed(post), place))
    }

    /// The posts of these communities, newest first; of all communities if none are given. Samples and
    /// generated posts count up apart, so that the listing of everything has generated ones alone: on
    /// Reddit there is one count.
    pub(super) fn newest_posts(
        &self,
        communities: Option<&[usize]>,
    ) -> Vec<ListingEntry<ListedPost<'world>>> {
        let samples = self.snapshot.posts().rev();
        let is_generated = self.firehose.is_some();
        let samples = samples
            .filter(|post| communities.map_or(!is_generated, |all| all.contains(&post.community)))
            .map(|post| ((post.created, post.number), ListedPost::Sample(post)));
        let generated = self.firehose.map(|it| it.newest_posts(communities));
        let generated = generated
            .into_iter()
            .flatten()
            .map(|(created, post)| ((created, post.number()), ListedPost::Generated(post)));
        newest_first("t3", samples.chain(generated).collect())
    }

    /// The comments of these communities, newest first; of all communities if none are given.
    pub(super) fn newest_comments(
        &self,
        communities: Option<&[usize]>,
    ) -> Vec<ListingEntry<ListedComment<'world>>> {
        let mut found = Vec::new();
        for post in self.snapshot.posts() {
            if communities.is_some_and(|all| !all.contains(&post.community)) {
                continue;
            }
            let there = post.comments.iter().enumerate();
            let there = there.filter(|(_, comment)| self.snapshot.is_there(comment));
            found.extend(there.map(|(place, comment)| {
                let listed_at = (comment.created, comment.number);
                (listed_at, ListedComment::Sample(post, place))
            }));
        }
        let generated = self.firehose.map(|it| it.newest_comments(communities));
        found.extend(generated.into_iter().flatten().map(|(created, comment)| {
            let listed_at = (created, comment.number());
            (listed_at, ListedComment::Generated(comment))
        }));
        newest_first("t1", found)
    }

    /// Renders a post of a listing.
    pub(super) fn post_json(&self, post: &ListedPost<'_>) -> Value {
        match post {
            ListedPost::Sample(post) => reddit_json::post(self.snapshot, post),
            ListedPost::Generated(post) => {
                let made = self.firehose.and_then(|it| it.post(*post));
                made.map_or(Value::Null, |post| reddit_json::post(self.snapshot, &post))
            }
        }
    }

    /// Renders a comment of a listing.
    pub(super) fn comment_json(&self, comment: &ListedComment<'_>) -> Value {
        let write =
            |post: &PlacedPost, place| reddit_json::lone_comment(self.snapshot, post, place);
        match comment {
            ListedComment::Sample(post, place) => write(post, *place),
            ListedComment::Generated(comment) => {
                let made = self.firehose.and_then(|it| it.comment(*comment));
                made.map_or(Value::Null, |(post, place)| write(&post, place))
            }
        }
    }
}

fn newest_first<T>(kind: &str, mut things: Vec<(ListedAt, T)>) -> Vec<ListingEntry<T>> {
    things.sort_by_key(|(listed_at, _)| Reverse(*listed_at));
    let entries = things.into_iter().map(|((_, number), item)| ListingEntry {
        name: format!("{kind}_{}", ThingNumber::new(number)),
        item,
    });
    entries.collect()
}

fn milliseconds(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    let since = since.unwrap_or(Duration::ZERO).as_millis();
    i64::try_from(since).unwrap_or(i64::MAX)
}
