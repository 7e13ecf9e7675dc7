//! How many tokens may be spent on language models: per person and by everybody together, each
//! day of the wall's time. Product time can be moved, money cannot.
//!
//! The most that a call can cost is taken before it is made, and what it did not cost is given
//! back afterwards. A call whose end nobody saw, because its process was killed or its caller went
//! away, stays counted in full until the day is over. What calls of one kind cost is counted besides,
//! for the operator; it has no limit of its own.

use chrono::{DateTime, TimeDelta, Utc};
use providers::llm::RequestKind;
use uuid::Uuid;

use super::clock::Clock;
use super::db::{Db, DbResult, Tx, args};

/// The daily limits, and what was spent, shared by all processes.
#[derive(Clone, Debug)]
pub struct Budget {
    db: Db,
    clock: Clock,
    limits: DailyTokens,
}

/// How many tokens a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyTokens {
    pub per_user: i64,
    pub for_all: i64,
}

/// Tokens taken for a call that is under way. It is settled, or stays taken.
#[derive(Debug)]
#[must_use]
pub struct Reservation {
    day: i64,
    user_id: Uuid,
    kind: RequestKind,
    tokens: i64,
}

impl Reservation {
    pub fn kind(&self) -> RequestKind {
        self.kind
    }
}

/// There is not enough left today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Spent {
    #[error("today's tokens for this user are used up")]
    ByUser,
    #[error("today's tokens for all users are used up")]
    ByAll,
}

impl Budget {
    pub fn new(db: Db, clock: Clock, limits: DailyTokens) -> Self {
        Self { db, clock, limits }
    }

    /// Takes `tokens` out of both budgets, or out of none.
    pub async fn reserve(
        &self,
        user_id: Uuid,
        kind: RequestKind,
        tokens: u32,
    ) -> DbResult<Result<Reservation, Spent>> {
        let reservation = Reservation {
            day: day_of(self.clock.real()),
            user_id,
            kind,
            tokens: i64::from(tokens),
        };
        // Everybody's row comes second everywhere: it is held for the shortest time, and two
        // calls cannot wait for each other.
        let mut tx = self.db.begin().await?;
        if !take(
            &mut tx,
            &reservation,
            &user_id.to_string(),
            self.limits.per_user,
        )
        .await?
        {
            return Ok(Err(Spent::ByUser));
        }
        if !take(&mut tx, &reservation, EVERYBODY, self.limits.for_all).await? {
            return Ok(Err(Spent::ByAll));
        }
        tx.commit().await?;
        Ok(Ok(reservation))
    }

    /// Puts what a call really cost in the place of what was taken for it, on the day it began.
    pub async fn settle(&self, reservation: Reservation, tokens: u32) -> DbResult<()> {
        let difference = i64::from(tokens) - reservation.tokens;
        let mut tx = self.db.begin().await?;
        for spender in [reservation.user_id.to_string().as_str(), EVERYBODY] {
            // Somebody who left meanwhile has no row, and gets none.
            tx.run(
                "update llm_spending set tokens = tokens + $3 where day = $1 and spender = $2",
                args![reservation.day, spender, difference],
            )
            .await?;
        }
        let spender = spender_of_kind(reservation.kind);
        tx.run(COUNT, args![reservation.day, spender, i64::from(tokens)])
            .await?;
        tx.commit().await
    }
}

/// The row that counts what calls of this kind cost, whoever made them.
fn spender_of_kind(kind: RequestKind) -> String {
    format!("kind {}", kind.as_str())
}

const COUNT: &str = "insert into llm_spending (day, spender, tokens) values ($1, $2, $3)
     on conflict (day, spender) do update set tokens = llm_spending.tokens + $3";

/// The spender whose row counts all the others.
const EVERYBODY: &str = "everybody";

async fn take(tx: &mut Tx, of: &Reservation, spender: &str, limit: i64) -> DbResult<bool> {
    if of.tokens > limit {
        return Ok(false);
    }
    let taken: Option<(i64,)> = tx
        .maybe(TAKE, args![of.day, spender, of.tokens, limit])
        .await?;
    Ok(taken.is_some())
}

/// The condition is looked at under the row's lock, so any number of calls may try at once.
const TAKE: &str = "insert into llm_spending (day, spender, tokens) values ($1, $2, $3)
     on conflict (day, spender) do update set tokens = llm_spending.tokens + $3
     where llm_spending.tokens + $3 <= $4
     returning tokens";

fn day_of(time: DateTime<Utc>) -> i64 {
    time.timestamp().div_euclid(24 * 3600)
}

/// The tokens that were taken today, by everybody and by kind of question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TodaysTokens {
    /// Calls under way count as the most that they can cost.
    pub by_all: i64,
    /// Calls that have ended, by the kind's name.
    pub by_kind: Vec<(String, i64)>,
}

impl TodaysTokens {
    /// Those of calls that have ended.
    pub fn settled(&self) -> i64 {
        self.by_kind.iter().map(|(_, tokens)| tokens).sum()
    }
}

pub async fn spent_today(db: &Db, clock: &Clock) -> DbResult<TodaysTokens> {
    let sql = "select spender, tokens from llm_spending
               where day = $1 and (spender = $2 or spender like 'kind %') order by spender";
    let rows: Vec<(String, i64)> = db.all(sql, args![day_of(clock.real()), EVERYBODY]).await?;
    let mut today = TodaysTokens::default();
    for (spender, tokens) in rows {
        match spender.strip_prefix("kind ") {
            Some(kind) => today.by_kind.push((kind.to_owned(), tokens)),
            None => today.by_all = tokens,
        }
    }
    Ok(today)
}

/// The tokens that one person has taken today.
pub async fn spent_today_by(db: &Db, clock: &Clock, user_id: Uuid) -> DbResult<i64> {
    let sql = "select tokens from llm_spending where day = $1 and spender = $2";
    let row: Option<(i64,)> = db
        .maybe(sql, args![day_of(clock.real()), user_id.to_string()])
        .await?;
    Ok(row.map_or(0, |(tokens,)| tokens))
}

/// Forgets what a person has spent. Everybody's sum stays as it is.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    tx.run(
        "delete from llm_spending where spender = $1",
        args![user_id.to_string()],
    )
    .await
    .map(drop)
}

/// Removes what was spent more than a week ago.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    let oldest = day_of(clock.real() - TimeDelta::days(7));
    let sql = "delete from llm_spending where (day, spender) in
               (select day, spender from llm_spending where day < $1 limit $2)";
    db.run_in_pieces(sql, args![oldest]).await
}
