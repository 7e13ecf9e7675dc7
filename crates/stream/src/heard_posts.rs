//! Hands what matched to the rooms that judge it.

use std::collections::BTreeMap;

use uuid::Uuid;

use listening::Post;
use platform::clock::Clock;
use platform::db::Tx;

/// A post that has somebody's terms in it.
#[derive(Clone, Debug)]
pub(super) struct HeardPost {
    pub(super) post: Post,
    /// Each customer once.
    pub(super) terms: Vec<(Uuid, HeardTerms)>,
}

/// Which terms of a customer a post has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HeardTerms {
    pub(super) keywords: Vec<String>,
    pub(super) names_brand: bool,
}

/// Tells discovery of keywords and mentions of brand terms; how many pairs of a customer and a post.
/// A post that names the company is a mention, and may be a lead as well.
pub(super) async fn hand_on(
    tx: &mut Tx,
    clock: &Clock,
    heard: &[HeardPost],
) -> anyhow::Result<usize> {
    let leads: Vec<discovery::HeardPost> = heard.iter().map(HeardPost::with_keywords).collect();
    discovery::hear_posts(tx, clock, &leads).await?;
    let named = heard.iter().flat_map(HeardPost::names_brands);
    let mut posts_of: BTreeMap<Uuid, Vec<Post>> = BTreeMap::new();
    for (user_id, post) in named {
        posts_of.entry(user_id).or_default().push(post.clone());
    }
    for (user_id, posts) in posts_of {
        mentions::hear_posts(tx, clock, user_id, posts).await?;
    }
    let count = heard.iter().map(|it| it.terms.len()).sum();
    metrics::counter!("earshot_stream_matches_total").increment(count as u64);
    Ok(count)
}

impl HeardPost {
    fn with_keywords(&self) -> discovery::HeardPost<'_> {
        let with = self
            .terms
            .iter()
            .filter(|(_, terms)| !terms.keywords.is_empty());
        let keywords = with.map(|(user_id, terms)| (*user_id, terms.keywords.as_slice()));
        discovery::HeardPost {
            post: &self.post,
            keywords: keywords.collect(),
        }
    }

    fn names_brands(&self) -> impl Iterator<Item = (Uuid, &Post)> {
        let named = self.terms.iter().filter(|(_, terms)| terms.names_brand);
        named.map(|(user_id, _)| (*user_id, &self.post))
    }
}
