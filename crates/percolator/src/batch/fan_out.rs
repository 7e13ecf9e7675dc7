//! From the terms of a text to the queries of the customers.

use std::cell::OnceCell;

use super::ResolvedWords;
use super::found_terms::FoundTerms;
use crate::index::{IndexView, ListedQuery, SingleWord, TermList, stem_flags};
use crate::keyword_query::community_hash;
use crate::percolator::PercolatorText;

/// A query that a text matches, and the term under which it was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedMatch {
    pub(crate) text: usize,
    pub(crate) term: u32,
    pub(crate) query: ListedQuery,
}

/// The lists are read before any of them is used, so that the reads overlap.
#[derive(Debug, Default)]
pub(super) struct ListReader {
    lists: Vec<TermList>,
}

impl ListReader {
    /// Calls `visit` with the queries of all found terms that their conditions allow, text by text.
    pub(super) fn visit(
        &mut self,
        index: &IndexView<'_>,
        texts: &[PercolatorText<'_>],
        resolved: &ResolvedWords,
        found: &FoundTerms,
        mut visit: impl FnMut(ListedMatch),
    ) {
        self.lists.clear();
        let terms = found.terms().iter();
        self.lists.extend(terms.map(|term| index.list_of(*term)));
        let mut lists = self.lists.iter();
        for (text, terms) in found.by_text() {
            let context = QueryContext {
                index,
                community: texts[text].community,
                community_hash: OnceCell::new(),
                terms,
                resolved,
                text,
            };
            for (term, list) in terms.iter().zip(&mut lists) {
                index.for_each_listed(*list, |query| {
                    if !query.has_condition() || context.allows(query) {
                        let term = *term;
                        visit(ListedMatch { text, term, query });
                    }
                });
            }
        }
    }
}

/// A text, as the condition of a query sees it.
struct QueryContext<'a> {
    index: &'a IndexView<'a>,
    community: Option<&'a str>,
    /// Made for the first query that names communities.
    community_hash: OnceCell<Option<u64>>,
    /// What was found in the text.
    terms: &'a [u32],
    resolved: &'a ResolvedWords,
    text: usize,
}

impl QueryContext<'_> {
    fn allows(&self, query: ListedQuery) -> bool {
        let Some(condition) = self.index.condition_of(query) else {
            return true;
        };
        condition.required.iter().all(|term| self.holds(*term))
            && !condition.excluded.iter().any(|term| self.holds(*term))
            && condition.allows_community(|| {
                let hash = || self.community.map(community_hash);
                *self.community_hash.get_or_init(hash)
            })
    }

    /// Terms of one word under which no query is filed are not looked for in every text, but here,
    /// where one is asked about.
    fn holds(&self, term: u32) -> bool {
        self.terms.contains(&term)
            || match self.index.single_word(term) {
                Some(SingleWord::Word(word)) => self.resolved.ids_of(self.text).contains(&word),
                Some(SingleWord::Stem(stem)) => self
                    .resolved
                    .stems_of(self.text)
                    .iter()
                    .any(|held| held >> stem_flags::BITS == stem),
                None => false,
            }
    }
}
