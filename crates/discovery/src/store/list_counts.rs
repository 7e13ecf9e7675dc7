//! How many posts a user has of each kind: from the numbers that triggers keep, or counted where a
//! filter is set that they do not know.

use finds::StateCounts;
use platform::db::dialect::Dialect;
use platform::db::{Db, DbResult, DynamicQuery, args};

use super::list::PostQuery;

/// The counts beside a page.
#[derive(Debug)]
pub(crate) struct PostCounts {
    /// Under the same filters, whatever the state.
    pub(crate) states: StateCounts,
    /// How many posts on all pages name the company.
    pub(crate) names_you: i64,
    /// How many posts on all pages are unread.
    pub(crate) unread: i64,
    /// How many posts of the user wait for next month.
    pub(crate) waiting: i64,
}

/// One statement, because a page of the list pays for each with a round trip.
pub(crate) async fn counts(db: &Db, query: &PostQuery) -> DbResult<PostCounts> {
    let mut statement = DynamicQuery::default();
    statement.push("select ");
    if query.is_counted_by_state() {
        push_kept(&mut statement, query);
    } else {
        push_counted(&mut statement, query);
    }
    let (waiting, open, saved, answered, won, rejected, names_you, unread) =
        db.one_built(statement).await?;
    Ok(PostCounts {
        states: StateCounts::from([open, saved, answered, won, rejected]),
        names_you,
        unread,
        waiting,
    })
}

/// Sums of the kept numbers, less what was saved after the moment that the list is asked for.
fn push_kept(statement: &mut DynamicQuery, query: &PostQuery) {
    push_waiting(statement, query);
    StateCounts::push_sums(statement);
    for column in ["names_brand", "is_unread"] {
        StateCounts::push_sum_of(statement, query.states, column);
    }
    statement.push(
        " from (select state, names_brand, is_unread, number from post_counts where user_id = ",
    );
    statement.bind(query.user_id);
    if let Some(until) = query.saved_until {
        statement.push(
            " union all select state, names_brand, is_new = true and is_read = false, -1
             from reddit_posts where excluded = false and user_id = ",
        );
        statement.bind(query.user_id);
        statement.push(" and found_at > ");
        statement.bind(until);
    }
    statement.push(") as kept");
    if let Some(names_brand) = query.names_brand {
        statement.push(" where names_brand = ");
        statement.bind(names_brand);
    }
}

fn push_counted(statement: &mut DynamicQuery, query: &PostQuery) {
    push_waiting(statement, query);
    StateCounts::push_columns(statement, "reddit_posts", |it| query.push_filters(it));
    statement.push(", (select cast(count(*) as bigint) from reddit_posts");
    query.push_to(statement);
    // Of its own, so that an index of those few answers it.
    statement.push(" and names_brand = ");
    statement.bind(true);
    statement.push("), (select cast(count(*) as bigint) from reddit_posts");
    query.push_to(statement);
    statement.push(" and is_new = true and is_read = ");
    statement.bind(false);
    statement.push(")");
}

fn push_waiting(statement: &mut DynamicQuery, query: &PostQuery) {
    statement.push("(select cast(count(*) as bigint) from waiting_posts where user_id = ");
    statement.bind(query.user_id);
    statement.push("), ");
}

/// Takes kinds away that nobody has any more; on PostgreSQL it makes one part of many. What another
/// connection is writing stays for the next time, so that nobody waits for somebody who waits.
const ADD_UP: Dialect = Dialect {
    sqlite: "delete from post_counts where number = 0",
    postgres: "with parts as (
                   select ctid from post_counts where user_id in (
                       select user_id from post_counts group by user_id having count(*) > 50)
                   for update skip locked),
               changes as (
                   delete from post_counts where ctid in (select ctid from parts)
                   returning user_id, state, names_brand, is_unread, number)
               insert into post_counts (user_id, state, names_brand, is_unread, part, number)
               select user_id, state, names_brand, is_unread, -pg_backend_pid(), sum(number) from changes
               group by 1, 2, 3, 4 having sum(number) <> 0
               on conflict (user_id, state, names_brand, is_unread, part)
               do update set number = post_counts.number + excluded.number",
};

pub(crate) async fn add_up(db: &Db) -> DbResult<()> {
    db.run(ADD_UP.on(db.engine()), args![]).await.map(drop)
}
