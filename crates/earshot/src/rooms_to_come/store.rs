//! SQL of the tables whose rooms are not built yet.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use uuid::Uuid;

use super::samples::{Mention, Post};
use crate::platform::db::{DbResult, Tx, args};

pub(super) async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    for sql in [
        "delete from brand_mentions where user_id = $1",
        "delete from reddit_posts where user_id = $1",
    ] {
        tx.run(sql, args![user_id]).await?;
    }
    Ok(())
}

pub(super) async fn add_post(
    tx: &mut Tx,
    user_id: Uuid,
    post: &Post,
    now: DateTime<Utc>,
) -> DbResult<Option<Uuid>> {
    added(tx.maybe(
        "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                                   comments, content, permalink, google_ranking, keywords_matched,
                                   relevance_score, rejected, found_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         on conflict (user_id, reddit_id) do nothing returning id",
        args![
            Uuid::now_v7(), user_id, post.reddit_id, post.title, post.subreddit, post.author,
            now - TimeDelta::hours(post.age_h), post.score, post.comments, post.content,
            permalink(post.subreddit, post.reddit_id), post.google_ranking, json!(post.keywords),
            post.relevance_score, false, now,
        ],
    ))
    .await
}

pub(super) async fn add_mention(
    tx: &mut Tx,
    user_id: Uuid,
    mention: &Mention,
    now: DateTime<Utc>,
) -> DbResult<Option<Uuid>> {
    added(tx.maybe(
        "insert into brand_mentions (id, user_id, reddit_id, post_title, post_content, post_url, subreddit,
                                     author, reddit_created_at, post_score, comment_count, mention_type,
                                     is_read, rejected, sentiment_score, is_positive, ai_analysis_reason,
                                     ai_summary, comment_insights, brand_terms, found_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
         on conflict (user_id, reddit_id) do nothing returning id",
        args![
            Uuid::now_v7(), user_id, mention.reddit_id, mention.title, mention.content,
            permalink(mention.subreddit, mention.reddit_id), mention.subreddit, mention.author,
            now - TimeDelta::hours(mention.age_h), mention.score, mention.comments, mention.kind,
            mention.is_read, false, mention.sentiment, mention.is_positive, mention.reason,
            mention.summary, mention.insights, json!({ "term_value": "Paperlark" }), now,
        ],
    ))
    .await
}

/// The id of what was added; none if it was there.
async fn added(row: impl Future<Output = DbResult<Option<(Uuid,)>>>) -> DbResult<Option<Uuid>> {
    Ok(row.await?.map(|(id,)| id))
}

fn permalink(subreddit: &str, reddit_id: &str) -> String {
    let id = reddit_id.trim_start_matches("t3_");
    format!("https://www.reddit.com/r/{subreddit}/comments/{id}/")
}
