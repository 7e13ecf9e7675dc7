//! A place for the tables whose rooms are not built yet: posts and mentions.
//!
//! What stands here about a table moves into its room when the room comes, and the last one to
//! move takes the folder with it. Until then it serves those who look after the server (`earshot
//! admin`) and those who leave it.

mod samples;
mod store;
mod tables;

use serde_json::Value;
use uuid::Uuid;

use crate::platform::clock::Clock;
use crate::platform::db::{Db, DbResult, OwnedRows, Tx};
use crate::platform::live::{self, Written};

/// Everything these tables hold about a person, by table.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<(&'static str, Vec<Value>)>> {
    let mut all = Vec::new();
    for rows in tables::ALL {
        all.push((rows.table, rows.of(db, user_id).await?));
    }
    Ok(all)
}

/// Forgets a person.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::forget(tx, user_id).await
}

/// How many rows of each kind were missing and are there now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seeded {
    pub posts: usize,
    pub mentions: usize,
}

/// Gives a person sample posts and mentions. What is there already stays as it is. Open pages are
/// told of the rest.
pub async fn seed(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> anyhow::Result<Seeded> {
    let now = clock.now();
    let mut seeded = Seeded::default();
    for post in &samples::POSTS {
        let added = store::add_post(tx, user_id, post, now).await?;
        seeded.posts += announce(tx, clock, user_id, &tables::REDDIT_POSTS, added).await?;
    }
    for mention in &samples::MENTIONS {
        let added = store::add_mention(tx, user_id, mention, now).await?;
        seeded.mentions += announce(tx, clock, user_id, &tables::BRAND_MENTIONS, added).await?;
    }
    Ok(seeded)
}

async fn announce(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    rows: &OwnedRows,
    added: Option<Uuid>,
) -> anyhow::Result<usize> {
    let Some(id) = added else { return Ok(0) };
    live::record_written(tx, clock, user_id, rows, (id, Written::Added)).await?;
    Ok(1)
}
