//! Which judged posts are saved: minimum score, the owner's filters and exclusions.

use lens::intent::Intent;

use super::relevance_judge::JudgedPost;
use listening::{Filters, Level};

/// The minimum score: four leads of five have it, by cross-validation over companies.
pub(super) fn least_score() -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a score lies between 0 and 100"
    )]
    let least = lens::relevance::least_score().round() as i64;
    least
}

/// Whether a new post is saved. Basic filtering drops noise; advanced filtering also drops posts that
/// ask for nothing, posts below the owner's threshold, and what the owner excludes.
pub(super) fn is_kept(judged: &JudgedPost, filters: &Filters) -> bool {
    let post = &judged.post;
    if post.relevance_score < least_score() || (filters.is_on && judged.noise.is_some()) {
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
