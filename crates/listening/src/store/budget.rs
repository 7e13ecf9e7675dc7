//! SQL of Reddit's budget of calls: one row, held by whoever changes it.

use chrono::{DateTime, TimeDelta, Utc};

use crate::rate_window::Window;
use platform::db::{Db, DbResult, FromRow, Tx, args};

#[derive(FromRow)]
struct BudgetRow {
    allowance: i64,
    used: i64,
    under_way: i64,
    length_us: i64,
    ends_at_us: i64,
    rest_until_us: i64,
    asked_at_us: i64,
    is_heard: bool,
}

/// The budget as all processes know it, held until the transaction ends.
pub(crate) async fn hold(tx: &mut Tx, now: DateTime<Utc>) -> DbResult<Window> {
    let sql = "update reddit_budget set used = used where name = 'reddit'
               returning allowance, used, under_way, length_us, ends_at_us, rest_until_us, asked_at_us, is_heard";
    if let Some(row) = tx.maybe::<BudgetRow>(sql, args![]).await? {
        return Ok(Window::from(row));
    }
    begin(tx, &Window::unknown(now)).await?;
    tx.one::<BudgetRow>(sql, args![]).await.map(Window::from)
}

/// The budget as it was last written; none before the first call.
pub(crate) async fn read(db: &Db) -> DbResult<Option<Window>> {
    let sql = "select allowance, used, under_way, length_us, ends_at_us, rest_until_us, asked_at_us, is_heard
               from reddit_budget where name = 'reddit'";
    let row: Option<BudgetRow> = db.maybe(sql, args![]).await?;
    Ok(row.map(Window::from))
}

/// Another process may have been quicker.
async fn begin(tx: &mut Tx, window: &Window) -> DbResult<()> {
    tx.run(
        "insert into reddit_budget (name, allowance, used, under_way, length_us, ends_at_us, rest_until_us,
                                    asked_at_us, is_heard)
         values ('reddit', $1, $2, $3, $4, $5, $6, $7, $8) on conflict (name) do nothing",
        values(window),
    )
    .await
    .map(drop)
}

pub(crate) async fn write(tx: &mut Tx, window: &Window) -> DbResult<()> {
    tx.run(
        "update reddit_budget set allowance = $1, used = $2, under_way = $3, length_us = $4, ends_at_us = $5,
                                  rest_until_us = $6, asked_at_us = $7, is_heard = $8
         where name = 'reddit'",
        values(window),
    )
    .await
    .map(drop)
}

fn values(window: &Window) -> Vec<platform::db::Value> {
    args![
        window.allowance,
        window.used,
        window.open,
        window.length.num_microseconds().unwrap_or(i64::MAX),
        window.ends_at.timestamp_micros(),
        window.rest_until.timestamp_micros(),
        window.asked_at.timestamp_micros(),
        window.is_heard,
    ]
}

impl From<BudgetRow> for Window {
    fn from(row: BudgetRow) -> Self {
        Self {
            allowance: row.allowance,
            used: row.used,
            open: row.under_way,
            length: TimeDelta::microseconds(row.length_us),
            ends_at: time(row.ends_at_us),
            rest_until: time(row.rest_until_us),
            asked_at: time(row.asked_at_us),
            is_heard: row.is_heard,
        }
    }
}

fn time(microseconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(microseconds).unwrap_or_default()
}
