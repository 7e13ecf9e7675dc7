//! While the reader is behind, the likeliest leads are shown by their words alone. Once they are read, the
//! score is corrected, or the post leaves the list again and is given back to the allowance.

use chrono::TimeDelta;
use lens::intent::intent;
use lens::relevance::least_glance_score;
use uuid::Uuid;

use super::allowance::{self, DiscoveryAccess};
use super::discovery_job::DiscoveryTools;
use super::heard_posts::candidate;
use super::post_filter;
use super::post_writer;
use super::relevance_judge::{JudgedPost, plain};
use super::relevant_post::RelevantPost;
use super::store::{self, QueuedMatch, REDDIT_POSTS};
use finds::Sighting;
use platform::db::args;
use platform::jobs::Lease;

/// Whoever waits less sees a post that was read.
const LONG: TimeDelta = TimeDelta::minutes(1);
const MOST_AT_ONCE: i64 = 100;

const REASON: &str = "Its words fit what you do. It will be read in full soon.";

/// Shows what waits for long and is likely enough, to those whose plan shows what was heard at once.
pub(super) async fn show_long_waiting(tools: &DiscoveryTools, lease: &Lease) -> anyhow::Result<()> {
    let now = lease.clock().now();
    let line = f64::from(least_glance_score());
    let waiting = store::long_waiting(&tools.db, now - LONG, (line, MOST_AT_ONCE)).await?;
    for it in waiting {
        show(tools, lease, it).await?;
    }
    Ok(())
}

async fn show(tools: &DiscoveryTools, lease: &Lease, it: QueuedMatch) -> anyhow::Result<()> {
    let (db, clock, user_id) = (&tools.db, lease.clock(), it.user_id);
    let reddit_id = it.post.0.reddit_id.clone();
    let access = allowance::access_of(db, clock, user_id).await?;
    let known = post_writer::known(db, user_id, &[&reddit_id]).await?;
    let filters = listening::filters_of(db, user_id).await?;
    let lead = early(it);
    let is_wanted = access.is_some_and(DiscoveryAccess::shows_heard_at_once)
        && known.is_empty()
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
            tools.events.rows_found(&mut tx, clock, user_id).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// A post as far as it is known without reading it.
fn early(it: QueuedMatch) -> JudgedPost {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a score lies between 0 and 100"
    )]
    let score = it.waiting_score.unwrap_or_default().round() as i64;
    let found = candidate(it.post.0, (it.keywords.0, &it.subjects.0));
    let intent = intent(&found.post.title, &found.post.body);
    JudgedPost {
        post: RelevantPost {
            keywords_matched: found.found_for,
            relevance_score: score,
            relevance_reason: REASON.to_owned(),
            intent: intent.as_str().to_owned(),
            via: found.via,
            ..plain(&found.post)
        },
        intent,
        noise: None,
        unlearned: None,
    }
}

/// Stores what reading says of the posts that are shown already; what is left are those that are not.
pub(super) async fn corrected(
    (tools, lease): (&DiscoveryTools, &Lease),
    user_id: Uuid,
    shown: &[String],
    leads: Vec<JudgedPost>,
) -> anyhow::Result<Vec<JudgedPost>> {
    if shown.is_empty() {
        return Ok(leads);
    }
    let is_shown = |lead: &JudgedPost| shown.contains(&lead.post.reddit_id);
    let (confirmed, others): (Vec<_>, Vec<_>) = leads.into_iter().partition(is_shown);
    let clock = lease.clock();
    let mut tx = lease.begin().await?;
    for reddit_id in shown {
        let lead = confirmed.iter().find(|it| it.post.reddit_id == *reddit_id);
        if let Some(lead) = lead {
            store::see_again(&mut tx, user_id, &lead.post, clock.now()).await?;
            continue;
        }
        let statement = (store::DELETE_UNTOUCHED, args![user_id, reddit_id, false]);
        let gone = finds::delete_rows(&mut tx, clock, &REDDIT_POSTS, statement).await?;
        for (_, id) in &gone {
            tools.events.post_removed(&mut tx, user_id, *id).await?;
        }
        allowance::give_back_posts(&mut tx, clock, user_id, gone.len()).await?;
    }
    tx.commit().await?;
    Ok(others)
}
