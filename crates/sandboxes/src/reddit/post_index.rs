//! The search index of sample posts and communities.

use super::{
    sample_world::{PlacedPost, SampleWorld},
    search_query::{SearchQuery, SearchedPost},
    snapshot::Snapshot,
    text_index::{self, TextIndex},
};

/// Every post as written and as edited, and every community.
#[derive(Debug)]
pub(super) struct PostIndex {
    written: TextIndex,
    /// For a post that is never edited this is the same.
    edited: TextIndex,
    communities: TextIndex,
}

/// The parameters of a search.
#[derive(Debug, Clone)]
pub(super) struct SearchFilter<'asked> {
    pub(super) words: &'asked str,
    pub(super) sort: &'asked str,
    /// No older than this.
    pub(super) within_s: Option<i64>,
    /// In these communities; `None` means everywhere.
    pub(super) communities: Option<&'asked [usize]>,
}

impl PostIndex {
    pub(super) fn new(world: &SampleWorld) -> Self {
        let place = |post: &PlacedPost| world.communities[post.community].name.as_str();
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
            written: TextIndex::of(written),
            edited: TextIndex::of(edited),
            communities: TextIndex::of(communities),
        }
    }

    /// The matching posts in the requested order.
    pub(super) fn posts<'world>(
        &self,
        snapshot: Snapshot<'world>,
        wanted: &SearchFilter<'_>,
    ) -> Vec<&'world PlacedPost> {
        let query = SearchQuery::parse(wanted.words);
        let stems = query.stems();
        let (as_written, as_edited) = (self.written.scores(&stems), self.edited.scores(&stems));
        let mut found = Vec::new();
        for (place, post) in snapshot.world.posts.iter().enumerate() {
            let (index, scores) = if snapshot.is_edited(post) {
                (&self.edited, &as_edited)
            } else {
                (&self.written, &as_written)
            };
            if is_wanted(snapshot, post, wanted)
                && query.matches(looked(snapshot, post, index, place))
            {
                found.push((f64::from(scores[place]), post));
            }
        }
        let key = |(relevance, post): &(f64, &PlacedPost)| match wanted.sort {
            "new" => seconds(post.created),
            "top" => seconds(snapshot.score(post)),
            "comments" => f64::from(snapshot.comment_count(post)),
            "hot" => hot(snapshot, post),
            _ => *relevance,
        };
        found.sort_by(|a, b| {
            key(b)
                .total_cmp(&key(a))
                .then(b.1.created.cmp(&a.1.created))
        });
        found.into_iter().map(|(_, post)| post).collect()
    }

    /// The indexes of the communities that match the words, most relevant first.
    pub(super) fn communities(&self, world: &SampleWorld, words: &str) -> Vec<usize> {
        let stems = text_index::stems(words);
        let glued = stems.concat();
        let scores = self.communities.scores(&stems);
        let score = |place: usize| {
            let name = world.communities[place].name.to_lowercase();
            let is_named = !glued.is_empty() && name.contains(&glued);
            scores[place] + if is_named { 10.0 } else { 0.0 }
        };
        let mut found: Vec<(f32, usize)> = (0..world.communities.len())
            .map(|place| (score(place), place))
            .filter(|(score, _)| *score > 0.0)
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().map(|(_, place)| place).collect()
    }
}

/// Reddit's hot ranking: ten times the points are worth twelve and a half hours.
pub(super) fn hot(snapshot: Snapshot<'_>, post: &PlacedPost) -> f64 {
    seconds(snapshot.score(post).max(1)).log10() + seconds(post.created) / 45_000.0
}

fn is_wanted(snapshot: Snapshot<'_>, post: &PlacedPost, wanted: &SearchFilter<'_>) -> bool {
    let is_young = wanted
        .within_s
        .is_none_or(|age| snapshot.now - post.created <= age);
    let is_here = wanted
        .communities
        .is_none_or(|all| all.contains(&post.community));
    is_young && is_here && snapshot.state(post) == super::snapshot::PostState::There
}

fn looked<'post>(
    snapshot: Snapshot<'post>,
    post: &'post PlacedPost,
    index: &'post TextIndex,
    place: usize,
) -> SearchedPost<'post> {
    SearchedPost {
        document: index.document(place),
        author: &post.written.author,
        subreddit: &snapshot.world.community(post).name,
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
