//! The sample posts as Reddit's JSON, with every field that clients look for.

use serde_json::{Value, json};

use super::{
    sample_world::{PlacedPost, chance_of},
    snapshot::{PostState, Snapshot},
};

pub(super) fn post(snapshot: Snapshot<'_>, post: &PlacedPost) -> Value {
    let community = snapshot.world.community(post);
    let written = &post.written;
    let is_deleted = snapshot.state(post) == PostState::Deleted;
    let (body, edited) = snapshot.body(post);
    let body = if is_deleted { "[deleted]" } else { body };
    let author = if is_deleted {
        "[deleted]"
    } else {
        &written.author
    };
    let permalink = post.permalink(&community.name);
    let url = written.link.clone();
    let score = snapshot.score(post);
    let mut thing = json!({ "kind": "t3", "data": {
        "id": post.id,
        "name": format!("t3_{}", post.id),
        "subreddit": community.name,
        "subreddit_id": subreddit_id(&community.name),
        "subreddit_name_prefixed": format!("r/{}", community.name),
        "subreddit_subscribers": community.subscribers,
        "subreddit_type": "public",
        "title": written.title,
        "selftext": body,
        "selftext_html": null,
        "is_self": written.link.is_none(),
        "domain": domain(url.as_deref(), &community.name),
        "url": url.unwrap_or_else(|| format!("https://www.reddit.com{permalink}")),
        "permalink": permalink,
        "author": author,
        "author_fullname": format!("t2_{}", short(author)),
        "created": post.created,
        "created_utc": float(post.created),
        "edited": edited.map_or(json!(false), |at| json!(float(at))),
        "score": score,
        "ups": score.max(0),
        "downs": 0,
        "upvote_ratio": snapshot.upvote_ratio(post),
        "hide_score": false,
        "num_comments": snapshot.comment_count(post),
        "num_crossposts": 0,
        "link_flair_text": written.flair,
        "over_18": written.noise.as_deref() == Some("adult"),
        "stickied": written.noise.as_deref() == Some("megathread"),
        "spoiler": false,
        "locked": false,
        "archived": false,
        "quarantine": false,
        "is_video": false,
        "is_original_content": false,
        "is_robot_indexable": true,
        "distinguished": null,
        "removed_by_category": is_deleted.then_some("deleted"),
    }});
    thing["data"]["thumbnail"] = json!(if written.link.is_none() {
        "self"
    } else {
        "default"
    });
    for (field, value) in untouched() {
        thing["data"][field] = value;
    }
    thing
}

