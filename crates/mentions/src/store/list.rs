//! Lists and counts of mentions.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::{AnsweredMention, NewMention};
use super::mentions::SHOWN;
use finds::StateSelection;
use platform::db::{Db, DbResult, DynamicQuery, JsonRows, Tx, args};

/// Which mentions of a user.
#[derive(Clone, Debug)]
pub(crate) struct MentionQuery {
    pub(crate) user_id: Uuid,
    pub(crate) states: StateSelection,
    pub(crate) is_unread: bool,
    pub(crate) leaning: Option<&'static str>,
    pub(crate) intent: Option<&'static str>,
    /// In lower case; each must be in the title, the subreddit, the author, the term or the content.
    pub(crate) words: Vec<String>,
    /// The list as it was at this moment.
    pub(crate) as_of: Option<DateTime<Utc>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MentionOrder {
    /// Unread first, then the newest.
    Relevance,
    Written(SortDirection),
    Popular(SortDirection),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SortDirection {
    Ascending,
    Descending,
}

/// A page of the list, as JSON. Every order ends with the id, so that two pages never share a mention.
pub(crate) async fn page(
    db: &Db,
    query: &MentionQuery,
    order: MentionOrder,
    part: (i64, i64),
) -> DbResult<JsonRows> {
    let mut statement = DynamicQuery::default();
    statement.push("select ");
    statement.push_columns(SHOWN);
    statement.push(" from brand_mentions");
    query.push_to(&mut statement);
    query.push_order(&mut statement, order);
    statement.push_page(part);
    db.json_rows(statement, SHOWN).await
}

impl MentionQuery {
    /// Whether only the state and the sentiment narrow the list.
    pub(super) fn is_counted_by_state(&self) -> bool {
        !self.is_unread && self.intent.is_none() && self.words.is_empty()
    }

    fn push_to(&self, statement: &mut DynamicQuery) {
        self.push_filters(statement);
        self.states.push_to(statement);
    }

    /// All conditions but that on the state.
    pub(super) fn push_filters(&self, statement: &mut DynamicQuery) {
        statement.push(" where user_id = ");
        statement.bind(self.user_id);
        statement.push(" and excluded = ");
        statement.bind(false);
        if self.is_unread {
            self.push_unread(statement);
        }
        if let Some(leaning) = self.leaning {
            statement.push(" and leaning = ");
            statement.bind(leaning);
        }
        if let Some(intent) = self.intent {
            statement.push(" and intent = ");
            statement.bind(intent);
        }
        if let Some(as_of) = self.as_of {
            statement.push(" and found_at <= ");
            statement.bind(as_of);
        }
        statement.push_words(&self.words);
    }

    /// What was read after the first page was shown still counts as unread on the next ones.
    fn push_unread(&self, statement: &mut DynamicQuery) {
        statement.push(" and (is_read = ");
        statement.bind(false);
        if let Some(as_of) = self.as_of {
            statement.push(" or read_at > ");
            statement.bind(as_of);
        }
        statement.push(")");
    }

    fn push_order(&self, statement: &mut DynamicQuery, order: MentionOrder) {
        use SortDirection::{Ascending, Descending};
        match (order, self.as_of) {
            (MentionOrder::Relevance, None) => {
                statement.push(" order by is_read, reddit_created_at desc, id desc");
            }
            (MentionOrder::Relevance, Some(as_of)) => {
                statement.push(" order by case when is_read = ");
                statement.bind(false);
                statement.push(" or read_at > ");
                statement.bind(as_of);
                statement.push(" then 0 else 1 end, reddit_created_at desc, id desc");
            }
            (MentionOrder::Written(Descending), _) => {
                statement.push(" order by reddit_created_at desc, id desc");
            }
            (MentionOrder::Written(Ascending), _) => {
                statement.push(" order by reddit_created_at, id");
            }
            (MentionOrder::Popular(Descending), _) => {
                statement.push(" order by post_score desc, id desc");
            }
            (MentionOrder::Popular(Ascending), _) => statement.push(" order by post_score, id"),
        }
    }
}

/// The communities that mentioned a user's company last.
pub(crate) async fn subreddits(db: &Db, user_id: Uuid) -> DbResult<Vec<String>> {
    let rows: Vec<(String,)> = db
        .all(
            "select subreddit from brand_mentions where user_id = $1 and rejected = $2
             group by subreddit order by max(reddit_created_at) desc, subreddit limit 40",
            args![user_id, false],
        )
        .await?;
    Ok(rows.into_iter().map(|(subreddit,)| subreddit).collect())
}

/// The mentions found for a user after `since` that wait for an answer: for the digest.
pub(crate) async fn new_since(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
    most: i64,
) -> DbResult<Vec<NewMention>> {
    db.all(
        "select id, reddit_id, post_id, post_title, subreddit, reddit_created_at as created_at, post_score,
                comment_count, is_read,
                ai_summary, summary_kind, leaning, found_at
         from brand_mentions where user_id = $1 and found_at > $2 and rejected = $3 and excluded = $3
              and state not in ('answered', 'won')
         order by reddit_created_at desc, id desc limit $4",
        args![user_id, since, false, most],
    )
    .await
}

pub(crate) async fn answered_mentions(
    db: &Db,
    user_id: Uuid,
    most: i64,
) -> DbResult<Vec<AnsweredMention>> {
    db.all(
        "select id, state, state_at, post_title, subreddit, author, post_id from brand_mentions
         where user_id = $1 and state in ('answered', 'won') and state_at is not null
         order by state_at desc, id desc limit $2",
        args![user_id, most],
    )
    .await
}

/// Locks a mention that its owner sees until the transaction ends; false if there is none, or if it is
/// answered.
pub(crate) async fn hold_shown(tx: &mut Tx, user_id: Uuid, id: Uuid) -> DbResult<bool> {
    let sql = "update brand_mentions set found_at = found_at
               where user_id = $1 and id = $2 and rejected = $3 and excluded = $3
                     and state not in ('answered', 'won')";
    Ok(tx.run(sql, args![user_id, id, false]).await? == 1)
}

/// The titles and texts of the mentions that a user sees, newest first.
pub(crate) async fn texts(
    db: &Db,
    user_id: Uuid,
    most: i64,
) -> DbResult<Vec<(String, Option<String>, String)>> {
    db.all(
        "select post_title, post_content, subreddit from brand_mentions
         where user_id = $1 and rejected = $2 and excluded = $2
         order by reddit_created_at desc, id desc limit $3",
        args![user_id, false, most],
    )
    .await
}
