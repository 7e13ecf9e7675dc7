//! Jetstream's messages, and their conversion into our types.

use std::time::{Duration, SystemTime};

use chrono::DateTime;
use serde_json::Value;
use url::Url;

use super::{
    BlueskyPost, JetstreamEvent,
    names::{is_did, is_rkey},
};

pub(super) const POSTS: &str = "app.bsky.feed.post";

/// The end of the year 9999: later times cannot be written as dates.
const LAST_MICROSECOND: i64 = 253_402_300_799_999_999;
/// The protocol allows three languages.
const MAX_LANGUAGES: usize = 8;
const MAX_LANGUAGE: usize = 35;
const MAX_LINK: usize = 2048;

/// What a message says. Whatever cannot be read is [`JetstreamEvent::Other`]; without a time of its
/// own it gets `last_us`.
pub(super) fn read(message: &str, last_us: i64) -> JetstreamEvent {
    let message: Value = serde_json::from_str(message).unwrap_or_default();
    let time_us = message["time_us"].as_i64();
    let Some(time_us) = time_us.filter(|time_us| (1..=LAST_MICROSECOND).contains(time_us)) else {
        return JetstreamEvent::Other { time_us: last_us };
    };
    let did = message["did"].as_str().filter(|did| is_did(did));
    let event = did.and_then(|did| match message["kind"].as_str() {
        Some("commit") => commit(&message["commit"], did, time_us),
        Some("account") => account(&message["account"], did, time_us),
        _ => None,
    });
    event.unwrap_or(JetstreamEvent::Other { time_us })
}

fn commit(commit: &Value, did: &str, time_us: i64) -> Option<JetstreamEvent> {
    let is_post = commit["collection"].as_str() == Some(POSTS);
    let rkey = commit["rkey"].as_str();
    let rkey = rkey.filter(|rkey| is_post && is_rkey(rkey))?.to_owned();
    let did = did.to_owned();
    match commit["operation"].as_str() {
        Some("create" | "update") => {
            let record = &commit["record"];
            Some(JetstreamEvent::Posted(BlueskyPost {
                did,
                rkey,
                time_us,
                written_at: written_at(record, time_us),
                text: record["text"].as_str()?.replace('\0', ""),
                languages: languages(record),
                is_reply: record["reply"].is_object(),
                link: link(record),
            }))
        }
        Some("delete") => Some(JetstreamEvent::Deleted { did, rkey, time_us }),
        _ => None,
    }
}

/// Other states pass by themselves, such as `throttled`.
fn account(account: &Value, did: &str, time_us: i64) -> Option<JetstreamEvent> {
    let is_gone = matches!(
        account["status"].as_str(),
        Some("deleted" | "deactivated" | "suspended" | "takendown")
    );
    let is_gone = is_gone && account["active"].as_bool() == Some(false);
    is_gone.then(|| JetstreamEvent::AuthorGone {
        did: did.to_owned(),
        time_us,
    })
}

/// Apps may claim any time: one in the future would keep a post at the top for ever, and one before
/// 1970 is a mistake.
fn written_at(record: &Value, time_us: i64) -> SystemTime {
    let seen_at =
        SystemTime::UNIX_EPOCH + Duration::from_micros(u64::try_from(time_us).unwrap_or_default());
    let claimed = record["createdAt"].as_str();
    let claimed = claimed.and_then(|text| DateTime::parse_from_rfc3339(text).ok());
    let claimed = claimed.and_then(|claimed| u64::try_from(claimed.timestamp_micros()).ok());
    claimed.map_or(seen_at, |micros| {
        seen_at.min(SystemTime::UNIX_EPOCH + Duration::from_micros(micros))
    })
}

fn languages(record: &Value) -> Vec<String> {
    let is_tag = |text: &&str| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=MAX_LANGUAGE).contains(&text.len()) && text.bytes().all(is_letter)
    };
    let languages = record["langs"].as_array().into_iter().flatten();
    let languages = languages.filter_map(Value::as_str).filter(is_tag);
    languages
        .take(MAX_LANGUAGES)
        .map(ToOwned::to_owned)
        .collect()
}

fn link(record: &Value) -> Option<String> {
    let facets = record["facets"].as_array().into_iter().flatten();
    let features = facets.flat_map(|facet| facet["features"].as_array().into_iter().flatten());
    let in_text = features
        .filter(|feature| feature["$type"].as_str() == Some("app.bsky.richtext.facet#link"))
        .filter_map(|feature| feature["uri"].as_str());
    // A post that quotes another one has its own attachment one level deeper.
    let embed = &record["embed"];
    let attached = [&embed["external"], &embed["media"]["external"]];
    let attached = attached.into_iter().filter_map(|card| card["uri"].as_str());
    in_text
        .chain(attached)
        .find(|url| is_link(url))
        .map(ToOwned::to_owned)
}

