//! A hundred thousand customers with thirty keywords each, of which few are in any text.

use chrono::{DateTime, Utc};
use platform::db::{Db, DynamicQuery, Value, args};
use serde_json::json;
use uuid::Uuid;

pub(crate) const CUSTOMERS: u32 = 100_000;
pub(crate) const KEYWORDS_EACH: u32 = 30;
const ROWS_AT_ONCE: usize = 50;

/// Adds the customers. Those of `loud` are phrases of real texts, so many for every text that matches;
/// all others are words that nobody writes.
pub(crate) async fn add(db: &Db, loud: &[String], now: DateTime<Utc>) -> anyhow::Result<()> {
    let ids = || (0..CUSTOMERS).map(|number| Uuid::from_u128(u128::from(number) + 1));
    let users = ids().map(|id| {
        let email = format!("{id}@example.com");
        args![id, email, json!({}), now, now]
    });
    let sql = "insert into users (id, email, user_metadata, created_at, updated_at) values ";
    insert(db, sql, users).await?;
    let plans = ids().map(|id| args![id, id, "active", "pro", now, now]);
    let sql =
        "insert into subscriptions (id, user_id, status, plan_id, created_at, updated_at) values ";
    insert(db, sql, plans).await?;
    let companies = ids().zip(WORDINGS.iter().cycle()).map(|(id, wording)| {
        let site = format!("https://{id}.example/");
        args![id, id, "Ada & Co", site, *wording, now, now]
    });
    let sql = "insert into companies (id, user_id, company_name, website_url, meta_description,
                                      created_at, updated_at) values ";
    insert(db, sql, companies).await?;
    let every = (CUSTOMERS * KEYWORDS_EACH) as usize / loud.len().max(1);
    let keywords = (0..CUSTOMERS * KEYWORDS_EACH).map(|number| {
        let owner = Uuid::from_u128(u128::from(number / KEYWORDS_EACH) + 1);
        let id = Uuid::from_u128(u128::from(number) + (1 << 64));
        let place = number as usize;
        let keyword = if place.is_multiple_of(every) && place / every < loud.len() {
            loud[place / every].clone()
        } else {
            quiet(number)
        };
        let folded = keyword.to_lowercase();
        args![id, owner, owner, keyword, folded, now]
    });
    let sql = "insert into keywords (id, user_id, company_id, keyword, folded, created_at) values ";
    insert(db, sql, keywords).await
}

/// Two words, of which one is of this number alone.
fn quiet(number: u32) -> String {
    format!("zq{} wk{number}", number % 50_021)
}

async fn insert(
    db: &Db,
    sql: &'static str,
    rows: impl Iterator<Item = Vec<Value>>,
) -> anyhow::Result<()> {
    let mut rows = rows.peekable();
    let mut tx = db.begin().await?;
    while rows.peek().is_some() {
        let mut statement = DynamicQuery::default();
        statement.push(sql);
        for (place, row) in rows.by_ref().take(ROWS_AT_ONCE).enumerate() {
            statement.push_row(place == 0, row);
        }
        tx.run_built(statement).await?;
    }
    Ok(tx.commit().await?)
}

/// What companies say of themselves; the texts are about some of it.
const WORDINGS: [&str; 12] = [
    "Invoicing and payment reminders for freelancers",
    "Rota and shift planning for cafes and pubs",
    "Booking software for climbing gyms and small clubs",
    "Refurbished e-bikes with a two-year warranty",
    "Practice management for physiotherapists",
    "Gluten-free bakery box delivered by post",
    "Error tracking and log search for small teams",
    "Inventory and order software for small online shops",
    "Shared password manager for small offices",
    "Compost worms and indoor composting kits",
    "Backup service for working photographers",
    "Payroll for companies under twenty people",
];
