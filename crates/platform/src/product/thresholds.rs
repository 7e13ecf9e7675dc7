//! When a post or a mention gets which badge (spec §2, §9).

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// A post without a place on Google is Fresh while it is younger than this.
pub const FRESH_HOURS: u32 = 24;

pub const HIGH_VALUE: HighValueRule = HighValueRule {
    max_rank: 5,
    score_above: 50,
    comments_above: 20,
};

pub const SENTIMENT: SentimentBands = SentimentBands {
    undecided: 0.75,
    neutral_below: 0.25,
};

/// High Value: near the top of Google, with many votes or comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HighValueRule {
    pub max_rank: i64,
    pub score_above: i64,
    pub comments_above: i64,
}

/// How a sentiment score between -1 and 1 reads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentimentBands {
    /// The score, positive or negative, that says "could not decide": no badge is shown.
    pub undecided: f64,
    /// Scores closer to zero than this are Neutral.
    pub neutral_below: f64,
}

impl HighValueRule {
    pub fn holds(self, google_ranking: Option<i64>, score: i64, comments: i64) -> bool {
        let is_lively = score > self.score_above || comments > self.comments_above;
        is_lively && google_ranking.is_some_and(|rank| rank <= self.max_rank)
    }
}

/// Young, and not yet found by Google: the first good answer will be read.
pub fn is_fresh(
    google_ranking: Option<i64>,
    created_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> bool {
    google_ranking.is_none() && now - created_at < TimeDelta::hours(i64::from(FRESH_HOURS))
}
