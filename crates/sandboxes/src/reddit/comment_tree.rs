//! Threads: nested comments, and "more" for those that are not included.

use serde_json::{Value, json};

use super::{
    listing::{self, Parameters},
    reddit_json,
    sample_world::PlacedPost,
    snapshot::Snapshot,
};

/// Reddit returns some hundreds of comments at once. Here it is few, so that "more" occurs.
const SHOWN: usize = 5;
const DEEPEST: usize = 10;
/// The maximum number of ids in a request for "more".
const MOST_MORE: usize = 100;

/// A thread that is being rendered.
struct CommentTree<'world> {
    snapshot: Snapshot<'world>,
    post: &'world PlacedPost,
    left: usize,
    deepest: usize,
}

/// The post and its visible comments.
pub(super) fn thread(snapshot: Snapshot<'_>, post: &PlacedPost, parameters: &Parameters) -> Value {
    let number = |name| parameters.get(name).and_then(|text| text.parse().ok());
    let mut thread = CommentTree {
        snapshot,
        post,
        left: number("limit").unwrap_or(SHOWN).clamp(1, SHOWN),
        deepest: number("depth").unwrap_or(DEEPEST).clamp(1, DEEPEST),
    };
    let comments = thread.below(None, 0);
    let comments = if comments.is_string() {
        listing::whole(Vec::new())
    } else {
        comments
    };
    json!([
        listing::whole(vec![reddit_json::post(snapshot, post)]),
        comments
    ])
}

/// The comments with these ids and all their replies, as a flat list.
pub(super) fn more(snapshot: Snapshot<'_>, post: &PlacedPost, ids: &str) -> Value {
    let mut things = Vec::new();
    for id in ids.split(',').take(MOST_MORE) {
        let place = post
            .comments
            .iter()
            .position(|comment| comment.id == id.trim());
        let there = place.filter(|place| snapshot.is_there(&post.comments[*place]));
        let with_all_below = there
            .into_iter()
            .flat_map(|place| below(snapshot, post, place));
        things.extend(
            with_all_below.map(|place| reddit_json::comment(snapshot, post, place, &json!(""))),
        );
    }
    json!({ "json": { "errors": [], "data": { "things": things } } })
}

/// This comment and its replies, each after its parent.
fn below(snapshot: Snapshot<'_>, post: &PlacedPost, place: usize) -> Vec<usize> {
    let mut all = vec![place];
    for answer in answers(snapshot, post, Some(place)) {
        all.extend(below(snapshot, post, answer));
    }
    all
}

fn answers(snapshot: Snapshot<'_>, post: &PlacedPost, parent: Option<usize>) -> Vec<usize> {
    let comments = post.comments.iter().enumerate();
    comments
        .filter(|(_, comment)| comment.parent == parent && snapshot.is_there(comment))
        .map(|(place, _)| place)
        .collect()
}

impl CommentTree<'_> {
    /// The replies to a comment or to the post as a listing; an empty string if there are none.
    fn below(&mut self, parent: Option<usize>, depth: usize) -> Value {
        let answers = answers(self.snapshot, self.post, parent);
        if answers.is_empty() {
            return json!("");
        }
        let mut children = Vec::new();
        let mut hidden = Vec::new();
        for place in answers {
            if self.left == 0 || depth >= self.deepest {
                hidden.push(place);
                continue;
            }
            self.left -= 1;
            let replies = self.below(Some(place), depth + 1);
            children.push(reddit_json::comment(
                self.snapshot,
                self.post,
                place,
                &replies,
            ));
        }
        children.extend(self.more(parent, depth, &hidden));
        listing::whole(children)
    }

    fn more(&self, parent: Option<usize>, depth: usize, hidden: &[usize]) -> Option<Value> {
        let first = self.post.comments.get(*hidden.first()?)?;
        let count: usize = hidden
            .iter()
            .map(|place| below(self.snapshot, self.post, *place).len())
            .sum();
        let ids: Vec<&str> = hidden
            .iter()
            .map(|place| self.post.comments[*place].id.as_str())
            .collect();
        let parent = match parent {
            Some(parent) => format!("t1_{}", self.post.comments[parent].id),
            None => format!("t3_{}", self.post.id),
        };
        Some(json!({ "kind": "more", "data": {
            "id": first.id,
            "name": format!("t1_{}", first.id),
            "parent_id": parent,
            "depth": depth,
            "count": count,
            "children": ids,
        }}))
    }
}
