//! While the reader is behind, the likeliest leads are shown by their words alone. Nobody gets a mail
//! about them until they are read: then the score is corrected, or the post leaves the list again and is
//! given back to the allowance.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::TimeDelta;
use finds::{KnownBrand, Sighting};
use lens::intent::intent;
use lens::noise::noise;
use lens::relevance::least_glance_score;
use listening::Post;
use platform::db::{DbResult, Tx, args};
use platform::jobs::Lease;
use platform::live::{self, RowWrite};
use uuid::Uuid;

use super::allowance::{self, DiscoveryAccess};
use super::discovery_job::DiscoveryTools;
use super::found_via;
use super::heard_posts::candidate;
use super::post_filter;
use super::post_writer::{self, KnownPosts};
use super::relevance_judge::{JudgedPost, plain};
use super::relevant_post::RelevantPost;
use super::store::{self, KnownPost, QueuedMatch, REDDIT_POSTS};

/// Whether somebody has begun to answer a post.
#[async_trait]
pub trait PostDrafts: std::fmt::Debug + Send + Sync {
    async fn has_draft(&self, tx: &mut Tx, user_id: Uuid, post_id: Uuid) -> DbResult<bool>;
}

/// What correcting needs.
#[derive(Clone, Copy)]
pub(super) struct CorrectionTools<'a> {
    pub(super) tools: &'a DiscoveryTools,
    pub(super) drafts: &'a Arc<dyn PostDrafts>,
    pub(super) lease: &'a Lease,
}

/// A post that is read sooner is shown with what was read.
const LONG: TimeDelta = TimeDelta::minutes(1);
const MOST_AT_ONCE: i64 = 100;

const REASON: &str = "Its words fit what you do. It has not been read in full yet.";

/// Shows what waits for long and is likely enough, to those whose plan shows what was heard at once.
pub(super) async fn show_long_waiting(tools: &DiscoveryTools, lease: &Lease) -> anyhow::Result<()> {
    let now = lease.clock().now();
    let line = f64::from(least_glance_score());
    let waiting = store::long_waiting(&tools.db, now - LONG, (line, MOST_AT_ONCE)).await?;
    let ids = waiting.iter().map(|it| it.reddit_id.as_str());
    let texts = store::heard_texts(&tools.db, ids).await?;
    for it in waiting {
        if let Some(post) = texts.get(&it.reddit_id) {
            show(tools, lease, (it, post)).await?;
        }
    }
    Ok(())
}

