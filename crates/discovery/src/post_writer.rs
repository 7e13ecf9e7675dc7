//! Writes the posts of a discovery: known posts are updated, new ones saved as far as the month's
//! allowance goes, and the rest wait until there is room.

use std::collections::HashMap;

use uuid::Uuid;

use super::progress_stages::SAVING;
use super::relevance_judge::JudgedPost;
use super::relevant_post::RelevantPost;
use super::store::{self, KnownPost, REDDIT_POSTS};
use super::{allowance, found_via};
use finds::{ProgressReporter, ROWS_PER_TRANSACTION, Sighting};
use platform::clock::Clock;
use platform::crash;
use platform::db::{Db, Tx};
use platform::events::ProductEvents;
use platform::jobs::Lease;
use platform::live::{self, RowWrite};

/// The posts of a discovery that their owner already has, by Reddit id.
pub(super) type KnownPosts = HashMap<String, KnownPost>;

pub(super) async fn known(
    db: &Db,
    user_id: Uuid,
    reddit_ids: &[&str],
) -> anyhow::Result<KnownPosts> {
    let rows = store::known(db, user_id, reddit_ids).await?;
    let named = rows.into_iter().map(|post| (post.reddit_id.clone(), post));
    Ok(named.collect())
}

/// Writes the posts of one discovery.
#[derive(Debug)]
pub(super) struct PostWriter<'a> {
    pub(super) user_id: Uuid,
    pub(super) known: &'a KnownPosts,
    /// Only some of the keywords were searched for. What such a search says about a known post is
    /// less than what is stored, except for its rank.
    pub(super) is_partial: bool,
}

impl PostWriter<'_> {
    /// Writes all posts in small transactions; new posts come best first, so that the allowance goes
    /// to the best. A worker that starts over finds what the last one saved and continues from there.
    pub(super) async fn keep(
        &self,
        lease: &Lease,
        (again, new): (Vec<JudgedPost>, Vec<JudgedPost>),
        reporter: &mut ProgressReporter<'_>,
    ) -> anyhow::Result<()> {
        let total = again.len() + new.len();
        let (mut written, mut saved) = (0, 0);
        for some in again.chunks(ROWS_PER_TRANSACTION) {
            let mut tx = lease.begin().await?;
            for judged in some {
                let post = self.with_known_via(&judged.post);
                self.see_again(&mut tx, lease.clock(), &post).await?;
            }
            tx.commit().await?;
            written += some.len();
            reporter.advance(SAVING, (written, total), saved).await?;
        }
        for some in new.chunks(ROWS_PER_TRANSACTION) {
            crash::point("discovery.before_save");
            let mut tx = lease.begin().await?;
            let posts = some.iter().map(|judged| &judged.post);
            let seen = Sighting {
                at: lease.clock().now(),
                job_id: Some(lease.job_id()),
            };
            saved += save(&mut tx, lease.clock(), self.user_id, posts, seen).await?;
            tx.commit().await?;
            crash::point("discovery.after_save");
            written += some.len();
            reporter.advance(SAVING, (written, total), saved).await?;
        }
        Ok(())
    }

    /// What found a post before stays.
    fn with_known_via(&self, post: &RelevantPost) -> RelevantPost {
        let known = self.known.get(&post.reddit_id);
        let known = known.map(KnownPost::found_via).unwrap_or_default();
        RelevantPost {
            via: found_via::union(&known, &post.via),
            ..post.clone()
        }
    }

    async fn see_again(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        post: &RelevantPost,
    ) -> anyhow::Result<()> {
        let (user_id, at) = (self.user_id, clock.now());
        let known = self.known.get(&post.reddit_id);
        let is_waiting = known.is_some_and(|it| it.is_waiting);
        if self.is_partial && is_waiting {
            return Ok(());
        }
        if self.is_partial {
            store::see_rank_again(tx, user_id, post, at).await?;
        } else if is_waiting {
            store::see_waiting_again(tx, user_id, post, at).await?;
        } else {
            store::see_again(tx, user_id, post, at).await?;
        }
        Ok(())
    }
}

/// Saves as many posts as the allowance has room for and lets the others wait; how many were saved.
pub(super) async fn save(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    posts: impl ExactSizeIterator<Item = &RelevantPost>,
    seen: Sighting,
) -> anyhow::Result<usize> {
    let room = allowance::take_posts(tx, clock, user_id, posts.len()).await?;
    let mut saved = 0;
    for post in posts {
        if saved < room {
            saved += usize::from(add(tx, clock, user_id, post, seen).await?);
        } else {
            store::put_by(tx, user_id, post, seen.at).await?;
        }
    }
    give_back_unused(tx, clock, user_id, (room, saved)).await?;
    Ok(saved)
}

/// Saves one post if the allowance has room for it and it is not there yet; whether it did.
pub(super) async fn save_if_room(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    post: &RelevantPost,
    seen: Sighting,
) -> anyhow::Result<bool> {
    let room = allowance::take_posts(tx, clock, user_id, 1).await?;
    let is_added = room > 0 && add(tx, clock, user_id, post, seen).await?;
    give_back_unused(tx, clock, user_id, (room, usize::from(is_added))).await?;
    Ok(is_added)
}

/// What was there already costs nothing.
async fn give_back_unused(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    (taken, used): (usize, usize),
) -> anyhow::Result<()> {
    if used < taken {
        allowance::give_back_posts(tx, clock, user_id, taken - used).await?;
    }
    Ok(())
}

/// Adds a post and notifies open pages; false if it was already there.
async fn add(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    post: &RelevantPost,
    seen: Sighting,
) -> anyhow::Result<bool> {
    let Some(id) = store::add(tx, user_id, post, seen).await? else {
        return Ok(false);
    };
    let written = (id, RowWrite::Added);
    live::record_written(tx, clock, user_id, &REDDIT_POSTS, written).await?;
    finds::count_found("post", seen.at - post.created_at);
    Ok(true)
}

/// Saves a user's waiting posts as far as the allowance now has room; how many.
pub(super) async fn release(
    db: &Db,
    (clock, events): (&Clock, &dyn ProductEvents),
    user_id: Uuid,
) -> anyhow::Result<usize> {
    if allowance::access_of(db, clock, user_id).await?.is_none() {
        return Ok(0);
    }
    let mut released = 0;
    loop {
        let mut tx = db.begin().await?;
        let mut posts = store::release_candidates(&mut tx, user_id, ROWS_PER_TRANSACTION).await?;
        let wanted = posts.len();
        let room = allowance::take_posts(&mut tx, clock, user_id, wanted).await?;
        posts.truncate(room);
        let seen = Sighting {
            at: clock.now(),
            job_id: None,
        };
        let mut added = 0;
        for post in &posts {
            added += usize::from(add(&mut tx, clock, user_id, post, seen).await?);
            store::remove_waiting(&mut tx, user_id, &post.reddit_id).await?;
        }
        give_back_unused(&mut tx, clock, user_id, (posts.len(), added)).await?;
        released += added;
        if !posts.is_empty() {
            events.rows_found(&mut tx, clock, user_id).await?;
        }
        tx.commit().await?;
        if posts.len() < ROWS_PER_TRANSACTION {
            return Ok(released);
        }
    }
}
