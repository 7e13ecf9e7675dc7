//! The index of all customers, and what changed since it was built.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::{io, mem};

use crate::batch::{BatchScratch, ListedMatch};
use crate::index::{Index, IndexBuilder, SnapshotError};
use crate::keyword_query::{KeywordQuery, QueryTerms, ReadText, TextSpan};

/// A customer's keyword. The ids are the caller's; the id of a subscription is unique within its
/// customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordSubscription {
    pub id: u32,
    pub customer: u32,
    pub query: KeywordQuery,
}

/// A text to match: a post with title and body, or a comment.
#[derive(Clone, Copy, Debug)]
pub struct PercolatorText<'a> {
    /// No phrase spans two of them.
    pub parts: &'a [&'a str],
    /// Where it was posted, with or without "r/".
    pub community: Option<&'a str>,
}

/// A subscription that a text matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PercolatorMatch {
    pub customer: u32,
    pub subscription: u32,
}

/// The subscriptions of all customers. It is cheap to clone, and clones share everything.
#[derive(Clone, Debug, Default)]
pub struct Percolator {
    shared: Arc<SharedIndexes>,
}

#[derive(Debug, Default)]
struct SharedIndexes {
    current: RwLock<Arc<LiveIndexes>>,
    /// Held while a change is made, so that none is lost.
    changes: Mutex<()>,
    /// Held while the base is rebuilt, so that it is rebuilt once at a time.
    merges: Mutex<()>,
    /// The memory of threads that are between two batches.
    scratches: Mutex<Vec<BatchScratch>>,
}

/// What texts are matched against: replaced as a whole, never changed.
#[derive(Clone, Debug)]
struct LiveIndexes {
    base: Arc<Index>,
    /// The subscriptions of changed customers, if they have any.
    delta: Option<Arc<Index>>,
    changed: BTreeMap<u32, CustomerChange>,
    /// The changed customers, whose subscriptions in the base no longer count.
    outdated: Arc<HashSet<u32>>,
}

/// All subscriptions of a customer who changed something since the base was built.
#[derive(Clone, Debug)]
struct CustomerChange {
    queries: Arc<Vec<(u32, QueryTerms)>>,
}

impl Default for LiveIndexes {
    fn default() -> Self {
        Self {
            base: Arc::new(IndexBuilder::default().finish()),
            delta: None,
            changed: BTreeMap::new(),
            outdated: Arc::default(),
        }
    }
}

impl Percolator {
    pub fn build(subscriptions: impl IntoIterator<Item = KeywordSubscription>) -> Self {
        let mut builder = IndexBuilder::default();
        let subscriptions = subscriptions.into_iter();
        builder.reserve(subscriptions.size_hint().0);
        for subscription in subscriptions {
            let KeywordSubscription {
                id,
                customer,
                query,
            } = subscription;
            builder.add(customer, id, &query.terms);
        }
        Self::on(builder.finish())
    }

