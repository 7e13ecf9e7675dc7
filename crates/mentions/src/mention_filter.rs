//! Which mentions their owner's filters hide.

use finds::WrittenText;
use listening::Filters;

/// Basic filtering hides noise; advanced filtering also what lies below the owner's threshold, and
/// what they exclude.
pub(super) fn hides(
    filters: &Filters,
    text: WrittenText<'_>,
    is_noise: bool,
    confidence: i64,
) -> bool {
    let is_excluded = || text.is_excluded_by(&filters.exclusions);
    filters.is_on && (is_noise || confidence < filters.min_confidence || is_excluded())
}
