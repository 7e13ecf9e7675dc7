//! Items as Hacker News and as Algolia write them.

use chrono::{DateTime, SecondsFormat};
use serde_json::{Map, Value, json};

use super::item_store::{ItemState, ItemStore, StoredItem};

/// An item of `/v0/item/{number}.json`. What does not apply is missing, as on Hacker News.
pub(super) fn item(items: &ItemStore, item: &StoredItem) -> Value {
    let mut fields = Map::new();
    fields.insert("id".to_owned(), json!(item.number));
    fields.insert("time".to_owned(), json!(item.created_s));
    fields.insert("type".to_owned(), json!(item.kind));
    let mut add = |name: &str, value: Value| {
        let is_empty = value.is_null() || value == json!("") || value == json!([]);
        if !is_empty {
            fields.insert(name.to_owned(), value);
        }
    };
    let content = &item.content;
    let is_comment = item.kind == "comment";
    let kids: Vec<i64> = items.replies(item.number).map(|one| one.number).collect();
    add("parent", json!(content.parent));
    add("kids", json!(kids));
    if item.state == ItemState::Deleted {
        add("deleted", json!(true));
        return Value::Object(fields);
    }
    if item.state == ItemState::Dead {
        add("dead", json!(true));
    }
    add("by", json!(content.author));
    add("title", json!(content.title));
    add("text", json!(content.html));
    add("url", json!(content.link));
    if !is_comment {
        add("score", json!(content.score));
        add("descendants", json!(items.comment_count(item.number)));
    }
    Value::Object(fields)
}

/// A hit of `/api/v1/search_by_date`. What does not apply is `null` or missing, as at Algolia.
pub(super) fn hit(items: &ItemStore, item: &StoredItem) -> Value {
    let content = &item.content;
    let story = items.story_of(item);
    let created_at = DateTime::from_timestamp(item.created_s, 0).unwrap_or_default();
    let mut hit = json!({
        "objectID": item.number.to_string(),
        "author": content.author,
        "created_at": created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        "created_at_i": item.created_s,
        "story_id": story.number,
        "_tags": [item.kind, format!("author_{}", content.author), format!("story_{}", story.number)],
    });
    let further = if item.kind == "comment" {
        json!({
            "comment_text": content.html, "parent_id": content.parent,
            "story_title": story.content.title, "story_url": story.content.link,
            "points": null, "title": null, "url": null,
        })
    } else {
        json!({
            "title": content.title, "url": content.link, "points": content.score,
            "story_text": Some(&content.html).filter(|html| !html.is_empty()),
            "num_comments": items.comment_count(item.number),
        })
    };
    if let (Some(hit), Value::Object(further)) = (hit.as_object_mut(), further) {
        hit.extend(further);
    }
    hit
}
