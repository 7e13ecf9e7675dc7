//! Which judged posts are saved: minimum score, the owner's filters and exclusions.

use lens::intent::Intent;

use super::relevance_judge::JudgedPost;
use listening::{Filters, Level};

/// The minimum score. For the three sample companies, posts above it are mostly about their trade and
/// ask for something; posts below are not.
pub(super) const LEAST_SCORE: i64 = 40;

/// Whether a new post is saved. Basic filtering drops noise; advanced filtering also drops posts that
/// ask for nothing, posts below the owner's threshold, and what the owner excludes.
pub(super) fn is_kept(judged: &JudgedPost, filters: &Filters) -> bool {
    let post = &judged.post;
    if post.relevance_score < LEAST_SCORE || (filters.is_on && judged.is_noise) {
        return false;
    }
    let is_advanced = filters.is_on && filters.level == Level::Advanced;
    let asks_nothing = judged.intent == Intent::Mention;
    let is_refused = is_advanced
        && (asks_nothing && post.relevance_score < WORTH_IT_ANYWAY
            || post.relevance_score < filters.min_confidence);
    !is_refused && !post.text().is_excluded_by(&filters.exclusions)
}

/// Above this score a post is saved even if it asks for nothing.
const WORTH_IT_ANYWAY: i64 = 60;
