//! Threads: comments below what they answer, and "more" for those that are not shown at once.

use serde_json::{Value, json};

use super::{
    listing::{self, Parameters},
    moment::Moment,
    things,
    world::Placed,
};

/// Reddit shows some hundreds of comments at once. Here it is few, so that "more" can be met.
const SHOWN: usize = 5;
const DEEPEST: usize = 10;
/// How many ids "more" is asked for at once.
const MOST_MORE: usize = 100;

/// A thread that is being written out.
struct Thread<'world> {
    moment: Moment<'world>,
    post: &'world Placed,
    left: usize,
    deepest: usize,
}

/// The post, and its comments as far as they are shown.
pub(super) fn thread(moment: Moment<'_>, post: &Placed, parameters: &Parameters) -> Value {
    let number = |name| parameters.get(name).and_then(|text| text.parse().ok());
    let mut thread = Thread {
        moment,
        post,
        left: number("limit").unwrap_or(SHOWN).clamp(1, SHOWN),
        deepest: number("depth").unwrap_or(DEEPEST).clamp(1, DEEPEST),
    };
    let comments = thread.below(None, 0);
    let comments = if comments.is_string() {
        listing::whole(&[])
    } else {
        comments
    };
    json!([listing::whole(&[things::post(moment, post)]), comments])
}

/// The comments with these ids and everything below them, in a row.
pub(super) fn more(moment: Moment<'_>, post: &Placed, ids: &str) -> Value {
    let mut things = Vec::new();
    for id in ids.split(',').take(MOST_MORE) {
        let place = post
            .comments
            .iter()
            .position(|comment| comment.id == id.trim());
        let there = place.filter(|place| moment.is_there(&post.comments[*place]));
        let with_all_below = there
            .into_iter()
            .flat_map(|place| below(moment, post, place));
        things.extend(with_all_below.map(|place| things::comment(moment, post, place, &json!(""))));
    }
    json!({ "json": { "errors": [], "data": { "things": things } } })
}

/// This comment and those below it, each after the one that it answers.
fn below(moment: Moment<'_>, post: &Placed, place: usize) -> Vec<usize> {
    let mut all = vec![place];
    for answer in answers(moment, post, Some(place)) {
        all.extend(below(moment, post, answer));
    }
    all
}

fn answers(moment: Moment<'_>, post: &Placed, parent: Option<usize>) -> Vec<usize> {
    let comments = post.comments.iter().enumerate();
    comments
        .filter(|(_, comment)| comment.parent == parent && moment.is_there(comment))
        .map(|(place, _)| place)
        .collect()
}

impl Thread<'_> {
    /// The answers to a comment, or to the post, as a list; an empty text if there are none.
    fn below(&mut self, parent: Option<usize>, depth: usize) -> Value {
        let answers = answers(self.moment, self.post, parent);
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
            children.push(things::comment(self.moment, self.post, place, &replies));
        }
        children.extend(self.more(parent, depth, &hidden));
        listing::whole(&children)
    }

    fn more(&self, parent: Option<usize>, depth: usize, hidden: &[usize]) -> Option<Value> {
        let first = self.post.comments.get(*hidden.first()?)?;
        let count: usize = hidden
            .iter()
            .map(|place| below(self.moment, self.post, *place).len())
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
