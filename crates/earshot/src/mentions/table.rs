//! Mentions as a table for spreadsheets.

use serde::Deserialize;

use super::listing::Asked;
use super::store;
use crate::platform::csv::{MARK, push_line};
use crate::platform::db::Db;

/// All mentions that were asked for, whatever page.
pub(super) async fn table(db: &Db, asked: &Asked) -> anyhow::Result<String> {
    let mut table = MARK.to_owned();
    push_line(&mut table, HEADER);
    let mut offset = 0;
    while offset < MOST_ROWS {
        let part = (ROWS_AT_ONCE, offset);
        let rows = store::page(db, &asked.which, asked.order, part).await?;
        let count = i64::try_from(rows.count).unwrap_or(0);
        let lines: Vec<Line> = serde_json::from_slice(&rows.into_array())?;
        for line in lines {
            line.write(&mut table);
        }
        if count < ROWS_AT_ONCE {
            break;
        }
        offset += count;
    }
    Ok(table)
}

/// How many rows are in memory as JSON at a time, and how many a table has at most.
const ROWS_AT_ONCE: i64 = 1_000;
const MOST_ROWS: i64 = 100_000;

const HEADER: [&str; 18] = [
    "post_title",
    "subreddit",
    "author",
    "reddit_created_at",
    "post_score",
    "comment_count",
    "mention_type",
    "brand_term",
    "sentiment_score",
    "is_positive",
    "ai_summary",
    "ai_analysis_reason",
    "intent",
    "is_read",
    "rejected",
    "rejected_reason",
    "post_url",
    "post_content",
];

/// A mention as the table has it; read from what a page gets.
#[derive(Debug, Deserialize)]
struct Line {
    post_title: String,
    subreddit: String,
    author: String,
    reddit_created_at: String,
    post_score: i64,
    comment_count: i64,
    mention_type: String,
    brand_terms: Term,
    sentiment_score: Option<f64>,
    is_positive: Option<bool>,
    ai_summary: Option<String>,
    ai_analysis_reason: Option<String>,
    intent: String,
    is_read: bool,
    rejected: bool,
    rejected_reason: Option<String>,
    post_url: String,
    post_content: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Term {
    term_value: String,
}

impl Line {
    fn write(&self, table: &mut String) {
        let or_empty = |text: &Option<String>| text.clone().unwrap_or_default();
        let cells = [
            self.post_title.clone(),
            self.subreddit.clone(),
            self.author.clone(),
            self.reddit_created_at.clone(),
            self.post_score.to_string(),
            self.comment_count.to_string(),
            self.mention_type.clone(),
            self.brand_terms.term_value.clone(),
            self.sentiment_score
                .map(|score| score.to_string())
                .unwrap_or_default(),
            self.is_positive
                .map(|is_positive| is_positive.to_string())
                .unwrap_or_default(),
            or_empty(&self.ai_summary),
            or_empty(&self.ai_analysis_reason),
            self.intent.clone(),
            self.is_read.to_string(),
            self.rejected.to_string(),
            or_empty(&self.rejected_reason),
            self.post_url.clone(),
            or_empty(&self.post_content),
        ];
        push_line(table, cells.iter().map(String::as_str));
    }
}
