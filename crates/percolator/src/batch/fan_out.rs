//! From the terms of a text to the queries of the customers.

use super::found_terms::FoundTerms;
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

/// What is read of the lists before any of it is used, so that the reads overlap.
#[derive(Debug, Default)]
pub(super) struct ListReader {
    lists: Vec<(u32, u32)>,
    first_queries: Vec<ListedQuery>,
}

impl ListReader {
    /// Calls `visit` with the queries of all found terms that their conditions allow, text by text.
    pub(super) fn visit(
        &mut self,
        index: &IndexView<'_>,
        texts: &[PercolatorText<'_>],
        found: &FoundTerms,
        mut visit: impl FnMut(ListedMatch),
    ) {
        self.read(index, found);
        let mut lists = self.lists.iter().zip(&self.first_queries);
        for (text, terms) in found.by_text() {
            let community = texts[text].community;
            for (term, (list, first)) in terms.iter().zip(&mut lists) {
                let Some(rest) = index.queries_after_first(*list) else {
                    continue;
                };
                for query in std::iter::once(first).chain(rest) {
                    if query.condition == 0 || is_allowed(index, *query, terms, community) {
                        let (term, query) = (*term, *query);
                        visit(ListedMatch { text, term, query });
                    }
                }
            }
        }
    }

    fn read(&mut self, index: &IndexView<'_>, found: &FoundTerms) {
        let terms = found.by_text().flat_map(|(_, terms)| terms);
        self.lists.clear();
        self.lists
            .extend(terms.map(|term| index.list_bounds(*term)));
        self.first_queries.clear();
        let lists = self.lists.iter();
        self.first_queries
            .extend(lists.map(|list| index.first_query(list.0)));
    }
}

fn is_allowed(
    index: &IndexView<'_>,
    query: ListedQuery,
    terms: &[u32],
    community: Option<&str>,
) -> bool {
    let Some(condition) = index.condition_of(query) else {
        return true;
    };
    let is_found = |term: &u32| terms.binary_search(term).is_ok();
    condition.required.iter().all(is_found)
        && !condition.excluded.iter().any(is_found)
        && condition.allows_community(community.map(community_hash))
}
