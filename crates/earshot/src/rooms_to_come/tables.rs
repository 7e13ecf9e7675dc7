//! What of these tables their owner may see.

use crate::platform::db::{Kind, OwnedRows};
use Kind::{Bool, Float8, Int8, Jsonb, Text, Timestamptz, Uuid};

pub(super) const ALL: [&OwnedRows; 2] = [&REDDIT_POSTS, &BRAND_MENTIONS];

pub(super) const REDDIT_POSTS: OwnedRows = OwnedRows {
    table: "reddit_posts",
    owner: "user_id",
    order: "created_at, id",
    columns: &[
        ("id", Uuid),
        ("user_id", Uuid),
        ("reddit_id", Text),
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
        ("rejected", Bool),
        ("rejected_reason", Text),
        ("found_at", Timestamptz),
    ],
};

pub(super) const BRAND_MENTIONS: OwnedRows = OwnedRows {
    table: "brand_mentions",
    owner: "user_id",
    order: "reddit_created_at, id",
    columns: &[
        ("id", Uuid),
        ("user_id", Uuid),
        ("reddit_id", Text),
        ("post_title", Text),
        ("post_content", Text),
        ("post_url", Text),
        ("subreddit", Text),
        ("author", Text),
        ("reddit_created_at", Timestamptz),
        ("post_score", Int8),
        ("comment_count", Int8),
        ("mention_type", Text),
        ("is_read", Bool),
        ("rejected", Bool),
        ("rejected_reason", Text),
        ("sentiment_score", Float8),
        ("is_positive", Bool),
        ("ai_analysis_reason", Text),
        ("ai_summary", Text),
        ("comment_insights", Text),
        ("brand_terms", Jsonb),
        ("found_at", Timestamptz),
    ],
};
