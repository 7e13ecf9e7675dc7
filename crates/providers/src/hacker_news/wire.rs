//! The JSON of items and of search hits, and its conversion into our types.

use std::time::{Duration, SystemTime};

use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::{
    HackerNewsError, HackerNewsItem, ItemKind,
    html_text::{decoded, plain_text},
};

/// An item. Anything may be missing or `null`: deleted items keep hardly more than their number.
#[derive(Deserialize)]
pub(super) struct WireItem {
    id: i64,
    #[serde(rename = "type")]
    kind: Option<String>,
    by: Option<String>,
    time: Option<i64>,
    title: Option<String>,
    text: Option<String>,
    url: Option<String>,
    score: Option<i64>,
    descendants: Option<i64>,
    parent: Option<i64>,
    deleted: Option<bool>,
    dead: Option<bool>,
}

#[derive(Deserialize)]
pub(super) struct ChangedItems {
    items: Vec<Value>,
}

#[derive(Deserialize)]
pub(super) struct SearchPage {
    hits: Vec<Value>,
}

#[derive(Deserialize)]
struct SearchHit {
    #[serde(rename = "objectID")]
    object_id: String,
    title: Option<String>,
    story_title: Option<String>,
    comment_text: Option<String>,
    story_text: Option<String>,
    url: Option<String>,
    author: Option<String>,
    points: Option<i64>,
    num_comments: Option<i64>,
    created_at_i: i64,
    story_id: Option<i64>,
    parent_id: Option<i64>,
    #[serde(rename = "_tags", default)]
    tags: Vec<String>,
}

/// The end of the year 9999: later times cannot be written as dates.
const LAST_SECOND: u64 = 253_402_300_799;
/// Names have at most 15 characters today; some old ones are longer.
const MAX_NAME: usize = 64;
const MAX_LINK: usize = 2048;

impl WireItem {
    /// The item, if it is the one that was asked for.
    pub(super) fn into_item(self, number: i64) -> Result<HackerNewsItem, HackerNewsError> {
        let is_gone = self.deleted.unwrap_or(false) || self.dead.unwrap_or(false);
        let written_at = match self.time {
            None if is_gone => Some(SystemTime::UNIX_EPOCH),
            time => time.and_then(moment),
        };
        let kind = match self.kind.as_deref() {
            Some("story") => ItemKind::Story,
            Some("comment") => ItemKind::Comment,
            _ => ItemKind::Other,
        };
        let written_at = written_at.filter(|_| self.id == number);
        Ok(HackerNewsItem {
            number,
            kind,
            author: self.by.filter(|name| is_name(name)),
            written_at: written_at.ok_or(HackerNewsError::InvalidResponse)?,
            title: title(self.title),
            text: plain_text(&self.text.unwrap_or_default()),
            link: self.url.filter(|url| is_link(url)),
            score: self.score.unwrap_or_default(),
            comments: self.descendants.unwrap_or_default(),
            parent: self.parent.filter(|number| *number > 0),
            story: None,
            story_title: None,
            is_gone,
        })
    }
}

impl ChangedItems {
    pub(super) fn into_numbers(self) -> Vec<i64> {
        let numbers = self.items.iter().filter_map(Value::as_i64);
        numbers.filter(|number| *number > 0).collect()
    }
}

impl SearchPage {
    /// The hits that can be read. A page on which none can is no page of hits.
    pub(super) fn into_items(self) -> Result<Vec<HackerNewsItem>, HackerNewsError> {
        let is_empty = self.hits.is_empty();
        let hits = self.hits.into_iter();
        let items: Vec<_> = hits
            .filter_map(|hit| serde_json::from_value::<SearchHit>(hit).ok()?.into_item())
            .collect();
        if items.is_empty() && !is_empty {
            return Err(HackerNewsError::InvalidResponse);
        }
        Ok(items)
    }
}

