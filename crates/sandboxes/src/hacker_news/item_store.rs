//! The items, samples and published ones.

use std::{
    collections::{BTreeMap, VecDeque},
    time::SystemTime,
};

use super::{LATE_ITEM, sample_items::SAMPLES};
use crate::reddit::sample_world::seconds;

/// An item to publish.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewHackerNewsItem {
    pub author: String,
    /// Empty for a comment.
    pub title: String,
    /// As Hacker News writes it: `<p>` between paragraphs, entities.
    pub html: String,
    pub link: Option<String>,
    pub score: i64,
    /// What a comment replies to; a story has none.
    pub parent: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemState {
    Shown,
    Deleted,
    Dead,
}

#[derive(Debug, Clone)]
pub(super) struct StoredItem {
    pub(super) number: i64,
    /// Hacker News's word: `story`, `comment`, `job`.
    pub(super) kind: &'static str,
    pub(super) created_s: i64,
    pub(super) content: NewHackerNewsItem,
    pub(super) state: ItemState,
}

pub(super) struct ItemStore {
    items: BTreeMap<i64, StoredItem>,
    /// Samples that are written later, the next one first.
    to_come: VecDeque<StoredItem>,
    /// Newest first.
    changed: VecDeque<i64>,
    was_late_item_asked_for: bool,
}

/// How many changes are told of.
const CHANGES: usize = 100;

impl NewHackerNewsItem {
    pub fn story(author: &str, title: &str, html: &str) -> Self {
        Self {
            author: author.to_owned(),
            title: title.to_owned(),
            html: html.to_owned(),
            score: 1,
            ..Self::default()
        }
    }

    pub fn comment(author: &str, parent: i64, html: &str) -> Self {
        Self {
            parent: Some(parent),
            ..Self::story(author, "", html)
        }
    }
}

impl ItemStore {
    pub(super) fn new(anchor: SystemTime) -> Self {
        let anchor_s = seconds(anchor);
        let samples = SAMPLES.iter().map(|sample| StoredItem {
            number: sample.number,
            kind: sample.kind,
            created_s: anchor_s - 60 * sample.minutes_before,
            content: NewHackerNewsItem {
                link: sample.link.map(ToOwned::to_owned),
                score: sample.score,
                parent: sample.parent,
                ..NewHackerNewsItem::story(sample.author, sample.title, sample.html)
            },
            state: sample.state,
        });
        Self {
            changed: VecDeque::new(),
            items: BTreeMap::new(),
            to_come: samples.collect(),
            was_late_item_asked_for: false,
        }
    }

    /// Takes in what was written by now.
    pub(super) fn catch_up(&mut self, now: SystemTime) {
        let is_there = |item: &StoredItem| item.created_s <= seconds(now);
        while let Some(item) = self.to_come.pop_front_if(|item| is_there(item)) {
            if item.state != ItemState::Shown {
                self.note_change(item.number);
            }
            self.items.insert(item.number, item);
        }
    }

    pub(super) fn publish(&mut self, content: NewHackerNewsItem, now: SystemTime) -> i64 {
        let to_come = self.to_come.back().map(|item| item.number);
        let number = self.newest_number().max(to_come.unwrap_or_default()) + 1;
        let is_comment = content.parent.is_some();
        let item = StoredItem {
            number,
            kind: if is_comment { "comment" } else { "story" },
            created_s: seconds(now),
            content,
            state: ItemState::Shown,
        };
        self.items.insert(number, item);
        self.note_change(number);
        number
    }

    /// Whether there was such an item.
    pub(super) fn delete(&mut self, number: i64) -> bool {
        let Some(item) = self.items.get_mut(&number) else {
            return false;
        };
        item.state = ItemState::Deleted;
        self.note_change(number);
        true
    }

    pub(super) fn newest_number(&self) -> i64 {
        self.items.keys().next_back().copied().unwrap_or_default()
    }

    /// The item as the API tells of it: the late one is not there for whoever asks first.
    pub(super) fn asked_for(&mut self, number: i64) -> Option<&StoredItem> {
        let is_too_early = number == LATE_ITEM && !self.was_late_item_asked_for;
        self.was_late_item_asked_for |= is_too_early;
        self.items.get(&number).filter(|_| !is_too_early)
    }

    pub(super) fn changed(&self) -> impl Iterator<Item = i64> {
        self.changed.iter().copied()
    }

    pub(super) fn get(&self, number: i64) -> Option<&StoredItem> {
        self.items.get(&number)
    }

    /// Everything that a search can find, newest first.
    pub(super) fn shown(&self) -> impl Iterator<Item = &StoredItem> {
        let is_there = |item: &&StoredItem| {
            let is_late = item.number == LATE_ITEM && !self.was_late_item_asked_for;
            item.state == ItemState::Shown && !is_late
        };
        self.items.values().rev().filter(is_there)
    }

    /// The direct replies to an item.
    pub(super) fn replies(&self, number: i64) -> impl Iterator<Item = &StoredItem> {
        let below = self.items.range(number + 1..).map(|(_, item)| item);
        below.filter(move |item| item.content.parent == Some(number))
    }

    /// The story that an item belongs to: the item itself, if it is one. Only older
    /// parents count, so this ends.
    pub(super) fn story_of<'a>(&'a self, item: &'a StoredItem) -> &'a StoredItem {
        let mut item = item;
        loop {
            let parent = item.content.parent.filter(|parent| *parent < item.number);
            match parent.and_then(|parent| self.items.get(&parent)) {
                Some(parent) => item = parent,
                None => return item,
            }
        }
    }

    /// How many comments a story has.
    pub(super) fn comment_count(&self, story: i64) -> usize {
        let items = self.items.values();
        items
            .filter(|item| item.number != story && self.story_of(item).number == story)
            .count()
    }

    fn note_change(&mut self, number: i64) {
        self.changed.retain(|known| *known != number);
        self.changed.push_front(number);
        self.changed.truncate(CHANGES);
    }
}
