//! Searching the sample posts and communities.

use super::{
    bm25::{self, Index},
    moment::Moment,
    query::{Looked, Query},
    world::{Placed, World},
};

/// What is searched: every post as it was written and as it was edited, and every community.
#[derive(Debug)]
pub(super) struct Searchable {
    written: Index,
    /// For a post that is never edited this is the same.
    edited: Index,
    communities: Index,
}

/// A search, as far as it chooses posts.
#[derive(Debug, Clone)]
pub(super) struct Wanted<'asked> {
    pub(super) words: &'asked str,
    pub(super) sort: &'asked str,
    /// No older than this.
    pub(super) within_s: Option<i64>,
    /// In these communities; everywhere, if none is named.
    pub(super) communities: Option<&'asked [usize]>,
}

impl Searchable {
    pub(super) fn new(world: &World) -> Self {
        let place = |post: &Placed| world.communities[post.community].name.as_str();
        let written = world.posts.iter().map(|post| {
            let body = post.written.body.as_str();
            (post.written.title.as_str(), body, place(post))
        });
        let edited = world.posts.iter().map(|post| {
            let edited = post.written.edited.as_ref();
            let body = edited.map_or(&post.written.body, |(_, text)| text);
            (post.written.title.as_str(), body.as_str(), place(post))
        });
        let communities = world.communities.iter();
        let communities =
            communities.map(|one| (one.title.as_str(), one.about.as_str(), one.name.as_str()));
        Self {
            written: Index::of(written),
            edited: Index::of(edited),
            communities: Index::of(communities),
        }
    }

    /// The posts in the order that was asked for.
    pub(super) fn posts<'world>(
        &self,
        moment: Moment<'world>,
        wanted: &Wanted<'_>,
    ) -> Vec<&'world Placed> {
        let query = Query::parse(wanted.words);
        let stems = query.stems();
        let mut found = Vec::new();
        for (place, post) in moment.world.posts.iter().enumerate() {
            let index = if moment.is_edited(post) {
                &self.edited
            } else {
                &self.written
            };
            if is_wanted(moment, post, wanted) && query.matches(looked(moment, post, index, place))
            {
                found.push((index.score(place, &stems), post));
            }
        }
        let key = |(relevance, post): &(f64, &Placed)| match wanted.sort {
            "new" => seconds(post.created),
            "top" => seconds(moment.score(post)),
            "comments" => f64::from(moment.comment_count(post)),
            "hot" => hot(moment, post),
            _ => *relevance,
        };
        found.sort_by(|a, b| {
            key(b)
                .total_cmp(&key(a))
                .then(b.1.created.cmp(&a.1.created))
        });
        found.into_iter().map(|(_, post)| post).collect()
    }

    /// The places of the communities that are about the words, the closest first.
    pub(super) fn communities(&self, world: &World, words: &str) -> Vec<usize> {
        let stems = bm25::stems(words);
        let glued = stems.concat();
        let score = |place: usize| {
            let name = world.communities[place].name.to_lowercase();
            let is_named = !glued.is_empty() && name.contains(&glued);
            self.communities.score(place, &stems) + if is_named { 10.0 } else { 0.0 }
        };
        let mut found: Vec<(f64, usize)> = (0..world.communities.len())
            .map(|place| (score(place), place))
            .filter(|(score, _)| *score > 0.0)
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().map(|(_, place)| place).collect()
    }
}

/// Points fade as Reddit lets them fade: ten times as many are worth twelve and a half hours.
pub(super) fn hot(moment: Moment<'_>, post: &Placed) -> f64 {
    seconds(moment.score(post).max(1)).log10() + seconds(post.created) / 45_000.0
}

fn is_wanted(moment: Moment<'_>, post: &Placed, wanted: &Wanted<'_>) -> bool {
    let is_young = wanted
        .within_s
        .is_none_or(|age| moment.now - post.created <= age);
    let is_here = wanted
        .communities
        .is_none_or(|all| all.contains(&post.community));
    is_young && is_here && moment.state(post) == super::moment::State::There
}

fn looked<'post>(
    moment: Moment<'post>,
    post: &'post Placed,
    index: &'post Index,
    place: usize,
) -> Looked<'post> {
    Looked {
        document: index.document(place),
        author: &post.written.author,
        subreddit: &moment.world.community(post).name,
        flair: post.written.flair.as_deref().unwrap_or_default(),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "for comparing, not for counting"
)]
fn seconds(number: i64) -> f64 {
    number as f64
}