impl SearchHit {
    fn into_item(self) -> Option<HackerNewsItem> {
        let has_tag = |wanted: &str| self.tags.iter().any(|tag| tag == wanted);
        let kind = if has_tag("comment") {
            ItemKind::Comment
        } else if has_tag("story") {
            ItemKind::Story
        } else {
            ItemKind::Other
        };
        // Algolia says of a story that it belongs to itself.
        let is_comment = kind == ItemKind::Comment;
        let number: i64 = self.object_id.parse().ok()?;
        let text = self.comment_text.or(self.story_text);
        Some(HackerNewsItem {
            number: Some(number).filter(|number| *number > 0)?,
            kind,
            author: self.author.filter(|name| is_name(name)),
            written_at: moment(self.created_at_i)?,
            title: title(self.title),
            text: plain_text(&text.unwrap_or_default()),
            link: self.url.filter(|url| is_link(url)),
            score: self.points.unwrap_or_default(),
            comments: self.num_comments.unwrap_or_default(),
            parent: self.parent_id.filter(|number| is_comment && *number > 0),
            story: self.story_id.filter(|number| is_comment && *number > 0),
            story_title: is_comment
                .then(|| title(self.story_title))
                .filter(|title| !title.is_empty()),
            is_gone: false,
        })
    }
}

fn moment(seconds: i64) -> Option<SystemTime> {
    let seconds = u64::try_from(seconds).ok()?;
    let is_date = seconds <= LAST_SECOND;
    is_date.then(|| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
}

/// Titles have entities and no tags: `Vec<T>` is meant.
fn title(raw: Option<String>) -> String {
    decoded(&raw.unwrap_or_default()).trim().to_owned()
}

fn is_name(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    !name.is_empty() && name.len() <= MAX_NAME && name.bytes().all(is_letter)
}

fn is_link(url: &str) -> bool {
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https");
    url.len() <= MAX_LINK && Url::parse(url).is_ok_and(|url| is_web(&url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_that_make_no_sense_are_refused() {
        for bad in [
            "{}",
            "[]",
            "7",
            r#""null""#,
            r#"{"id": 8, "time": 1, "type": "story"}"#,
            r#"{"id": 7, "type": "story"}"#,
            r#"{"id": 7, "time": -1, "type": "story"}"#,
            r#"{"id": 7, "time": 253402300800, "type": "story"}"#,
            r#"{"id": 7, "time": 9223372036854775808, "type": "story"}"#,
            r#"{"id": 7, "time": 1, "title": ["a"]}"#,
            r#"{"id": 18446744073709551615, "time": 1}"#,
        ] {
            let item = serde_json::from_str::<WireItem>(bad).ok();
            let item = item.and_then(|item| item.into_item(7).ok());
            assert_eq!(item, None, "{bad}");
        }
    }

    #[test]
    fn nulls_count_as_missing() {
        let item = read(
            r#"{"id": 7, "time": 1, "type": null, "by": null, "title": null, "text": null, "url": null,
            "score": null, "descendants": null, "parent": null, "deleted": null, "dead": null}"#,
        );

        assert_eq!((item.kind, item.author), (ItemKind::Other, None));
        assert_eq!((item.score, item.comments), (0, 0));
        assert!(!item.is_gone);
    }

    #[test]
    fn what_could_do_harm_as_a_name_or_a_link_is_left_out() {
        let item = read(
            r#"{"id": 7, "time": 1, "by": "<b>ada", "url": "javascript:alert(1)", "parent": -4}"#,
        );

        assert_eq!((item.author, item.link, item.parent), (None, None, None));
    }

    #[test]
    fn a_deleted_item_may_have_lost_everything() {
        assert!(read(r#"{"id": 7, "deleted": true}"#).is_gone);
        assert!(read(r#"{"id": 7, "time": 5, "dead": true, "text": "spam"}"#).is_gone);
    }

    #[test]
    fn changed_numbers_that_are_none_are_left_out() {
        let changed =
            r#"{"items": [5, null, -1, "6", 7, 18446744073709551615, 1.5], "profiles": []}"#;
        let changed: ChangedItems = serde_json::from_str(changed).unwrap();

        assert_eq!(changed.into_numbers(), [5, 7]);
    }

    fn read(json: &str) -> HackerNewsItem {
        let item: WireItem = serde_json::from_str(json).unwrap();
        item.into_item(7).unwrap()
    }
}
