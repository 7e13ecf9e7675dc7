//! Collects the pages of a visit as they arrive.

use std::collections::BTreeSet;

use super::{ReadProgress, SitePage};

/// The limit of all pages together, decompressed.
const ALL_BYTES: usize = 8 * 1024 * 1024;

/// The pages that have arrived.
pub(super) struct PageCollector {
    pages: Vec<(usize, SitePage)>,
    known: BTreeSet<String>,
    bytes: usize,
    /// How many pages have arrived or may still arrive, including the home page.
    chosen: usize,
}

impl PageCollector {
    pub(super) fn new(home: &SitePage, chosen: usize) -> Self {
        Self {
            pages: Vec::new(),
            known: BTreeSet::from([home.url.path().to_owned()]),
            bytes: home.html.len(),
            chosen: chosen + 1,
        }
    }

    /// Keeps the page if it fits and is not a duplicate of another one.
    pub(super) fn take(&mut self, order: usize, page: Option<SitePage>) {
        let fits = |page: &SitePage| self.bytes + page.html.len() <= ALL_BYTES;
        let page = page.filter(fits);
        match page.filter(|page| self.known.insert(page.url.path().to_owned())) {
            Some(page) => {
                self.bytes += page.html.len();
                self.pages.push((order, page));
            }
            None => self.chosen -= 1,
        }
    }

    pub(super) fn progress(&self) -> ReadProgress {
        ReadProgress {
            pages_read: self.pages.len() + 1,
            pages_chosen: self.chosen,
        }
    }

    pub(super) fn in_order(mut self) -> Vec<SitePage> {
        self.pages.sort_by_key(|(order, _)| *order);
        self.pages.into_iter().map(|(_, page)| page).collect()
    }
}