fn is_link(url: &str) -> bool {
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https");
    url.len() <= MAX_LINK && Url::parse(url).is_ok_and(|url| is_web(&url))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DID: &str = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";
    const NOON_US: i64 = 1_794_744_000_000_000;

    #[test]
    fn what_cannot_be_read_is_something_else_at_the_last_known_time() {
        let deep = "[".repeat(60_000);
        for message in [
            "",
            "null",
            "{",
            "[]",
            "7",
            deep.as_str(),
            r#"{"time_us": null}"#,
            r#"{"time_us": -1}"#,
            r#"{"time_us": 0}"#,
            r#"{"time_us": 1.5}"#,
            r#"{"time_us": "1794744000000000"}"#,
            r#"{"time_us": 9223372036854775807}"#,
            r#"{"time_us": 18446744073709551615}"#,
        ] {
            assert_eq!(read(message, 5), JetstreamEvent::Other { time_us: 5 });
        }
    }

    #[test]
    fn messages_about_other_things_keep_their_time() {
        for message in [
            json!({ "kind": "commit" }),
            json!({ "kind": "commit", "did": DID, "commit": null }),
            json!({ "kind": "identity", "did": DID, "identity": { "handle": "ada.example" } }),
            json!({ "kind": ["commit"], "did": { "a": 1 } }),
            commit_of("create", "app.bsky.feed.like", "a", &json!({ "text": "a" })),
            commit_of("create", POSTS, "a/b", &json!({ "text": "a" })),
            commit_of("create", POSTS, "a", &json!({ "text": 5 })),
            commit_of("create", POSTS, "a", &Value::Null),
            commit_of("rename", POSTS, "a", &json!({ "text": "a" })),
            json!({ "kind": "account", "did": DID, "account": { "active": true } }),
            json!({ "kind": "account", "did": DID,
                "account": { "active": false, "status": "throttled" } }),
            json!({ "kind": "account", "did": "did:plc:<b>",
                "account": { "active": false, "status": "deleted" } }),
        ] {
            let event = read(&at_noon(&message), 5);
            assert_eq!(
                event,
                JetstreamEvent::Other { time_us: NOON_US },
                "{message}"
            );
        }
    }

    #[test]
    fn a_post_is_never_written_after_it_was_seen() {
        for (created_at, seconds_before) in [
            (json!("2026-11-15T11:59:00Z"), 60),
            (json!("2026-11-15T12:58:00.5+01:00"), 119),
            (json!("2026-11-15T12:00:01Z"), 0),
            (json!("9999-12-31T23:59:59Z"), 0),
            (json!("0001-01-01T00:00:00Z"), 0),
            (json!("yesterday"), 0),
            (json!(5), 0),
            (Value::Null, 0),
        ] {
            let post = posted(&json!({ "text": "a", "createdAt": created_at }));
            let seen_at = SystemTime::UNIX_EPOCH + Duration::from_micros(NOON_US.unsigned_abs());
            let before = seen_at.duration_since(post.written_at).unwrap();
            assert_eq!(before.as_secs(), seconds_before, "{created_at}");
        }
    }

    #[test]
    fn the_first_link_is_that_of_the_text_and_then_the_attached_one() {
        let facet = |uri: &str| {
            json!({ "features": [
                { "$type": "app.bsky.richtext.facet#tag", "tag": "a", "uri": "https://no.example/" },
                { "$type": "app.bsky.richtext.facet#link", "uri": uri },
            ] })
        };
        let card = json!({ "external": { "uri": "https://card.example/" } });
        for (facets, embed, expected) in [
            (json!([]), json!({}), None),
            (json!(null), json!(null), None),
            (json!({ "a": 1 }), json!([1]), None),
            (
                json!([facet("https://a.example/")]),
                card.clone(),
                Some("https://a.example/"),
            ),
            (
                json!([facet("javascript:alert(1)")]),
                card.clone(),
                Some("https://card.example/"),
            ),
            (
                json!([]),
                json!({ "media": card }),
                Some("https://card.example/"),
            ),
        ] {
            let post = posted(&json!({ "text": "a", "facets": facets, "embed": embed }));
            assert_eq!(post.link.as_deref(), expected, "{facets} {embed}");
        }
    }

    #[test]
    fn languages_that_are_none_are_left_out() {
        let langs = json!(["en", 5, null, "pt-BR", "", "<b>", "a".repeat(36)]);

        let post = posted(&json!({ "text": "a\u{0}b", "langs": langs, "reply": { "root": {} } }));

        assert_eq!(post.languages, ["en", "pt-BR"]);
        assert_eq!((post.text.as_str(), post.is_reply), ("ab", true));
    }

    fn posted(record: &Value) -> BlueskyPost {
        let message = commit_of("update", POSTS, "3jui7kd54zh2y", record);
        let event = read(&at_noon(&message), 0);
        let JetstreamEvent::Posted(post) = event else {
            panic!("{event:?}");
        };
        post
    }

    fn commit_of(operation: &str, collection: &str, rkey: &str, record: &Value) -> Value {
        json!({ "kind": "commit", "did": DID, "commit": {
            "operation": operation, "collection": collection, "rkey": rkey, "record": record,
        } })
    }

    fn at_noon(message: &Value) -> String {
        let mut message = message.clone();
        message["time_us"] = json!(NOON_US);
        message.to_string()
    }
}
