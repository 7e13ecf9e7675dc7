//! Checking known rows again: what is deleted on Reddit is deleted here (within a day, as Reddit's
//! terms ask), what is still there is brought up to date.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use listening::{Fullname, ItemsAgain, Listening, SourceName, Thing, Urgency};
use platform::clock::Clock;
use platform::db::{Db, DbResult, OwnedRows, PIECE, PIECE_ROWS, Tx, Value, args};
use platform::events::ProductEvents;
use platform::jobs::Lease;
use platform::live;

/// What a sweep needs.
#[derive(Clone, Debug)]
pub struct SweepTools {
    pub db: Db,
    pub listening: Listening,
    pub events: Arc<dyn ProductEvents>,
}

/// A table whose rows are checked. The statements are those of its store.
pub trait SweptTable {
    const ROWS: &'static OwnedRows;
    /// Selects the Reddit ids that were last checked at `$1` or before, each once, those that
    /// waited longest first, `$2` at most.
    const SELECT_UNCHECKED: &'static str;
    /// Marks rows of the Reddit id `$1` as checked at `$2`, `$3` at most.
    const MARK_CHECKED: &'static str;
    /// Deletes rows that no search has met since `$1`, `$2` at most; returns `user_id, id`.
    const DELETE_UNSEEN: &'static str;

    /// Brings rows of a post or comment that is still there up to date, about a thousand at a time;
    /// it is called again until there are no more.
    fn update(
        tx: &mut Tx,
        clock: &Clock,
        thing: &Thing,
    ) -> impl Future<Output = anyhow::Result<SweptPiece>> + Send;

    /// Marks what stands outside the table's lists as checked too.
    fn mark_unlisted(
        _tx: &mut Tx,
        _reddit_id: &str,
        _at: DateTime<Utc>,
    ) -> impl Future<Output = DbResult<()>> + Send {
        async { Ok(()) }
    }

    /// Tells others that these rows, each a `user_id, id`, were deleted.
    fn deleted(
        _tx: &mut Tx,
        _events: &dyn ProductEvents,
        _rows: &[(Uuid, Uuid)],
    ) -> impl Future<Output = anyhow::Result<()>> + Send {
        async { Ok(()) }
    }
}

/// What one statement has brought up to date of the rows of a post: thousands may have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SweptPiece {
    rows: u64,
    may_be_more: bool,
}

impl SweptPiece {
    /// So many rows of at most [`PIECE`].
    pub fn of(rows: u64) -> Self {
        Self {
            rows,
            may_be_more: rows >= PIECE,
        }
    }

    #[must_use]
    pub fn or_more(mut self, may_be_more: bool) -> Self {
        self.may_be_more |= may_be_more;
        self
    }
}

/// How often the sweep runs. A row is due after `DUE_AFTER`; until `OVERDUE_AFTER` its check is a
/// re-visit, the first to wait when calls are scarce. Then it counts as a scan, which gets its turn
/// however much there is to do: six sweeps are left before the day is over within which a deleted
/// post must be gone.
pub const SWEEP_EVERY: Duration = Duration::from_hours(1);
pub const SWEEP_TIME_LIMIT: Duration = Duration::from_mins(50);
const DUE_AFTER: TimeDelta = TimeDelta::hours(12);
const OVERDUE_AFTER: TimeDelta = TimeDelta::hours(18);
/// A batch makes one call for every hundred.
const BATCH: i64 = 1_000;
const POSTS_PER_TRANSACTION: usize = 50;
pub const UNSEEN_KEPT_FOR: TimeDelta = TimeDelta::days(365);

/// Checks every row that is due, and deletes those that no search has met for a year.
pub async fn sweep<T: SweptTable>(tools: &SweepTools, lease: &Lease) -> anyhow::Result<()> {
    let now = lease.clock().now();
    for (age, urgency) in [
        (OVERDUE_AFTER, Urgency::Scan),
        (DUE_AFTER, Urgency::Revisit),
    ] {
        if !check_older::<T>(tools, lease, now - age, urgency).await? {
            break;
        }
    }
    while delete_unseen::<T>(tools, lease, now - UNSEEN_KEPT_FOR).await? {}
    Ok(())
}

/// True if there may be more of them.
async fn delete_unseen<T: SweptTable>(
    tools: &SweepTools,
    lease: &Lease,
    since: DateTime<Utc>,
) -> anyhow::Result<bool> {
    let mut tx = lease.begin().await?;
    let unseen = (T::DELETE_UNSEEN, args![since, PIECE_ROWS]);
    let deleted = delete_rows(&mut tx, lease.clock(), T::ROWS, unseen).await?;
    T::deleted(&mut tx, &*tools.events, &deleted).await?;
    tx.commit().await?;
    Ok(u64::try_from(deleted.len())? >= PIECE)
}