/// Fields that are the same for everything without votes, awards or moderation.
fn untouched() -> [(&'static str, Value); 7] {
    [
        ("saved", json!(false)),
        ("hidden", json!(false)),
        ("clicked", json!(false)),
        ("likes", json!(null)),
        ("media", json!(null)),
        ("gilded", json!(0)),
        ("all_awardings", json!([])),
    ]
}

/// A comment; `replies` is a listing, or an empty string if there are none.
pub(super) fn comment(
    snapshot: Snapshot<'_>,
    post: &PlacedPost,
    place: usize,
    replies: &Value,
) -> Value {
    let community = snapshot.world.community(post);
    let (placed, written) = (&post.comments[place], &post.written.comments[place]);
    let parent = match placed.parent {
        Some(parent) => format!("t1_{}", post.comments[parent].id),
        None => format!("t3_{}", post.id),
    };
    let permalink = format!("{}{}/", post.permalink(&community.name), placed.id);
    let score = snapshot.comment_score(placed, written.score);
    json!({ "kind": "t1", "data": {
        "id": placed.id,
        "name": format!("t1_{}", placed.id),
        "link_id": format!("t3_{}", post.id),
        "parent_id": parent,
        "subreddit": community.name,
        "subreddit_id": subreddit_id(&community.name),
        "subreddit_name_prefixed": format!("r/{}", community.name),
        "subreddit_type": "public",
        "body": written.body,
        "author": written.author,
        "author_fullname": format!("t2_{}", short(&written.author)),
        "is_submitter": written.author == post.written.author,
        "created": placed.created,
        "created_utc": float(placed.created),
        "edited": placed.edited.map_or(json!(false), |at| json!(float(at))),
        "score": score,
        "ups": score.max(0),
        "downs": 0,
        "score_hidden": false,
        "controversiality": 0,
        "depth": written.level,
        "permalink": permalink,
        "stickied": false,
        "locked": false,
        "archived": false,
        "collapsed": false,
        "distinguished": null,
        "gilded": 0,
        "saved": false,
        "likes": null,
        "all_awardings": [],
        "replies": replies,
    }})
}

/// A comment in listings of the newest: with its post's title, without replies.
pub(super) fn lone_comment(snapshot: Snapshot<'_>, post: &PlacedPost, place: usize) -> Value {
    let mut thing = comment(snapshot, post, place, &json!(""));
    let community = snapshot.world.community(post);
    thing["data"]["link_title"] = json!(post.written.title);
    thing["data"]["link_author"] = json!(post.written.author);
    let permalink = post.permalink(&community.name);
    thing["data"]["link_permalink"] = json!(format!("https://www.reddit.com{permalink}"));
    thing["data"]["num_comments"] = json!(snapshot.comment_count(post));
    thing["data"]["over_18"] = json!(post.written.noise.as_deref() == Some("adult"));
    thing
}

pub(super) fn subreddit(snapshot: Snapshot<'_>, place: usize) -> Value {
    let community = &snapshot.world.communities[place];
    let name = &community.name;
    json!({ "kind": "t5", "data": {
        "id": short(name),
        "name": subreddit_id(name),
        "display_name": name,
        "display_name_prefixed": format!("r/{name}"),
        "title": community.title,
        "public_description": community.about,
        "description": community.about,
        "subscribers": community.subscribers,
        "created": 1_300_000_000,
        "created_utc": 1_300_000_000.0,
        "url": format!("/r/{name}/"),
        "lang": "en",
        "over18": false,
        "subreddit_type": "public",
        "quarantine": false,
        "user_is_banned": null,
        "submission_type": "any",
    }})
}

pub(super) fn rules(snapshot: Snapshot<'_>, place: usize) -> Value {
    let rules = snapshot.world.communities[place].rules.iter().enumerate();
    let rules: Vec<Value> = rules
        .map(|(priority, (name, description))| {
            json!({
                "kind": "all",
                "short_name": name,
                "violation_reason": name,
                "description": description,
                "description_html": null,
                "created_utc": 1_300_000_000.0,
                "priority": priority,
            })
        })
        .collect();
    json!({ "rules": rules, "site_rules": ["Spam", "Threatening, harassing, or inciting violence"],
        "site_rules_flow": [] })
}

/// Reddit's texts carry `&amp;`, `&lt;` and `&gt;` unless `raw_json=1` asks for plain ones.
pub(super) fn escaped(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(
            text.replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;"),
        ),
        Value::Array(items) => items.into_iter().map(escaped).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| (name, escaped(value)))
            .collect(),
        other => other,
    }
}

fn subreddit_id(name: &str) -> String {
    format!("t5_{}", short(name))
}

/// Five digits that are always the same for a name.
fn short(name: &str) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut chance = chance_of(&name.to_lowercase());
    let mut digits = String::from("2");
    for _ in 0..5 {
        let digit = usize::try_from(chance % 36).unwrap_or(0);
        digits.push(char::from(DIGITS[digit]));
        chance /= 36;
    }
    digits
}

fn domain(url: Option<&str>, subreddit: &str) -> String {
    let url = url.and_then(|url| url::Url::parse(url).ok());
    let host = url.and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_else(|| format!("self.{subreddit}"))
}

/// Reddit writes seconds as floating point numbers.
#[expect(clippy::cast_precision_loss, reason = "seconds of this century fit")]
fn float(seconds: i64) -> f64 {
    seconds as f64
}
