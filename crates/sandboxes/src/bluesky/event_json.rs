//! Events as Jetstream writes them.

use chrono::{DateTime, SecondsFormat};
use serde_json::{Value, json};

use super::event_log::NewBlueskyPost;

pub(super) const POSTS: &str = "app.bsky.feed.post";
pub(super) const LIKES: &str = "app.bsky.feed.like";

pub(super) fn post(post: &NewBlueskyPost, rkey: &str, time_us: i64) -> String {
    let mut record = json!({
        "$type": POSTS, "text": post.text, "createdAt": moment(time_us), "langs": post.languages,
    });
    if let Some((did, rkey)) = &post.reply_to {
        let parent = json!({ "cid": cid(rkey), "uri": format!("at://{did}/{POSTS}/{rkey}") });
        record["reply"] = json!({ "parent": parent, "root": parent });
    }
    if let Some(link) = &post.link {
        record["embed"] = json!({
            "$type": "app.bsky.embed.external",
            "external": { "uri": link, "title": link, "description": "" },
        });
        if let Some(start) = post.text.find(link.as_str()) {
            record["facets"] = json!([{
                "index": { "byteStart": start, "byteEnd": start + link.len() },
                "features": [{ "$type": "app.bsky.richtext.facet#link", "uri": link }],
            }]);
        }
    }
    commit(&post.did, time_us, "create", POSTS, rkey, Some(record))
}

pub(super) fn like(did: &str, liked: (&str, &str), rkey: &str, time_us: i64) -> String {
    let uri = format!("at://{}/{POSTS}/{}", liked.0, liked.1);
    let record = json!({
        "$type": LIKES, "createdAt": moment(time_us),
        "subject": { "cid": cid(liked.1), "uri": uri },
    });
    commit(did, time_us, "create", LIKES, rkey, Some(record))
}

pub(super) fn deletion(did: &str, rkey: &str, time_us: i64) -> String {
    commit(did, time_us, "delete", POSTS, rkey, None)
}

pub(super) fn account_end(did: &str, time_us: i64) -> String {
    let account = json!({
        "active": false, "did": did, "seq": time_us, "status": "deleted", "time": moment(time_us),
    });
    json!({ "did": did, "time_us": time_us, "kind": "account", "account": account }).to_string()
}

pub(super) fn identity(did: &str, time_us: i64) -> String {
    let identity = json!({
        "did": did, "handle": "quiet.bsky.example", "seq": time_us, "time": moment(time_us),
    });
    json!({ "did": did, "time_us": time_us, "kind": "identity", "identity": identity }).to_string()
}

/// A timestamp id, as Bluesky gives them to records: 13 digits of base 32 that sort by time.
pub(super) fn record_key(time_us: i64) -> String {
    const DIGITS: &[u8; 32] = b"234567abcdefghijklmnopqrstuvwxyz";
    let number = time_us.unsigned_abs() << 10;
    let digit = |place: u32| {
        let digit = usize::try_from((number >> (5 * place)) & 31).unwrap_or_default();
        char::from(DIGITS[digit])
    };
    (0..13).rev().map(digit).collect()
}

fn commit(
    did: &str,
    time_us: i64,
    operation: &str,
    collection: &str,
    rkey: &str,
    record: Option<Value>,
) -> String {
    let mut commit = json!({
        "rev": record_key(time_us), "operation": operation, "collection": collection, "rkey": rkey,
    });
    if let Some(record) = record {
        commit["record"] = record;
        commit["cid"] = json!(cid(rkey));
    }
    json!({ "did": did, "time_us": time_us, "kind": "commit", "commit": commit }).to_string()
}

/// It looks like a content id; nobody checks it against the content here.
fn cid(rkey: &str) -> String {
    format!("bafyreisandbox{rkey}")
}

fn moment(time_us: i64) -> String {
    let moment = DateTime::from_timestamp_micros(time_us).unwrap_or_default();
    moment.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn record_keys_are_thirteen_digits_that_sort_by_time() {
        let keys: Vec<String> = [1, 2, 31, 32, 1_794_744_000_000_000, 1_794_744_000_000_001]
            .map(record_key)
            .to_vec();

        assert!(keys.is_sorted());
        assert!(keys.iter().all(|key| key.len() == 13), "{keys:?}");
    }
}
