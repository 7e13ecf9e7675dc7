//! The queries that are filed under a term. Most terms have one, which is read with the term.

use super::builder::number;

/// A customer's query in the list of a term.
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct ListedQuery {
    pub(crate) customer: u32,
    pub(crate) subscription: u32,
    /// 0, or one more than the place of its condition. The highest bit says that another query follows.
    condition: u32,
}

/// The first query of a term, and where the others are.
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct TermList {
    first: ListedQuery,
    rest: u32,
}

const ANOTHER_FOLLOWS: u32 = 1 << 31;
/// Where the rest of a list is that has not even a first query.
const NOWHERE: u32 = u32::MAX;

impl ListedQuery {
    pub(super) fn new(customer: u32, subscription: u32, condition: Option<usize>) -> Self {
        let condition = condition.map_or(0, |place| number(place + 1));
        assert!(condition < ANOTHER_FOLLOWS, "less than 8 GiB of conditions");
        Self {
            customer,
            subscription,
            condition,
        }
    }

    #[inline]
    pub(crate) fn has_condition(self) -> bool {
        self.condition & !ANOTHER_FOLLOWS != 0
    }

    /// The place of its condition.
    #[inline]
    pub(super) fn condition(self) -> Option<usize> {
        let condition = self.condition & !ANOTHER_FOLLOWS;
        condition.checked_sub(1).map(|place| place as usize)
    }

    fn is_followed(self) -> bool {
        self.condition & ANOTHER_FOLLOWS != 0
    }
}

impl TermList {
    pub(super) const EMPTY: Self = Self {
        first: ListedQuery {
            customer: 0,
            subscription: 0,
            condition: 0,
        },
        rest: NOWHERE,
    };

    /// The list of some queries, of which all but the first are put behind the others.
    pub(super) fn new(
        queries: impl Iterator<Item = ListedQuery>,
        listed: &mut Vec<ListedQuery>,
    ) -> Self {
        let mut list = Self::EMPTY;
        for query in queries {
            if list.is_empty() {
                list.first = query;
                list.rest = number(listed.len());
                continue;
            }
            let is_second = listed.len() == list.rest as usize;
            let before = if is_second { None } else { listed.last_mut() };
            before.unwrap_or(&mut list.first).condition |= ANOTHER_FOLLOWS;
            listed.push(query);
        }
        list
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.rest == NOWHERE
    }

    /// Calls `visit` with all queries of the list. Those after the first are in `listed`.
    #[inline]
    pub(crate) fn for_each(self, listed: &[ListedQuery], mut visit: impl FnMut(ListedQuery)) {
        if self.is_empty() {
            return;
        }
        visit(self.first);
        if self.first.is_followed() {
            for query in listed.get(self.rest as usize..).unwrap_or_default() {
                visit(*query);
                if !query.is_followed() {
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_has_its_queries_in_order() {
        let mut listed = Vec::new();
        let lists: Vec<TermList> = (0..5)
            .map(|count| {
                let queries = (0..count).map(|at| ListedQuery::new(count, at, None));
                TermList::new(queries, &mut listed)
            })
            .collect();

        for (count, list) in (0..).zip(lists) {
            let mut found = Vec::new();
            list.for_each(&listed, |query| {
                found.push((query.customer, query.subscription));
            });

            let expected: Vec<(u32, u32)> = (0..count).map(|at| (count, at)).collect();
            assert_eq!(found, expected);
            assert_eq!(list.is_empty(), count == 0);
        }
    }

    #[test]
    fn a_condition_is_there_whether_another_query_follows_or_not() {
        let mut listed = Vec::new();
        let queries = [Some(0), None, Some(7)].map(|place| ListedQuery::new(1, 1, place));
        let list = TermList::new(queries.into_iter(), &mut listed);

        let mut places = Vec::new();
        list.for_each(&listed, |query| {
            places.push((query.has_condition(), query.condition()));
        });

        assert_eq!(places, [(true, Some(0)), (false, None), (true, Some(7))]);
    }
}
