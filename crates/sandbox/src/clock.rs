//! The movable clock: how far the product's time is ahead, shared between processes.

use anyhow::Context;
use chrono::TimeDelta;

use super::store;
use platform::changes::Topic;
use platform::clock::Clock;
use platform::db::Db;
use platform::tasks::Tasks;

const MOVED: &str = "clock.moved_us";

/// Moves the product's time forward for every process.
pub(super) async fn advance(db: &Db, clock: &Clock, step: TimeDelta) -> anyhow::Result<()> {
    let step = step
        .num_microseconds()
        .context("moving the clock that far")?;
    let mut tx = db.begin().await?;
    let moved = store::add_to_state(&mut tx, MOVED, step).await?;
    tx.announce(Topic::Clock);
    // What was scheduled for then is due now.
    tx.announce(Topic::Jobs);
    tx.commit().await.context("keeping the clock's move")?;
    clock.set_moved(TimeDelta::microseconds(moved));
    Ok(())
}

/// Takes over the move that is kept, now and whenever another process changes it.
pub async fn follow(db: &Db, clock: &Clock, tasks: &Tasks) -> anyhow::Result<()> {
    load(db, clock).await?;
    let (db, clock, stopping) = (db.clone(), clock.clone(), tasks.stopping());
    let moves = db.changes().subscribe(Topic::Clock);
    tasks.keep_running("sandbox clock", move || {
        let (db, clock, stopping) = (db.clone(), clock.clone(), stopping.clone());
        let mut moves = moves.clone();
        async move {
            loop {
                tokio::select! {
                    () = stopping.cancelled() => return,
                    _ = moves.changed() => {}
                }
                if let Err(error) = load(&db, &clock).await {
                    tracing::warn!(%error, "the sandbox's clock could not be read");
                }
            }
        }
    });
    Ok(())
}

/// Takes over the move that is kept.
pub async fn load(db: &Db, clock: &Clock) -> anyhow::Result<()> {
    if let Some(kept) = store::state(db, MOVED).await? {
        clock.set_moved(TimeDelta::microseconds(
            kept.parse().context("reading the clock's move")?,
        ));
    }
    Ok(())
}
