//! Lists of posts as a page asks for them.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use Kind::{Bool, Int8, Jsonb, Text, Timestamptz};
use platform::db::{Db, DbResult, DynamicQuery, JsonRows, Kind, Shown};

/// Which posts of a person.
#[derive(Clone, Debug)]
pub(crate) struct Which {
    pub(crate) user_id: Uuid,
    pub(crate) rows: Rows,
    /// Written on Reddit at this moment or later.
    pub(crate) written_since: Option<DateTime<Utc>>,
    /// Saved at this moment or before.
    pub(crate) saved_until: Option<DateTime<Utc>>,
    pub(crate) least_relevance: Option<i64>,
    /// In lower case; all of them if empty.
    pub(crate) subreddits: Vec<String>,
    /// In lower case; each must be in the title, the subreddit, the author or a keyword.
    pub(crate) words: Vec<String>,
    /// Saved by this job.
    pub(crate) found_by: Option<Uuid>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    /// Those that were not rejected.
    Kept,
    Rejected,
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Relevance,
    New,
    Popular,
}

/// What of a post a page gets.
const SHOWN: &[Shown] = &[
    ("id", Kind::Uuid),
    ("title", Text),
    ("subreddit", Text),
    ("author", Text),
    ("created_at", Timestamptz),
    ("score", Int8),
    ("comments", Int8),
    ("content", Text),
    ("permalink", Text),
    ("google_ranking", Int8),
    ("keywords_matched", Jsonb),
    ("relevance_score", Int8),
    ("relevance_reason", Text),
    ("relevance_parts", Jsonb),
    ("matched", Jsonb),
    ("intent", Text),
    ("rejected", Bool),
    ("rejected_reason", Text),
    ("found_at", Timestamptz),
];

const SELECT: &str = "select id, title, subreddit, author, created_at, score, comments, content, permalink,
     google_ranking, keywords_matched, relevance_score, relevance_reason, relevance_parts, matched, intent,
     rejected, rejected_reason, found_at from reddit_posts";

/// A part of a list, as JSON. Every order ends with the id, so that two pages never share a post.
pub(crate) async fn page(
    db: &Db,
    which: &Which,
    order: Order,
    (limit, offset): (i64, i64),
) -> DbResult<JsonRows> {
    let mut statement = DynamicQuery::default();
    statement.push(SELECT);
    which.push_to(&mut statement);
    statement.push(match order {
        Order::Relevance => " order by relevance_score desc, created_at desc, id desc",
        Order::New => " order by created_at desc, id desc",
        Order::Popular => " order by score desc, comments desc, id desc",
    });
    statement.push(" limit ");
    statement.bind(limit);
    statement.push(" offset ");
    statement.bind(offset);
    db.json_rows(statement, SHOWN).await
}

/// How many there are on all pages.
pub(crate) async fn count(db: &Db, which: &Which) -> DbResult<i64> {
    let mut statement = DynamicQuery::default();
    statement.push("select cast(count(*) as bigint) from reddit_posts");
    which.push_to(&mut statement);
    let (count,): (i64,) = db.one_built(statement).await?;
    Ok(count)
}

impl Which {
    pub(crate) fn all_of(user_id: Uuid) -> Self {
        Self {
            user_id,
            rows: Rows::Both,
            written_since: None,
            saved_until: None,
            least_relevance: None,
            subreddits: Vec::new(),
            words: Vec::new(),
            found_by: None,
        }
    }

    fn push_to(&self, statement: &mut DynamicQuery) {
        statement.push(" where user_id = ");
        statement.bind(self.user_id);
        if self.rows != Rows::Both {
            statement.push(" and rejected = ");
            statement.bind(self.rows == Rows::Rejected);
        }
        statement.push(" and excluded = ");
        statement.bind(false);
        if let Some(since) = self.written_since {
            statement.push(" and created_at >= ");
            statement.bind(since);
        }
        if let Some(until) = self.saved_until {
            statement.push(" and found_at <= ");
            statement.bind(until);
        }
        if let Some(least) = self.least_relevance {
            statement.push(" and relevance_score >= ");
            statement.bind(least);
        }
        if let Some(job_id) = self.found_by {
            statement.push(" and found_by = ");
            statement.bind(job_id);
        }
        self.push_subreddits(statement);
        statement.push_words(&self.words);
    }

    /// Names of communities are ASCII, which both engines fold alike.
    fn push_subreddits(&self, statement: &mut DynamicQuery) {
        if self.subreddits.is_empty() {
            return;
        }
        statement.push(" and lower(subreddit) in (");
        for (at, name) in self.subreddits.iter().enumerate() {
            statement.push(if at == 0 { "" } else { ", " });
            statement.bind(name);
        }
        statement.push(")");
    }
}
