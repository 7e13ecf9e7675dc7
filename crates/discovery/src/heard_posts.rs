//! What the listener heard: stored until the reader has read it, and until the scan comes that it waits
//! for.
//!
//! On plans whose scans are further apart than a day, posts below the user's alert threshold wait for the
//! next scan, which collects them.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::found_via::FoundVia;
use super::reader_queue::ReadHeardPosts;
use super::relevance_judge::{Candidate, JudgedPost};
use super::store::{self, HeldMatch};
use listening::{Ears, Fullname, Post, SourceName, Thing};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, NewJob};

/// A post with the users for whom it may be a lead.
#[derive(Clone, Debug)]
pub struct HeardPost<'a> {
    pub post: &'a Post,
    pub matches: Vec<HeardMatch<'a>>,
}

/// Why a post may be a lead for a user, and how likely it is one at a glance: 0 to 100.
#[derive(Clone, Copy, Debug)]
pub struct HeardMatch<'a> {
    pub user_id: Uuid,
    pub keywords: &'a [String],
    pub subjects: &'a [String],
    pub score: f32,
}

/// How many posts that waited a scan collects.
const MOST_HELD: i64 = 300;
/// What nobody has read by then is forgotten: its author may have deleted it meanwhile.
const UNREAD_KEPT_FOR: TimeDelta = TimeDelta::days(1);
/// Longer than the longest pause between two scans.
const MATCH_KEPT_FOR: TimeDelta = TimeDelta::days(14);

/// Puts posts into the reader's queue.
pub(super) async fn hear_posts(
    tx: &mut Tx,
    clock: &Clock,
    heard: &[HeardPost<'_>],
) -> anyhow::Result<()> {
    if heard.is_empty() {
        return Ok(());
    }
    store::add_heard(tx, heard, clock.now()).await?;
    let job = NewJob::of(&ReadHeardPosts {}).lane(ReadHeardPosts::LANE);
    jobs::enqueue(tx, clock, job).await?;
    Ok(())
}

pub(super) fn candidate(post: Post, (keywords, subjects): (Vec<String>, &[String])) -> Candidate {
    let of_keywords = keywords.iter().map(|it| FoundVia::new(it, "keyword"));
    let of_subjects = subjects.iter().map(|it| FoundVia::new(it, "subject"));
    Candidate {
        via: of_keywords.chain(of_subjects).collect(),
        found_for: keywords,
        post,
        ranks: Vec::new(),
        comments: String::new(),
    }
}

/// What waited for a scan: the posts as they are on Reddit now, and the ids of all, also of those that
/// are gone.
#[derive(Debug, Default)]
pub(super) struct HeldPosts {
    pub(super) candidates: Vec<Candidate>,
    pub(super) ids: Vec<String>,
}

impl HeldPosts {
    pub(super) fn ids_there(&self) -> HashSet<String> {
        let ids = self.candidates.iter().map(|it| it.post.reddit_id.clone());
        ids.collect()
    }
}

/// What a scan is done with: the posts that it has judged and those that are gone. What it had no time
/// for waits for the next one.
pub(super) fn collected(
    mut held: Vec<String>,
    there: &HashSet<String>,
    judged: &[JudgedPost],
) -> Vec<String> {
    let judged: HashSet<&str> = judged.iter().map(|it| it.post.reddit_id.as_str()).collect();
    held.retain(|id| judged.contains(id.as_str()) || !there.contains(id));
    held
}

/// Collects what waits for a user's next scan. Nothing is collected while Reddit does not answer.
pub(super) async fn held_posts(
    db: &Db,
    (reddit, user_id): (&Ears, Uuid),
) -> anyhow::Result<HeldPosts> {
    let held = store::held_matches(db, user_id, MOST_HELD).await?;
    let ids: Vec<String> = held.iter().map(|it| it.reddit_id.clone()).collect();
    let mut candidates = Vec::new();
    let mut terms_of: HashMap<String, (Vec<String>, Vec<String>)> = HashMap::new();
    for HeldMatch {
        reddit_id,
        keywords,
        subjects,
        post,
    } in held
    {
        match post.filter(|_| SourceName::of(&reddit_id) != SourceName::Reddit) {
            Some(post) => candidates.push(candidate(post.0, (keywords.0, &subjects.0))),
            None => {
                terms_of.insert(reddit_id, (keywords.0, subjects.0));
            }
        }
    }
    let names: Vec<Fullname> = terms_of.keys().filter_map(|id| id.parse().ok()).collect();
    let response = reddit.again(&names).await;
    if !response.missed.is_empty() {
        return Ok(HeldPosts::default());
    }
    for thing in response.found.there {
        if let Thing::Post(post) = thing {
            let (keywords, subjects) = terms_of.remove(&post.reddit_id).unwrap_or_default();
            candidates.push(candidate(post, (keywords, &subjects)));
        }
    }
    Ok(HeldPosts { candidates, ids })
}

/// What a scan has collected no longer waits.
pub(super) async fn forget_held(tx: &mut Tx, user_id: Uuid, ids: &[String]) -> DbResult<()> {
    for reddit_id in ids {
        store::delete_match(tx, user_id, reddit_id).await?;
    }
    store::delete_judged_texts(tx, ids).await
}

/// Deletes what nobody has read or collected in all this time.
pub(super) async fn forget_old(db: &Db, now: DateTime<Utc>) -> DbResult<()> {
    store::delete_old_heard(db, (now - UNREAD_KEPT_FOR, now - MATCH_KEPT_FOR)).await
}