    /// The subscriptions that each text matches, in no particular order.
    ///
    /// A hundred texts at a time is best: fewer wait for memory one by one.
    pub fn match_batch(&self, texts: &[PercolatorText<'_>]) -> Vec<Vec<PercolatorMatch>> {
        let mut matches = vec![Vec::new(); texts.len()];
        // Those of one text come one after the other; its list is then made in one piece.
        let (mut text, mut in_text) = (0, Vec::new());
        self.visit_matches(texts, |_, found| {
            if found.text != text {
                matches[text].append(&mut in_text);
                text = found.text;
            }
            in_text.push(found.result());
        });
        if !in_text.is_empty() {
            matches[text].append(&mut in_text);
        }
        matches
    }

    /// Where a subscription matches a text, in order and without overlaps. Empty if it does not, or
    /// does not any more.
    pub fn spans(&self, text: PercolatorText<'_>, wanted: PercolatorMatch) -> Vec<TextSpan> {
        let mut terms = None;
        self.visit_matches(&[text], |index, found| {
            if found.result() == wanted {
                terms = Some(index.view().query_terms(found.term, found.query));
            }
        });
        terms
            .and_then(|terms| terms.find_in(&ReadText::new(text.parts), text.community))
            .unwrap_or_default()
    }

    /// Replaces all subscriptions of a customer. They are live when the call returns.
    pub fn replace_customer(&self, customer: u32, queries: Vec<(u32, KeywordQuery)>) {
        let terms = queries.into_iter().map(|(id, query)| (id, query.terms));
        let queries = Arc::new(terms.collect());
        let _change = lock(&self.shared.changes);
        let mut next = LiveIndexes::clone(&self.current());
        next.changed.insert(customer, CustomerChange { queries });
        self.publish(next);
    }

    /// Removes all subscriptions of a customer.
    pub fn remove_customer(&self, customer: u32) {
        self.replace_customer(customer, Vec::new());
    }

    /// How many customers and subscriptions changed since the base was built. A change takes a
    /// millisecond for each thousand of them, so the owner merges before there are many.
    pub fn delta_len(&self) -> usize {
        let changed = &self.current().changed;
        changed.len()
            + changed
                .values()
                .map(|change| change.queries.len())
                .sum::<usize>()
    }

    /// Rebuilds the base with all changes. Texts are matched and customers change meanwhile.
    pub fn merge(&self) {
        let _merge = lock(&self.shared.merges);
        let merged = self.current();
        if merged.changed.is_empty() {
            return;
        }
        let base = Arc::new(merged.rebuilt());
        let _change = lock(&self.shared.changes);
        let mut next = LiveIndexes::clone(&self.current());
        next.base = base;
        next.changed.retain(|customer, change| {
            let known = merged.changed.get(customer);
            !known.is_some_and(|known| Arc::ptr_eq(&known.queries, &change.queries))
        });
        self.publish(next);
    }

    /// How many subscriptions there are.
    pub fn len(&self) -> usize {
        let current = self.current();
        let mut count = 0;
        if current.outdated.is_empty() {
            count += current.base.view().query_count();
        } else {
            current.visit_base(|_, _, _| count += 1);
        }
        let changes = current.changed.values();
        count + changes.map(|change| change.queries.len()).sum::<usize>()
    }

    /// Whether there are no subscriptions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that the tables take.
    pub fn size(&self) -> usize {
        let current = self.current();
        current.base.size() + current.delta.as_ref().map_or(0, |delta| delta.size())
    }

    /// Merges all changes and writes the index to a file, which replaces what was there at once.
    /// An index that is not intact is not written.
    pub fn write_snapshot(&self, path: impl AsRef<Path>) -> io::Result<()> {
        self.merge();
        self.current().base.write(path.as_ref())
    }

    /// Opens a snapshot in a moment, because its tables are read when they are needed. One that was
    /// cut, or that another version wrote, is refused; whether the tables are as they were written
    /// says [`Percolator::is_intact`]. In both cases the index is built again from the subscriptions.
    pub fn open_snapshot(path: impl AsRef<Path>) -> Result<Self, SnapshotError> {
        Ok(Self::on(Index::open(path.as_ref())?))
    }

    /// Reads all of an opened snapshot and compares it with its checksum. To do in the background,
    /// since it takes as long as reading the file. One that is not intact can make wrong matches and
    /// panics, also after a merge.
    pub fn is_intact(&self) -> bool {
        self.current().base.is_intact()
    }

    fn on(base: Index) -> Self {
        let live = LiveIndexes {
            base: Arc::new(base),
            ..LiveIndexes::default()
        };
        let shared = SharedIndexes {
            current: RwLock::new(Arc::new(live)),
            ..SharedIndexes::default()
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    fn current(&self) -> Arc<LiveIndexes> {
        let current = self.shared.current.read();
        Arc::clone(&current.unwrap_or_else(PoisonError::into_inner))
    }

    fn publish(&self, mut next: LiveIndexes) {
        next.build_delta();
        let mut current = self
            .shared
            .current
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let old = mem::replace(&mut *current, Arc::new(next));
        // A large index is freed without anyone waiting for it.
        drop(current);
        drop(old);
    }

    fn visit_matches(
        &self,
        texts: &[PercolatorText<'_>],
        mut visit: impl FnMut(&Index, ListedMatch),
    ) {
        let current = self.current();
        let mut scratch = lock(&self.shared.scratches).pop().unwrap_or_default();
        scratch.read(texts);
        let base = &current.base;
        scratch.find(&base.view(), texts, |found| {
            if !current.is_outdated(found.query.customer) {
                visit(base, found);
            }
        });
        if let Some(delta) = &current.delta {
            scratch.find(&delta.view(), texts, |found| visit(delta, found));
        }
        if scratch.is_worth_keeping() {
            lock(&self.shared.scratches).push(scratch);
        }
    }
}

impl LiveIndexes {
    #[inline]
    fn is_outdated(&self, customer: u32) -> bool {
        !self.outdated.is_empty() && self.outdated.contains(&customer)
    }

    fn build_delta(&mut self) {
        let mut builder = IndexBuilder::default();
        self.add_changes(&mut builder);
        let has_queries = self
            .changed
            .values()
            .any(|change| !change.queries.is_empty());
        self.delta = has_queries.then(|| Arc::new(builder.finish()));
        self.outdated = Arc::new(self.changed.keys().copied().collect());
    }

    fn rebuilt(&self) -> Index {
        let mut builder = IndexBuilder::default();
        self.visit_base(|customer, subscription, terms| {
            builder.add(customer, subscription, terms);
        });
        self.add_changes(&mut builder);
        builder.finish().made_from(&self.base)
    }

    fn visit_base(&self, mut visit: impl FnMut(u32, u32, &QueryTerms)) {
        self.base.view().for_each_query(|query, terms| {
            if !self.is_outdated(query.customer) {
                visit(query.customer, query.subscription, &terms);
            }
        });
    }

    fn add_changes(&self, builder: &mut IndexBuilder) {
        for (customer, change) in &self.changed {
            for (id, terms) in change.queries.iter() {
                builder.add(*customer, *id, terms);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
