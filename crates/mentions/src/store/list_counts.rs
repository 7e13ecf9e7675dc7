//! How many mentions a user has of each kind: from the numbers that triggers keep, or counted where a
//! filter is set that they do not know.

use uuid::Uuid;

use super::list::MentionQuery;
use finds::StateCounts;
use platform::db::dialect::Dialect;
use platform::db::{Db, DbResult, DynamicQuery, FromRow, args};

/// The counts beside a page.
#[derive(Debug)]
pub(crate) struct MentionCounts {
    /// Under the same filters, whatever the state.
    pub(crate) states: StateCounts,
    /// How many mentions on all pages are unread.
    pub(crate) unread: i64,
}

pub(crate) async fn count(db: &Db, query: &MentionQuery) -> DbResult<MentionCounts> {
    let mut statement = DynamicQuery::default();
    statement.push("select ");
    if query.is_counted_by_state() {
        push_kept(&mut statement, query);
    } else {
        push_counted(&mut statement, query);
    }
    let (open, saved, answered, won, rejected, unread) = db.one_built(statement).await?;
    Ok(MentionCounts {
        states: StateCounts::from([open, saved, answered, won, rejected]),
        unread,
    })
}

/// Sums of the kept numbers, less what was found after the moment that the list is asked for.
fn push_kept(statement: &mut DynamicQuery, query: &MentionQuery) {
    StateCounts::push_sums(statement);
    StateCounts::push_sum_of(statement, query.states, "is_unread");
    statement.push(
        " from (select state, leaning, is_read = false as is_unread, number
         from mention_counts where user_id = ",
    );
    statement.bind(query.user_id);
    if let Some(as_of) = query.as_of {
        statement.push(
            " union all select state, leaning, is_read = false, -1
             from brand_mentions where excluded = false and user_id = ",
        );
        statement.bind(query.user_id);
        statement.push(" and found_at > ");
        statement.bind(as_of);
    }
    statement.push(") as kept");
    if let Some(leaning) = query.leaning {
        statement.push(" where leaning = ");
        statement.bind(leaning);
    }
}

fn push_counted(statement: &mut DynamicQuery, query: &MentionQuery) {
    StateCounts::push_columns(statement, "brand_mentions", |it| query.push_filters(it));
    statement.push(", (select cast(count(*) as bigint) from brand_mentions");
    query.push_filters(statement);
    query.states.push_counted(statement);
    statement.push(" and is_read = ");
    statement.bind(false);
    statement.push(")");
}

/// The number of mentions of one kind.
#[derive(Debug, FromRow)]
pub(crate) struct MentionCountRow {
    pub(crate) state: String,
    pub(crate) is_read: bool,
    pub(crate) leaning: String,
    pub(crate) number: i64,
}

pub(crate) async fn counts(db: &Db, user_id: Uuid) -> DbResult<Vec<MentionCountRow>> {
    db.all(
        "select state, is_read, leaning, cast(sum(number) as bigint) as number from mention_counts
         where user_id = $1 group by state, is_read, leaning",
        args![user_id],
    )
    .await
}

/// By day and leaning, from a day on.
pub(crate) async fn day_counts(
    db: &Db,
    user_id: Uuid,
    first: &str,
) -> DbResult<Vec<(String, String, i64)>> {
    db.all(
        "select day, leaning, cast(sum(number) as bigint) from mention_counts
         where user_id = $1 and day >= $2 and state <> 'rejected' group by day, leaning",
        args![user_id, first],
    )
    .await
}

/// Takes kinds away that nobody has any more; on PostgreSQL it makes one part of many. What another
/// connection is writing stays for the next time, so that nobody waits for somebody who waits.
const ADD_UP: Dialect = Dialect {
    sqlite: "delete from mention_counts where number = 0",
    postgres: "with parts as (
                   select ctid from mention_counts where user_id in (
                       select user_id from mention_counts group by user_id having count(*) > 50)
                   for update skip locked),
               changes as (
                   delete from mention_counts where ctid in (select ctid from parts)
                   returning user_id, day, state, leaning, is_read, number)
               insert into mention_counts (user_id, day, state, leaning, is_read, part, number)
               select user_id, day, state, leaning, is_read, -pg_backend_pid(), sum(number) from changes
               group by 1, 2, 3, 4, 5 having sum(number) <> 0
               on conflict (user_id, day, state, leaning, is_read, part)
               do update set number = mention_counts.number + excluded.number",
};

pub(crate) async fn add_up(db: &Db) -> DbResult<()> {
    db.run(ADD_UP.on(db.engine()), args![]).await.map(drop)
}
