//! A place for the tables whose rooms are not built yet: subscriptions, companies, keywords, posts
//! and mentions.
//!
//! What stands here about a table moves into its room when the room comes, and the last one to
//! move takes the folder with it. Until then it serves those who look after the server (`earshot
//! admin`) and those who leave it.

mod samples;
mod store;
mod tables;

use serde_json::{Value, json};
use uuid::Uuid;

pub use store::{Plan, Status};

use crate::platform::clock::Clock;
use crate::platform::db::{Db, DbResult, OwnedRows, Tx};
use crate::platform::live::{self, RowChange};

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

/// Gives a person's newest subscription this status, or a new one; its plan stays unless another
/// is named. `None` takes all subscriptions away. Open pages are told.
pub async fn set_subscription(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    status: Option<Status>,
    plan: Option<Plan>,
) -> anyhow::Result<()> {
    let Some(status) = status else {
        for id in store::remove_subscriptions(tx, user_id).await? {
            let gone = RowChange {
                table: tables::SUBSCRIPTIONS.table,
                owner_id: user_id,
                new: None,
                old: Some(json!({ "id": id, "user_id": user_id })),
            };
            live::record(tx, clock, gone).await?;
        }
        return Ok(());
    };
    let changed = store::change_subscription(tx, user_id, status, plan, clock.now()).await?;
    let id = match changed {
        Some(id) => id,
        None => store::add_subscription(tx, user_id, status, plan, clock.now()).await?,
    };
    let is_new = changed.is_none();
    tell(tx, clock, user_id, &tables::SUBSCRIPTIONS, id, is_new).await
}

/// How many rows of each kind were missing and are there now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seeded {
    pub companies: usize,
    pub keywords: usize,
    pub posts: usize,
    pub mentions: usize,
}

/// Fills a person with a sample company, its keywords, posts and mentions. What is there already
/// stays as it is. Open pages are told of the rest.
pub async fn seed(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> anyhow::Result<Seeded> {
    let now = clock.now();
    let mut seeded = Seeded::default();
    let added = store::add_company(tx, user_id, &samples::COMPANY, now).await?;
    seeded.companies += announce(tx, clock, user_id, &tables::COMPANIES, added).await?;
    let company_id = store::company_of(tx, user_id).await?;
    for keyword in samples::KEYWORDS {
        let added = store::add_keyword(tx, user_id, company_id, keyword, now).await?;
        seeded.keywords += announce(tx, clock, user_id, &tables::KEYWORDS, added).await?;
    }
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
    tell(tx, clock, user_id, rows, id, true).await?;
    Ok(1)
}

/// Tells open pages of a row that was just written, as /rest/v1 shows it.
async fn tell(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    rows: &OwnedRows,
    id: Uuid,
    is_new: bool,
) -> anyhow::Result<()> {
    let mut row = rows.written(tx, id).await?;
    if let Some(columns) = row.as_object_mut() {
        columns.retain(|name, _| !tables::HIDDEN.contains(&name.as_str()));
    }
    let change = RowChange {
        table: rows.table,
        owner_id: user_id,
        old: (!is_new).then(|| json!({ "id": id })),
        new: Some(row),
    };
    Ok(live::record(tx, clock, change).await?)
}