async fn show(
    tools: &DiscoveryTools,
    lease: &Lease,
    (it, post): (QueuedMatch, &Post),
) -> anyhow::Result<()> {
    let (db, clock, user_id) = (&tools.db, lease.clock(), it.user_id);
    let access = allowance::access_of(db, clock, user_id).await?;
    let known = post_writer::known(db, user_id, &[&it.reddit_id]).await?;
    let filters = listening::filters_of(db, user_id).await?;
    let brand = KnownBrand::of(db, user_id).await?;
    let reddit_id = it.reddit_id.clone();
    let lead = early(it, post);
    // Who is named hears of it as a mention; a new lead it is not.
    let is_wanted = access.is_some_and(DiscoveryAccess::shows_heard_at_once)
        && known.is_empty()
        && !post.is_adult
        && lead.noise.is_none()
        && !brand.is_named_in(&post.title, &post.body)
        && post_filter::is_kept(&lead, &filters);
    let mut tx = lease.begin().await?;
    // Whoever took it meanwhile reads it, and says more than its words do.
    let still_waits = store::look_at(&mut tx, (user_id, &reddit_id), clock.now()).await?;
    if still_waits && is_wanted {
        let seen = Sighting {
            at: clock.now(),
            job_id: Some(lease.job_id()),
        };
        if post_writer::save_if_room(&mut tx, clock, user_id, &lead.post, seen).await? {
            store::mark_shown(&mut tx, (user_id, &reddit_id), clock.now()).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// A post as far as it is known without reading it.
fn early(it: QueuedMatch, post: &Post) -> JudgedPost {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a score lies between 0 and 100"
    )]
    let score = it.glance.round() as i64;
    let found = candidate(post.clone(), (it.keywords.0, &it.subjects.0));
    let intent = intent(&post.title, &post.body);
    JudgedPost {
        post: RelevantPost {
            keywords_matched: found.found_for,
            relevance_score: score,
            relevance_reason: REASON.to_owned(),
            intent: intent.as_str().to_owned(),
            via: found.via,
            ..plain(post)
        },
        intent,
        noise: noise(&post.title, &post.body, Some(&post.subreddit)).map(|noise| noise.kind),
        unlearned: None,
    }
}

/// Stores what reading says of the posts that are shown already; what is left are those that are not.
pub(super) async fn corrected(
    correction: CorrectionTools<'_>,
    user_id: Uuid,
    shown: &[String],
    leads: Vec<JudgedPost>,
) -> anyhow::Result<Vec<JudgedPost>> {
    if shown.is_empty() {
        return Ok(leads);
    }
    let CorrectionTools { tools, lease, .. } = correction;
    let is_shown = |lead: &JudgedPost| shown.contains(&lead.post.reddit_id);
    let (confirmed, others): (Vec<_>, Vec<_>) = leads.into_iter().partition(is_shown);
    let ids: Vec<&str> = shown.iter().map(String::as_str).collect();
    let known = post_writer::known(&tools.db, user_id, &ids).await?;
    let mut tx = lease.begin().await?;
    for reddit_id in shown {
        match confirmed.iter().find(|it| it.post.reddit_id == *reddit_id) {
            Some(lead) => confirm(correction, &mut tx, user_id, (lead, &known)).await?,
            None => take_back(correction, &mut tx, user_id, reddit_id).await?,
        }
    }
    if !confirmed.is_empty() {
        let clock = lease.clock();
        tools.events.rows_found(&mut tx, clock, user_id).await?;
    }
    tx.commit().await?;
    Ok(others)
}

/// A scan may have found the post meanwhile: what it was found by stays.
async fn confirm(
    CorrectionTools { lease, .. }: CorrectionTools<'_>,
    tx: &mut Tx,
    user_id: Uuid,
    (lead, known): (&JudgedPost, &KnownPosts),
) -> anyhow::Result<()> {
    let (clock, now) = (lease.clock(), lease.clock().now());
    let before = known.get(&lead.post.reddit_id).map(KnownPost::found_via);
    let post = RelevantPost {
        via: found_via::union(&before.unwrap_or_default(), &lead.post.via),
        ..lead.post.clone()
    };
    store::see_again(tx, user_id, &post, now).await?;
    if let Some(id) = store::confirm_shown(tx, user_id, &post.reddit_id, now).await? {
        let written = (id, RowWrite::Changed);
        live::record_written(tx, clock, user_id, &REDDIT_POSTS, written).await?;
    }
    Ok(())
}

/// What turned out to be no lead leaves the list, unless its owner has done something with it.
async fn take_back(
    CorrectionTools {
        tools,
        drafts,
        lease,
    }: CorrectionTools<'_>,
    tx: &mut Tx,
    user_id: Uuid,
    reddit_id: &str,
) -> anyhow::Result<()> {
    let Some(id) = store::untouched(tx, user_id, reddit_id).await? else {
        return Ok(());
    };
    if drafts.has_draft(tx, user_id, id).await? {
        return Ok(());
    }
    let (clock, events) = (lease.clock(), &tools.events);
    let statement = (store::DELETE_POST, args![user_id, id]);
    finds::delete_rows(tx, clock, &REDDIT_POSTS, statement).await?;
    events.post_removed(tx, user_id, id).await?;
    events.row_left_list(tx, clock.now(), user_id, id).await?;
    Ok(allowance::give_back_posts(tx, clock, user_id, 1).await?)
}
