//! Looking again at what is known: what is gone from Reddit goes from here (within a day, as
//! Reddit's terms ask), what is there is brought up to date.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::reading;
use super::store::{self, BRAND_MENTIONS, Copy, Gone};
use listening::{Fullname, Listening, Thing, Urgency};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::events::ProductEvents;
use platform::jobs::{Done, Job, Lease};
use platform::live;

/// Looks again at every mention that nobody has looked at for a while.
#[derive(Debug, Serialize, Deserialize)]
pub struct SweepMentions {}

/// What looking again needs.
#[derive(Clone, Debug)]
pub struct SweepTools {
    pub db: Db,
    pub listening: Listening,
    pub events: Arc<dyn ProductEvents>,
}

/// How often the sweep comes. A mention is looked at again after `STALE`; together that is less
/// than the day within which what was deleted must be gone, also when a sweep or two find nobody to
/// ask.
pub const SWEEP_EVERY: Duration = Duration::from_hours(1);
const STALE: TimeDelta = TimeDelta::hours(12);
/// One batch is a call for every hundred.
const AT_ONCE: i64 = 1_000;
const IN_A_TRANSACTION: usize = 50;
const KEPT_UNSEEN: TimeDelta = TimeDelta::days(365);

impl Job for SweepMentions {
    const KIND: &'static str = "sweep_mentions";
    const TIME_LIMIT: Duration = Duration::from_mins(50);
    type Context = SweepTools;

    async fn run(self, tools: SweepTools, lease: Lease) -> anyhow::Result<Done> {
        let SweepTools {
            db,
            listening,
            events,
        } = tools;
        let stale = lease.clock().now() - STALE;
        loop {
            let ids = store::unchecked(&db, stale, AT_ONCE).await?;
            let names: Vec<Fullname> = ids.iter().filter_map(|id| id.parse().ok()).collect();
            let was_heard = look_again((&listening, &*events), &lease, &names).await?;
            // Samples have no place on Reddit; they count as looked at, or they would come again.
            let strangers = ids.iter().filter(|id| id.parse::<Fullname>().is_err());
            leave_alone(&lease, strangers).await?;
            if !was_heard || ids.len() < usize::try_from(AT_ONCE).unwrap_or(usize::MAX) {
                break;
            }
        }
        forget_old(&lease).await?;
        lease.done().await
    }
}

/// False if something could not be heard: then it is tried again with the next sweep.
async fn look_again(
    (listening, events): (&Listening, &dyn ProductEvents),
    lease: &Lease,
    names: &[Fullname],
) -> anyhow::Result<bool> {
    // Nobody in particular asks: everybody's mentions are looked at together. Not as a re-visit,
    // which is the first to wait when calls are scarce: what was deleted must be gone within a day.
    let ears = listening.for_user(Uuid::nil(), Urgency::Scan);
    let heard = ears.again(names).await;
    for some in heard.found.there.chunks(IN_A_TRANSACTION) {
        let mut tx = lease.begin().await?;
        for thing in some {
            see_still(&mut tx, lease.clock(), thing).await?;
        }
        tx.commit().await?;
    }
    for some in heard.found.gone.chunks(IN_A_TRANSACTION) {
        let gone: Vec<String> = some.iter().map(Fullname::to_string).collect();
        let mut tx = lease.begin().await?;
        events.posts_gone(&mut tx, lease.clock(), &gone).await?;
        tx.commit().await?;
    }
    Ok(heard.missed.is_empty())
}

async fn see_still(tx: &mut Tx, clock: &Clock, thing: &Thing) -> anyhow::Result<()> {
    let (numbers, text) = match thing {
        Thing::Post(post) => ((post.score, Some(post.comments)), &post.body),
        Thing::Comment(comment) => ((comment.score, None), &comment.body),
    };
    store::see_still(tx, thing.reddit_id(), numbers, clock.now()).await?;
    for copy in store::copies(tx, thing.reddit_id()).await? {
        if copy.post_content.as_deref().unwrap_or_default() != text {
            edit(tx, clock, &copy, thing, text).await?;
        }
    }
    Ok(())
}

/// Reads a text that was edited. One from which the name was taken is no mention any more; for the
/// title of a post that cannot happen, because nobody can edit it.
async fn edit(
    tx: &mut Tx,
    clock: &Clock,
    copy: &Copy,
    thing: &Thing,
    text: &str,
) -> anyhow::Result<()> {
    let title = match thing {
        Thing::Post(_) => copy.post_title.as_str(),
        Thing::Comment(_) => "",
    };
    let lower = format!("{title}\n{text}").to_lowercase();
    let names = || copy.matched.0.iter().map(String::as_str);
    let is_named = names().any(|name| lower.contains(&name.to_lowercase()));
    let links = matches!(thing, Thing::Post(post) if post.link.is_some());
    if !is_named && !links {
        store::forget_copy(tx, copy.id).await?;
        live::record_gone(tx, clock, copy.user_id, &BRAND_MENTIONS, copy.id).await?;
        return Ok(());
    }
    let term = copy.brand_terms.0.term_value.as_str();
    let names: Vec<&str> = std::iter::once(term).chain(names()).collect();
    let reading = reading::read_again(&names, title, text);
    let folded = [&copy.post_title, &copy.subreddit, &copy.author, term, text].join("\n");
    store::edit(tx, copy.id, text, &folded.to_lowercase(), &reading).await?;
    super::tell_of_change(tx, clock, copy.user_id, copy.id).await
}

async fn leave_alone<'a>(
    lease: &Lease,
    ids: impl Iterator<Item = &'a String>,
) -> anyhow::Result<()> {
    let mut tx = lease.begin().await?;
    for reddit_id in ids {
        store::left_alone(&mut tx, reddit_id, lease.clock().now()).await?;
    }
    Ok(tx.commit().await?)
}

/// Mentions that no search has met for a year.
async fn forget_old(lease: &Lease) -> anyhow::Result<()> {
    let mut tx = lease.begin().await?;
    let since = lease.clock().now() - KEPT_UNSEEN;
    let gone = store::forget_unseen(&mut tx, since).await?;
    tell(&mut tx, lease.clock(), gone).await?;
    Ok(tx.commit().await?)
}

/// Removes these posts and comments from everybody's list and tells open pages.
pub(super) async fn forget_gone(tx: &mut Tx, clock: &Clock, reddit_ids: &[String]) -> DbResult<()> {
    for reddit_id in reddit_ids {
        let gone = store::forget_gone(tx, reddit_id).await?;
        tell(tx, clock, gone).await?;
    }
    Ok(())
}

async fn tell(tx: &mut Tx, clock: &Clock, gone: Vec<Gone>) -> DbResult<()> {
    for Gone { user_id, id } in gone {
        live::record_gone(tx, clock, user_id, &BRAND_MENTIONS, id).await?;
    }
    Ok(())
}
