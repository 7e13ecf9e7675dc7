//! A hundred thousand customers with thirty keywords each, of which few are in any text. The database
//! itself makes them up: that takes seconds instead of minutes.

use chrono::{DateTime, Utc};
use platform::db::{Db, Tx, args};
use uuid::Uuid;

pub(crate) const CUSTOMERS: i64 = 100_000;
pub(crate) const KEYWORDS_EACH: i64 = 30;

/// Adds the customers. The keywords of `loud` are phrases of real texts; all others are words that nobody
/// writes.
pub(crate) async fn add(db: &Db, loud: &[String], now: DateTime<Utc>) -> anyhow::Result<()> {
    let mut tx = db.begin().await?;
    for sql in PEOPLE {
        tx.run(sql, args![CUSTOMERS, now]).await?;
    }
    let quiet = CUSTOMERS * KEYWORDS_EACH - i64::try_from(loud.len())?;
    tx.run(QUIET_KEYWORDS, args![quiet, now, CUSTOMERS]).await?;
    for (place, phrase) in loud.iter().enumerate() {
        add_loud(&mut tx, i64::try_from(place)?, phrase, now).await?;
    }
    Ok(tx.commit().await?)
}

async fn add_loud(tx: &mut Tx, place: i64, phrase: &str, now: DateTime<Utc>) -> anyhow::Result<()> {
    // Neighbours have different customers, and a customer has a phrase once.
    let owner = Uuid::from_u128(u128::try_from(place * 7 % CUSTOMERS)? + 1);
    let sql = "insert into keywords (id, user_id, company_id, keyword, folded, created_at)
               values ($1, $2, $2, $3, $3, $4) on conflict do nothing";
    tx.run(sql, args![Uuid::now_v7(), owner, phrase, now])
        .await?;
    Ok(())
}

/// `$1` numbers from 1, as the ids of customers.
const PEOPLE: [&str; 3] = [
    "insert into users (id, email, user_metadata, created_at, updated_at)
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $1)
     select unhex(printf('%032x', n)), n || '@example.com', '{}', $2, $2 from numbers",
    "insert into subscriptions (id, user_id, status, plan_id, created_at, updated_at)
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $1)
     select unhex(printf('%032x', n)), unhex(printf('%032x', n)), 'active', 'pro', $2, $2 from numbers",
    "insert into companies (id, user_id, company_name, website_url, meta_description, created_at, updated_at)
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $1)
     select unhex(printf('%032x', n)), unhex(printf('%032x', n)), 'Ada & Co', 'https://' || n || '.example/',
            case n % 8
                when 0 then 'Invoicing and payment reminders for freelancers'
                when 1 then 'Rota and shift planning for cafes and pubs'
                when 2 then 'Booking software for climbing gyms and small clubs'
                when 3 then 'Refurbished e-bikes with a two-year warranty'
                when 4 then 'Practice management for physiotherapists'
                when 5 then 'Error tracking and log search for small teams'
                when 6 then 'Inventory and order software for small online shops'
                else 'Backup service for working photographers'
            end, $2, $2 from numbers",
];

/// Two words, of which one is of this number alone; `$3` customers have them in turn.
const QUIET_KEYWORDS: &str =
    "insert into keywords (id, user_id, company_id, keyword, folded, created_at)
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $1)
     select unhex(printf('%032x', n)), unhex(printf('%032x', n % $3 + 1)),
            unhex(printf('%032x', n % $3 + 1)), 'zq' || (n % 50021) || ' wk' || n,
            'zq' || (n % 50021) || ' wk' || n, $2 from numbers";
