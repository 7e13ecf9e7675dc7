//! The pages of a read as they arrive.

use std::collections::BTreeSet;

use super::{Progress, SitePage};

/// Of all pages together, unpacked.
const ALL_BYTES: usize = 8 * 1024 * 1024;

/// The pages that have arrived.
pub(super) struct Shelf {
    pages: Vec<(usize, SitePage)>,
    known: BTreeSet<String>,
    bytes: usize,
    /// How many are, or may still be, on the shelf, the home page included.
    chosen: usize,
}

impl Shelf {
    pub(super) fn new(home: &SitePage, chosen: usize) -> Self {
        Self {
            pages: Vec::new(),
            known: BTreeSet::from([home.url.path().to_owned()]),
            bytes: home.html.len(),
            chosen: chosen + 1,
        }
    }

    /// Keeps the page if there is room for it and it is not one of the others under another name.
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

    pub(super) fn progress(&self) -> Progress {
        Progress {
            pages_read: self.pages.len() + 1,
            pages_chosen: self.chosen,
        }
    }

    pub(super) fn in_order(mut self) -> Vec<SitePage> {
        self.pages.sort_by_key(|(order, _)| *order);
        self.pages.into_iter().map(|(_, page)| page).collect()
    }
}
