//! Hands what matched to the rooms that judge it.

use std::collections::BTreeMap;

use uuid::Uuid;

use listening::Thing;
use platform::clock::Clock;
use platform::db::Tx;

/// A text that has somebody's terms in it.
#[derive(Clone, Debug)]
pub(super) struct HeardText {
    pub(super) text: Thing,
    /// Each customer once.
    pub(super) terms: Vec<(Uuid, HeardTerms)>,
}

/// Which terms of a customer a text has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HeardTerms {
    pub(super) keywords: Vec<String>,
    pub(super) names_brand: bool,
}

/// Tells discovery of keywords in posts and mentions of brand terms anywhere; how many pairs of a
/// customer and a text. A post that names the company is a mention, and may be a lead as well.
pub(super) async fn hand_on(
    tx: &mut Tx,
    clock: &Clock,
    heard: &[HeardText],
) -> anyhow::Result<usize> {
    let leads: Vec<_> = heard.iter().filter_map(HeardText::with_keywords).collect();
    discovery::hear_posts(tx, clock, &leads).await?;
    let named = heard.iter().flat_map(HeardText::names_brands);
    let mut texts_of: BTreeMap<Uuid, Vec<Thing>> = BTreeMap::new();
    for (user_id, text) in named {
        texts_of.entry(user_id).or_default().push(text.clone());
    }
    for (user_id, texts) in texts_of {
        mentions::hear_texts(tx, clock, user_id, texts).await?;
    }
    let count = heard.iter().map(|it| it.terms.len()).sum();
    metrics::counter!("earshot_stream_matches_total").increment(count as u64);
    Ok(count)
}

impl HeardText {
    fn with_keywords(&self) -> Option<discovery::HeardPost<'_>> {
        let Thing::Post(post) = &self.text else {
            return None;
        };
        let with = self
            .terms
            .iter()
            .filter(|(_, terms)| !terms.keywords.is_empty());
        let keywords = with.map(|(user_id, terms)| (*user_id, terms.keywords.as_slice()));
        Some(discovery::HeardPost {
            post,
            keywords: keywords.collect(),
        })
    }

    fn names_brands(&self) -> impl Iterator<Item = (Uuid, &Thing)> {
        let named = self.terms.iter().filter(|(_, terms)| terms.names_brand);
        named.map(|(user_id, _)| (*user_id, &self.text))
    }
}
