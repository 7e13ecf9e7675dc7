//! From the terms of a text to the queries of the customers.

use super::text_and_term;
use crate::index::{IndexView, ListedQuery};
use crate::keyword_query::community_hash;
use crate::percolator::PercolatorText;

/// A query that a text matches, and the term under which it was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedMatch {
    pub(crate) text: usize,
    pub(crate) term: u32,
    pub(crate) query: ListedQuery,
}

/// Calls `visit` with the queries of all found terms that their conditions allow. The terms are
/// sorted by text.
pub(super) fn visit_lists(
    index: &IndexView<'_>,
    texts: &[PercolatorText<'_>],
    found: &[u64],
    mut visit: impl FnMut(ListedMatch),
) {
    for found_in_text in found.chunk_by(|left, right| left >> 32 == right >> 32) {
        let (text, _) = text_and_term(found_in_text[0]);
        let community = texts[text].community.map(community_hash);
        for one in found_in_text {
            let (_, term) = text_and_term(*one);
            for query in index.list_of(term) {
                if query.condition == 0 || is_allowed(index, *query, found_in_text, community) {
                    let query = *query;
                    visit(ListedMatch { text, term, query });
                }
            }
        }
    }
}

fn is_allowed(
    index: &IndexView<'_>,
    query: ListedQuery,
    found_in_text: &[u64],
    community: Option<u64>,
) -> bool {
    let Some(condition) = index.condition_of(query) else {
        return true;
    };
    let text = found_in_text[0] >> 32 << 32;
    let is_found = |term: &u32| {
        found_in_text
            .binary_search(&(text | u64::from(*term)))
            .is_ok()
    };
    condition.required.iter().all(is_found)
        && !condition.excluded.iter().any(is_found)
        && condition.allows_community(community)
}
