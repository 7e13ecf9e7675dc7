//! Writes posts and reads what discovery needs to know about stored ones.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::super::FoundPost;
use super::super::found_via::FoundVia;
use super::super::rejection_lessons::RejectedPost;
use super::super::relevant_post::RelevantPost;
use Kind::{Bool, Int8, Jsonb, Text, Timestamptz};
use finds::{FilteredRow, Sighting, WrittenText};
use lens::relevance::SCALE_VERSION;
use listening::{Filters, SourceName};
use platform::db::{Db, DbResult, DynamicQuery, FromRow, Json, Kind, OwnedRows, Shown, Tx, args};

pub(crate) const REDDIT_POSTS: OwnedRows = OwnedRows {
    table: "reddit_posts",
    owner: "user_id",
    order: "created_at, id",
    columns: COLUMNS,
};

const COLUMNS: &[Shown] = &[
    ("user_id", Kind::Uuid),
    ("reddit_id", Text),
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
    ("via", Jsonb),
    ("kind", Text),
    ("rejected", Bool),
    ("rejected_reason", Text),
    ("state", Text),
    ("state_at", Timestamptz),
    ("note", Text),
    ("answer_url", Text),
    ("found_at", Timestamptz),
    ("is_new", Bool),
    ("is_read", Bool),
    ("names_brand", Bool),
    ("feedback", Text),
    ("source", Text),
];

/// The columns that pages get.
pub(crate) const SHOWN: &[Shown] = COLUMNS.split_at(2).1;

/// Adds a post and returns its id; none if it is already there.
pub(crate) async fn add(
    tx: &mut Tx,
    user_id: Uuid,
    post: &RelevantPost,
    seen: Sighting,
) -> DbResult<Option<Uuid>> {
    let ranked_at = post.google_ranking.map(|_| seen.at);
    let row: Option<(Uuid,)> = tx
        .maybe(
            "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                                       comments, content, permalink, google_ranking, keywords_matched,
                                       relevance_score, relevance_reason, relevance_parts, matched, intent,
                                       folded, rejected, found_at, last_seen_at, checked_at, ranked_at,
                                       found_by, scale, names_brand, via, kind, is_new, is_read, source)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
                     $21, $21, $21, $22, $23, $24, $25, $26, $27, $28, $25, $29)
             on conflict (user_id, reddit_id) do nothing returning id",
            args![
                Uuid::now_v7(), user_id, &post.reddit_id, &post.title, &post.subreddit, &post.author,
                post.created_at, post.score, post.comments, post.content.as_deref(), &post.permalink,
                post.google_ranking, json!(post.keywords_matched), post.relevance_score,
                &post.relevance_reason, json!(post.relevance_parts), json!(post.matched), &post.intent,
                post.folded(), false, seen.at, ranked_at, seen.job_id, SCALE_VERSION,
                post.names_brand, json!(post.via), &post.kind, !post.names_brand,
                SourceName::of(&post.reddit_id).id(),
            ],
        )
        .await?;
    Ok(row.map(|(id,)| id))
}

/// Updates a stored post; its owner's decisions stay.
pub(crate) async fn see_again(
    tx: &mut Tx,
    user_id: Uuid,
    post: &RelevantPost,
    at: DateTime<Utc>,
) -> DbResult<()> {
    let ranked_at = post.google_ranking.map(|_| at);
    tx.run(
        "update reddit_posts set title = $3, content = $4, author = $5, score = $6, comments = $7,
                google_ranking = coalesce($8, google_ranking), ranked_at = coalesce($9, ranked_at),
                keywords_matched = $10, relevance_score = $11, relevance_reason = $12, relevance_parts = $13,
                matched = $14, intent = $15, folded = $16, last_seen_at = $17, checked_at = $17,
                scale = $18, names_brand = $19, via = $20
         where user_id = $1 and reddit_id = $2",
        args![
            user_id, &post.reddit_id, &post.title, post.content.as_deref(), &post.author, post.score,
            post.comments, post.google_ranking, ranked_at, json!(post.keywords_matched),
            post.relevance_score, &post.relevance_reason, json!(post.relevance_parts),
            json!(post.matched), &post.intent, post.folded(), at, SCALE_VERSION,
            post.names_brand, json!(post.via),
        ],
    )
    .await
    .map(drop)
}

/// Updates the rank of a stored post and what found it, and nothing else.
pub(crate) async fn see_rank_again(
    tx: &mut Tx,
    user_id: Uuid,
    post: &RelevantPost,
    at: DateTime<Utc>,
) -> DbResult<()> {
    let ranked_at = post.google_ranking.map(|_| at);
    tx.run(
        "update reddit_posts set google_ranking = coalesce($3, google_ranking),
                ranked_at = coalesce($4, ranked_at), last_seen_at = $5, checked_at = $5, via = $6
         where user_id = $1 and reddit_id = $2",
        args![
            user_id,
            &post.reddit_id,
            post.google_ranking,
            ranked_at,
            at,
            json!(post.via)
        ],
    )
    .await
    .map(drop)
}

