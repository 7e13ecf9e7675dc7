//! SQL of what was heard a moment ago.

use chrono::{DateTime, Utc};

use platform::db::{Db, DbResult, PIECE_ROWS, args};

/// What is kept under a question.
#[derive(Debug)]
pub(crate) enum Kept {
    Answer(String),
    /// Nothing yet, but somebody is asking.
    Asking,
    Nothing,
}

pub(crate) async fn look(
    db: &Db,
    key: &str,
    now: DateTime<Utc>,
    real: DateTime<Utc>,
) -> DbResult<Kept> {
    let sql = "select answer, kept_until, asking_until from reddit_answers where key = $1";
    let row: Option<(Option<String>, DateTime<Utc>, DateTime<Utc>)> =
        db.maybe(sql, args![key]).await?;
    Ok(match row {
        Some((Some(answer), kept_until, _)) if kept_until > now => Kept::Answer(answer),
        Some((_, _, asking_until)) if asking_until > real => Kept::Asking,
        _ => Kept::Nothing,
    })
}

/// Says that somebody asks, unless another one does; whoever `is_pressing` asks all the same.
pub(crate) async fn claim(
    db: &Db,
    key: &str,
    now: DateTime<Utc>,
    (real, asking_until): (DateTime<Utc>, DateTime<Utc>),
    is_pressing: bool,
) -> DbResult<bool> {
    let claimed = db
        .run(
            "insert into reddit_answers (key, answer, kept_until, asking_until) values ($1, null, $2, $4)
             on conflict (key) do update set asking_until = excluded.asking_until
             where reddit_answers.asking_until <= $3 or $5",
            args![key, now, real, asking_until, is_pressing],
        )
        .await?;
    Ok(claimed == 1)
}

/// Keeps an answer, and throws away what nobody may use any more.
pub(crate) async fn keep(
    db: &Db,
    key: &str,
    answer: String,
    kept_until: DateTime<Utc>,
    (now, real): (DateTime<Utc>, DateTime<Utc>),
) -> DbResult<()> {
    let mut tx = db.begin().await?;
    tx.run(
        "update reddit_answers set answer = $2, kept_until = $3, asking_until = $4 where key = $1",
        args![key, answer, kept_until, DateTime::UNIX_EPOCH],
    )
    .await?;
    tx.run(FORGET_OLD, args![now, real, PIECE_ROWS]).await?;
    tx.commit().await
}

/// Rows that somebody asks for stay: whoever keeps their answer in this moment holds them.
const FORGET_OLD: &str = "delete from reddit_answers where key in
     (select key from reddit_answers where kept_until < $1 and asking_until < $2 limit $3)";

/// Whoever said that they ask has heard nothing worth keeping.
pub(crate) async fn release(db: &Db, key: &str) -> DbResult<()> {
    db.run(
        "update reddit_answers set asking_until = $2 where key = $1",
        args![key, DateTime::UNIX_EPOCH],
    )
    .await
    .map(drop)
}

/// Removes answers that nobody may use any more.
pub(crate) async fn forget_old(db: &Db, now: DateTime<Utc>, real: DateTime<Utc>) -> DbResult<u64> {
    db.run_in_pieces(FORGET_OLD, args![now, real]).await
}
