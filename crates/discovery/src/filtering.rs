//! What of the judged posts is kept: the least score, the owner's filters, and what they exclude.

use lens::intent::Intent;

use super::judging::Judged;
use listening::{Filters, Level};

/// Below this hardly anybody would want to answer: read aloud for the three sample companies, what
/// lies above it is mostly about their trade and asks for something, what lies below is not.
pub(super) const LEAST_SCORE: i64 = 40;

/// Whether a new post is worth keeping. Filtering takes noise away; advanced filtering also what
/// nobody asks in, what lies below the owner's threshold, and what they exclude.
pub(super) fn is_kept(judged: &Judged, filters: &Filters) -> bool {
    let lead = &judged.lead;
    if lead.relevance_score < LEAST_SCORE || (filters.is_on && judged.is_noise) {
        return false;
    }
    let is_advanced = filters.is_on && filters.level == Level::Advanced;
    let asks_nothing = judged.intent == Intent::Mention;
    let is_refused = is_advanced
        && (asks_nothing && lead.relevance_score < WORTH_IT_ANYWAY
            || lead.relevance_score < filters.min_confidence);
    !is_refused && !lead.text().is_excluded_by(&filters.exclusions)
}

/// A post that asks for nothing may still be the very subject.
const WORTH_IT_ANYWAY: i64 = 60;
