//! Hands what matched to the rooms that judge it.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::customer_terms::MatchedTerm;
use discovery::{HeardMatch, HeardPost};
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
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct HeardTerms {
    keywords: Vec<String>,
    /// Telling words of the company that stand together.
    subjects: Vec<String>,
    names_brand: bool,
    /// How likely it is a lead at a glance; none if it is not worth reading.
    pub(super) score: Option<f32>,
}

/// Two telling words are enough to say why a post was heard.
const MOST_SUBJECTS: usize = 1;

impl HeardTerms {
    pub(super) fn add(&mut self, term: &MatchedTerm) {
        match term {
            MatchedTerm::Keyword(keyword) => self.keywords.push((*keyword).to_owned()),
            MatchedTerm::Brand => self.names_brand = true,
            MatchedTerm::Subject([one, other]) if self.subjects.len() < MOST_SUBJECTS => {
                self.subjects.push(searches::subject_phrase([one, other]));
            }
            MatchedTerm::Subject(_) => {}
        }
    }

    pub(super) fn may_be_lead(&self) -> bool {
        !self.keywords.is_empty() || !self.subjects.is_empty()
    }

    pub(super) fn is_worth_reading(&self) -> bool {
        self.names_brand || self.score.is_some()
    }
}

/// Tells discovery of likely leads and mentions of brand terms anywhere; how many pairs of a customer
/// and a text. A post that names the company is a mention, and may be a lead as well.
pub(super) async fn hand_on(
    tx: &mut Tx,
    clock: &Clock,
    heard: &[HeardText],
) -> anyhow::Result<usize> {
    let leads: Vec<_> = heard.iter().filter_map(HeardText::as_lead).collect();
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
    fn as_lead(&self) -> Option<HeardPost<'_>> {
        let Thing::Post(post) = &self.text else {
            return None;
        };
        let likely = self.terms.iter().filter_map(|(user_id, terms)| {
            Some(HeardMatch {
                user_id: *user_id,
                keywords: &terms.keywords,
                subjects: &terms.subjects,
                score: terms.score?,
            })
        });
        let matches: Vec<HeardMatch> = likely.collect();
        (!matches.is_empty()).then_some(HeardPost { post, matches })
    }

    fn names_brands(&self) -> impl Iterator<Item = (Uuid, &Thing)> {
        let named = self.terms.iter().filter(|(_, terms)| terms.names_brand);
        named.map(|(user_id, _)| (*user_id, &self.text))
    }
}
