//! Queries read back from an index: to show where they matched, and to build the next index.

use super::builder::number;
use super::layout::IndexView;
use super::term_list::ListedQuery;
use crate::exact_phrase::ExactPhrase;
use crate::keyword_query::QueryTerms;

/// The condition of a query as it is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredCondition<'a> {
    pub(crate) required: &'a [u32],
    pub(crate) excluded: &'a [u32],
    communities: &'a [u32],
    excluded_communities: &'a [u32],
}

impl StoredCondition<'_> {
    /// Whether a text of a community, if it has one, can match. It is asked for only where a query
    /// names communities.
    pub(crate) fn allows_community(&self, community: impl FnOnce() -> Option<u64>) -> bool {
        if self.communities.is_empty() && self.excluded_communities.is_empty() {
            return true;
        }
        let community = community();
        let is_in = |stored| community.is_some_and(|hash| hashes(stored).any(|one| one == hash));
        (self.communities.is_empty() || is_in(self.communities))
            && !is_in(self.excluded_communities)
    }
}

impl<'a> IndexView<'a> {
    pub(crate) fn condition_of(&self, query: ListedQuery) -> Option<StoredCondition<'a>> {
        let (counts, rest) = self.conditions[query.condition()?..].split_at(4);
        let (required, rest) = rest.split_at(counts[0] as usize);
        let (excluded, rest) = rest.split_at(counts[1] as usize);
        let (communities, rest) = rest.split_at(2 * counts[2] as usize);
        Some(StoredCondition {
            required,
            excluded,
            communities,
            excluded_communities: &rest[..2 * counts[3] as usize],
        })
    }

    /// A phrase with symbols, by its term.
    pub(crate) fn variant_phrase(&self, base: u32, variant: u32) -> ExactPhrase {
        let stems = self.stem_groups.len() - 1;
        let at = self.word_count as usize + stems + (variant - self.plain_term_count) as usize;
        ExactPhrase::from_parts(&self.spelled(base, 0), self.text_at(at))
    }

    /// All queries, with the terms that they ask for.
    pub(crate) fn for_each_query(&self, mut visit: impl FnMut(ListedQuery, QueryTerms)) {
        for term in 0..number(self.term_count()) {
            self.for_each_listed(self.list_of(term), |query| {
                visit(query, self.query_terms(term, query));
            });
        }
    }

    /// What a query asks for that is filed under a term.
    pub(crate) fn query_terms(&self, term: u32, query: ListedQuery) -> QueryTerms {
        let mut terms = QueryTerms::default();
        let mut stems = String::new();
        let mut excluded_stems = Vec::new();
        self.push_term(term, &mut terms.phrases, &mut stems);
        if let Some(condition) = self.condition_of(query) {
            for term in condition.required {
                self.push_term(*term, &mut terms.phrases, &mut stems);
            }
            for term in condition.excluded {
                let mut stem = String::new();
                self.push_term(*term, &mut terms.excluded_phrases, &mut stem);
                excluded_stems.extend(Some(stem).filter(|stem| !stem.is_empty()));
            }
            terms.communities = hashes(condition.communities).collect();
            terms.excluded_communities = hashes(condition.excluded_communities).collect();
        }
        terms.stems = stems.into();
        terms.excluded_stems = excluded_stems.join(" ").into();
        terms
    }

    pub(crate) fn query_count(&self) -> usize {
        self.query_count as usize
    }

    fn term_count(&self) -> usize {
        self.term_lists.len()
    }

    fn push_term(&self, term: u32, phrases: &mut Vec<ExactPhrase>, stems: &mut String) {
        if term < self.phrase_count {
            phrases.push(ExactPhrase::from_parts(&self.spelled(term, 0), ""));
        } else if term < self.plain_term_count {
            *stems = self.spelled(term, self.word_count);
        } else {
            let variant = term - self.plain_term_count;
            let after = self
                .variant_starts
                .partition_point(|start| *start <= variant);
            let base = u32::try_from(after - 1).unwrap_or_default();
            phrases.push(self.variant_phrase(base, term));
        }
    }

    /// The words of a term, or its stems, whose texts follow those of so many words.
    fn spelled(&self, term: u32, words_before: u32) -> String {
        let ids = self.words_of(term).iter();
        let texts = ids.map(|id| self.text_at((words_before + id - 1) as usize));
        texts.collect::<Vec<&str>>().join(" ")
    }

    fn text_at(&self, at: usize) -> &'a str {
        let (start, end) = (self.text_starts[at], self.text_starts[at + 1]);
        std::str::from_utf8(&self.text[start as usize..end as usize]).unwrap_or_default()
    }
}

fn hashes(stored: &[u32]) -> impl Iterator<Item = u64> {
    let (pairs, _) = stored.as_chunks::<2>();
    pairs
        .iter()
        .map(|[low, high]| u64::from(*high) << 32 | u64::from(*low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_community_of_a_text_matters_only_where_a_query_names_some() {
        let none = StoredCondition {
            required: &[],
            excluded: &[1],
            communities: &[],
            excluded_communities: &[],
        };
        let one = StoredCondition {
            communities: &[7, 1],
            ..none
        };

        assert!(none.allows_community(|| panic!("it is not needed")));
        assert!(one.allows_community(|| Some(1 << 32 | 7)));
        assert!(!one.allows_community(|| Some(7)));
        assert!(!one.allows_community(|| None));
    }
}