pub(crate) async fn post_of(db: &Db, user_id: Uuid, id: Uuid) -> DbResult<Option<FoundPost>> {
    db.maybe(
        "select title, content, subreddit, author, reddit_id, permalink, kind
         from reddit_posts where user_id = $1 and id = $2",
        args![user_id, id],
    )
    .await
}

/// A post that is stored or waiting.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct KnownPost {
    pub(crate) reddit_id: String,
    pub(crate) google_ranking: Option<i64>,
    pub(crate) is_waiting: bool,
    /// Of a stored post what found it, of a waiting one the post.
    found: Json<serde_json::Value>,
}

impl KnownPost {
    /// The searches that found it.
    pub(crate) fn found_via(&self) -> Vec<FoundVia> {
        let Json(found) = &self.found;
        let via = found.get("via").unwrap_or(found);
        serde_json::from_value(via.clone()).unwrap_or_default()
    }
}

/// Which of these posts a user already has.
pub(crate) async fn known(db: &Db, user_id: Uuid, reddit_ids: &[&str]) -> DbResult<Vec<KnownPost>> {
    /// SQLite takes 32,766 values in a statement, PostgreSQL twice as many.
    const AT_ONCE: usize = 1_000;
    let mut all = Vec::new();
    for some in reddit_ids.chunks(AT_ONCE) {
        let mut statement = DynamicQuery::default();
        statement.push("select reddit_id, google_ranking, false as is_waiting, via as found from reddit_posts where user_id = ");
        statement.bind(user_id);
        statement.push(" and reddit_id");
        statement.push_any_of(some.iter().copied());
        statement.push(
            " union all select reddit_id, cast(null as bigint) as google_ranking, true as is_waiting, post as found
              from waiting_posts where user_id = ",
        );
        statement.bind(user_id);
        statement.push(" and reddit_id");
        statement.push_any_of(some.iter().copied());
        all.extend(db.all_built::<KnownPost>(statement).await?);
    }
    Ok(all)
}

/// How many posts a job has saved, in all its attempts; those that name the company are no new leads.
pub(crate) async fn saved_by(tx: &mut Tx, user_id: Uuid, job_id: Uuid) -> DbResult<usize> {
    let sql = "select cast(count(*) as bigint) from reddit_posts
               where user_id = $1 and found_by = $2 and names_brand = $3";
    let (count,): (i64,) = tx.one(sql, args![user_id, job_id, false]).await?;
    Ok(usize::try_from(count).unwrap_or(0))
}

#[derive(FromRow)]
struct RejectedRow {
    id: Uuid,
    reddit_id: String,
    subreddit: String,
    title: String,
    content: Option<String>,
    rejected_reason: Option<String>,
}

/// The posts that a user rejected last, the oldest of them first.
pub(crate) async fn rejected(db: &Db, user_id: Uuid, most: i64) -> DbResult<Vec<RejectedPost>> {
    let mut rows: Vec<RejectedRow> = db
        .all(
            "select id, reddit_id, subreddit, title, content, rejected_reason from reddit_posts
             where user_id = $1 and rejected = $2 order by rejected_at desc, id desc limit $3",
            args![user_id, true, most],
        )
        .await?;
    rows.reverse();
    let rejected = rows.into_iter().map(|row| RejectedPost {
        id: row.id,
        reddit_id: row.reddit_id,
        subreddit: row.subreddit,
        title: row.title,
        content: row.content.unwrap_or_default(),
        reason: row.rejected_reason.unwrap_or_default(),
    });
    Ok(rejected.collect())
}

/// A post as far as filters look at it.
#[derive(Debug, FromRow)]
pub(crate) struct FilterablePost {
    id: Uuid,
    subreddit: String,
    author: String,
    title: String,
    content: Option<String>,
    excluded: bool,
}

impl FilteredRow for FilterablePost {
    const SELECT: &'static str = "select id, subreddit, author, title, content, excluded from reddit_posts where user_id = $1";
    const SELECT_SETTINGS: &'static str = "select exclusions from post_filters where user_id = $1";
    const STORE_SETTINGS: &'static str =
        "insert into post_filters (user_id, exclusions) values ($1, $2)
         on conflict (user_id) do update set exclusions = excluded.exclusions";
    const HIDE: &'static str = "update reddit_posts set excluded = $2 where id = $1";

    fn id(&self) -> Uuid {
        self.id
    }

    fn is_hidden_now(&self) -> bool {
        self.excluded
    }

    fn should_be_hidden(&self, filters: &Filters) -> bool {
        let text = WrittenText {
            subreddit: &self.subreddit,
            author: &self.author,
            title: &self.title,
            content: self.content.as_deref(),
        };
        text.is_excluded_by(&filters.exclusions)
    }
}

pub(crate) async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    for sql in [
        "delete from reddit_posts where user_id = $1",
        "delete from waiting_posts where user_id = $1",
        "delete from left_out_posts where user_id = $1",
        "delete from search_suggestions where user_id = $1",
        "delete from post_filters where user_id = $1",
        "delete from post_visits where user_id = $1",
        "delete from heard_matches where user_id = $1",
    ] {
        tx.run(sql, args![user_id]).await?;
    }
    Ok(())
}
