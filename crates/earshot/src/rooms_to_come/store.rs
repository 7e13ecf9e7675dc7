//! SQL of the tables whose rooms are not built yet.

use chrono::{DateTime, TimeDelta, Utc};
use clap::ValueEnum;
use serde_json::json;
use uuid::Uuid;

use super::samples::{Company, Mention, Post};
use crate::platform::db::{DbResult, Tx, args};

/// The states of a subscription that has a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Status {
    Active,
    Trialing,
    Pending,
    PendingActivation,
    PaymentFailed,
    Cancelled,
    Inactive,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Trialing => "trialing",
            Status::Pending => "pending",
            Status::PendingActivation => "pending_activation",
            Status::PaymentFailed => "payment_failed",
            Status::Cancelled => "cancelled",
            Status::Inactive => "inactive",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plan {
    Starter,
    Pro,
    Enterprise,
}

impl Plan {
    pub fn name(self) -> &'static str {
        match self {
            Plan::Starter => "starter",
            Plan::Pro => "pro",
            Plan::Enterprise => "enterprise",
        }
    }
}

/// How far away the end of the period is for a subscription that an operator gives.
const PERIOD: TimeDelta = TimeDelta::days(30);

pub(super) async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    for sql in [
        "delete from brand_mentions where user_id = $1",
        "delete from reddit_posts where user_id = $1",
        "delete from keywords where user_id = $1",
        "delete from companies where user_id = $1",
        "delete from subscriptions where user_id = $1",
    ] {
        tx.run(sql, args![user_id]).await?;
    }
    Ok(())
}

/// The id of the subscription that was changed; none if there is none.
pub(super) async fn change_subscription(
    tx: &mut Tx,
    user_id: Uuid,
    status: Status,
    plan: Option<Plan>,
    now: DateTime<Utc>,
) -> DbResult<Option<Uuid>> {
    let changed: Option<(Uuid,)> = tx
        .maybe(
            "update subscriptions set status = $2, plan_id = coalesce($3, plan_id), updated_at = $4
             where id = (select id from subscriptions where user_id = $1
                         order by created_at desc, id desc limit 1)
             returning id",
            args![user_id, status.name(), plan.map(Plan::name), now],
        )
        .await?;
    Ok(changed.map(|(id,)| id))
}

pub(super) async fn add_subscription(
    tx: &mut Tx,
    user_id: Uuid,
    status: Status,
    plan: Option<Plan>,
    now: DateTime<Utc>,
) -> DbResult<Uuid> {
    let (id, plan) = (Uuid::now_v7(), plan.unwrap_or(Plan::Starter));
    tx.run(
        "insert into subscriptions (id, user_id, status, plan_id, current_period_end, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $6)",
        args![id, user_id, status.name(), plan.name(), now + PERIOD, now],
    )
    .await?;
    Ok(id)
}

pub(super) async fn remove_subscriptions(tx: &mut Tx, user_id: Uuid) -> DbResult<Vec<Uuid>> {
    let sql = "delete from subscriptions where user_id = $1 returning id";
    let gone: Vec<(Uuid,)> = tx.all(sql, args![user_id]).await?;
    Ok(gone.into_iter().map(|(id,)| id).collect())
}

pub(super) async fn company_of(tx: &mut Tx, user_id: Uuid) -> DbResult<Uuid> {
    let sql = "select id from companies where user_id = $1";
    let (id,): (Uuid,) = tx.one(sql, args![user_id]).await?;
    Ok(id)
}

/// The id of what was added; none if the user has a company.
pub(super) async fn add_company(
    tx: &mut Tx,
    user_id: Uuid,
    company: &Company,
    now: DateTime<Utc>,
) -> DbResult<Option<Uuid>> {
    added(tx.maybe(
        "insert into companies (id, user_id, company_name, website_url, business_type, industry,
                                description, meta_description, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (user_id) do nothing returning id",
        args![
            Uuid::now_v7(), user_id, company.name, company.website_url, company.business_type,
            company.industry, company.description, company.meta_description, now,
        ],
    ))
    .await
}

pub(super) async fn add_keyword(
    tx: &mut Tx,
    user_id: Uuid,
    company_id: Uuid,
    keyword: &str,
    now: DateTime<Utc>,
) -> DbResult<Option<Uuid>> {
    added(tx.maybe(
        "insert into keywords (id, user_id, company_id, keyword, folded, created_at)
         values ($1, $2, $3, $4, $5, $6) on conflict (company_id, folded) do nothing returning id",
        args![
            Uuid::now_v7(),
            user_id,
            company_id,
            keyword,
            keyword.to_lowercase(),
            now
        ],
    ))
    .await
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

async fn added(row: impl Future<Output = DbResult<Option<(Uuid,)>>>) -> DbResult<Option<Uuid>> {
    Ok(row.await?.map(|(id,)| id))
}

fn permalink(subreddit: &str, reddit_id: &str) -> String {
    let id = reddit_id.trim_start_matches("t3_");
    format!("https://www.reddit.com/r/{subreddit}/comments/{id}/")
}