/// Checks all rows that were last checked at `since` or before. False if Reddit did not answer for
/// some of them: they are checked again with the next sweep.
async fn check_older<T: SweptTable>(
    tools: &SweepTools,
    lease: &Lease,
    since: DateTime<Utc>,
    urgency: Urgency,
) -> anyhow::Result<bool> {
    loop {
        let rows: Vec<(String,)> = tools
            .db
            .all(T::SELECT_UNCHECKED, args![since, BATCH])
            .await?;
        let mut names: Vec<Fullname> = Vec::new();
        let mut items: Vec<&str> = Vec::new();
        let mut others: Vec<&str> = Vec::new();
        for (reddit_id,) in &rows {
            match reddit_id.parse() {
                Ok(name) => names.push(name),
                Err(_) if SourceName::of(reddit_id) == SourceName::HackerNews => {
                    items.push(reddit_id);
                }
                Err(_) => others.push(reddit_id),
            }
        }
        check_items::<T>(tools, lease, &items).await?;
        let is_complete = check::<T>(tools, lease, &names, urgency).await?;
        mark_checked::<T>(lease, &others).await?;
        if !is_complete {
            return Ok(false);
        }
        if rows.len() < usize::try_from(BATCH)? {
            return Ok(true);
        }
    }
}

async fn check<T: SweptTable>(
    tools: &SweepTools,
    lease: &Lease,
    names: &[Fullname],
    urgency: Urgency,
) -> anyhow::Result<bool> {
    // Nobody in particular asks: everybody's rows are checked together.
    let ears = tools.listening.for_user(Uuid::nil(), urgency);
    let heard = ears.again(names).await;
    for things in heard.found.there.chunks(POSTS_PER_TRANSACTION) {
        update_all::<T>(lease, things).await?;
    }
    for gone in &heard.found.gone {
        remove_everywhere(tools, lease, &gone.to_string()).await?;
    }
    Ok(heard.missed.is_empty())
}

/// The same on Hacker News. While it is away, what is known of it counts as checked: the next check is
/// half a day later.
async fn check_items<T: SweptTable>(
    tools: &SweepTools,
    lease: &Lease,
    ids: &[&str],
) -> anyhow::Result<()> {
    let state = match tools.listening.hacker_news() {
        Some(source) if !ids.is_empty() => source.again(ids).await.unwrap_or_default(),
        _ => ItemsAgain::default(),
    };
    for things in state.there.chunks(POSTS_PER_TRANSACTION) {
        update_all::<T>(lease, things).await?;
    }
    for gone in &state.gone {
        remove_everywhere(tools, lease, gone).await?;
    }
    mark_checked::<T>(lease, ids).await
}

/// Brings what is there up to date, in transactions of about a thousand rows.
async fn update_all<T: SweptTable>(lease: &Lease, things: &[Thing]) -> anyhow::Result<()> {
    let (mut tx, mut rows) = (lease.begin().await?, 0);
    for thing in things {
        loop {
            let piece = T::update(&mut tx, lease.clock(), thing).await?;
            rows += piece.rows;
            if rows >= PIECE || piece.may_be_more {
                tx.commit().await?;
                (tx, rows) = (lease.begin().await?, 0);
            }
            if !piece.may_be_more {
                break;
            }
        }
    }
    Ok(tx.commit().await?)
}

async fn remove_everywhere(
    tools: &SweepTools,
    lease: &Lease,
    reddit_id: &str,
) -> anyhow::Result<()> {
    loop {
        let mut tx = lease.begin().await?;
        let may_be_more = tools
            .events
            .post_gone(&mut tx, lease.clock(), reddit_id)
            .await?;
        tx.commit().await?;
        if !may_be_more {
            return Ok(());
        }
    }
}

/// Rows that cannot be asked for again count as checked, or every sweep would begin with them: samples,
/// and posts on Bluesky, which tells by itself what is deleted.
async fn mark_checked<T: SweptTable>(lease: &Lease, ids: &[&str]) -> anyhow::Result<()> {
    let now = lease.clock().now();
    for ids in ids.chunks(POSTS_PER_TRANSACTION) {
        let mut tx = lease.begin().await?;
        for reddit_id in ids {
            T::mark_unlisted(&mut tx, reddit_id, now).await?;
            while tx
                .run(T::MARK_CHECKED, args![*reddit_id, now, PIECE_ROWS])
                .await?
                >= PIECE
            {
                tx.commit().await?;
                tx = lease.begin().await?;
            }
        }
        tx.commit().await?;
    }
    Ok(())
}

/// Deletes rows by a statement that returns their `user_id, id`, and tells open pages; which they
/// were.
pub async fn delete_rows(
    tx: &mut Tx,
    clock: &Clock,
    rows: &OwnedRows,
    (sql, args): (&'static str, Vec<Value>),
) -> DbResult<Vec<(Uuid, Uuid)>> {
    let deleted: Vec<(Uuid, Uuid)> = tx.all(sql, args).await?;
    for (user_id, id) in &deleted {
        live::record_gone(tx, clock, *user_id, rows, *id).await?;
    }
    Ok(deleted)
}
