//! Where each company is listened for. Reddit is always heard; the other sources that the operator has
//! connected are switched on by each company, and are on by default where there is no Reddit.

use std::collections::HashMap;

use uuid::Uuid;

use super::{Listening, SourceName, store};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};

impl Listening {
    /// The sources beside Reddit that the operator has connected.
    pub fn choosable_sources(&self) -> Vec<SourceName> {
        let is_connected = |source: &SourceName| match source {
            SourceName::Reddit => false,
            SourceName::HackerNews => self.sources.hacker_news.is_some(),
            SourceName::Bluesky => self.sources.bluesky.is_some(),
        };
        let all = SourceName::CHOOSABLE.into_iter();
        all.filter(is_connected).collect()
    }

    /// The sources beside Reddit in which a user's company is listened for.
    pub async fn sources_of(&self, db: &Db, user_id: Uuid) -> DbResult<Vec<SourceName>> {
        if self.choosable_sources().is_empty() {
            return Ok(Vec::new());
        }
        let chosen = store::sources::of(db, user_id).await?;
        Ok(self.heard_by(&chosen))
    }

    /// The same of everybody who has chosen anything, and of everybody else.
    pub async fn sources_of_all(&self, db: &Db) -> DbResult<EverybodysSources> {
        let mut chosen: HashMap<Uuid, Vec<(String, bool)>> = HashMap::new();
        if !self.choosable_sources().is_empty() {
            for (user_id, source, is_heard) in store::sources::of_all(db).await? {
                chosen.entry(user_id).or_default().push((source, is_heard));
            }
        }
        let chosen = chosen.into_iter();
        Ok(EverybodysSources {
            chosen: chosen
                .map(|(id, chosen)| (id, self.heard_by(&chosen)))
                .collect(),
            others: self.heard_by(&[]),
        })
    }

    fn heard_by(&self, chosen: &[(String, bool)]) -> Vec<SourceName> {
        let is_heard = |source: &SourceName| {
            let choice = chosen.iter().find(|(id, _)| id == source.id());
            choice.map_or(!self.sources.has_reddit, |(_, is_heard)| *is_heard)
        };
        let connected = self.choosable_sources().into_iter();
        connected.filter(is_heard).collect()
    }

    /// Whether anybody is listened for there.
    pub async fn is_source_heard(&self, db: &Db, source: SourceName) -> DbResult<bool> {
        if !self.choosable_sources().contains(&source) {
            return Ok(false);
        }
        Ok(!self.sources.has_reddit || store::sources::is_chosen(db, source.id()).await?)
    }
}

/// Where each user's company is listened for beside Reddit.
#[derive(Debug)]
pub struct EverybodysSources {
    chosen: HashMap<Uuid, Vec<SourceName>>,
    others: Vec<SourceName>,
}

impl EverybodysSources {
    pub fn of(&self, user_id: Uuid) -> &[SourceName] {
        self.chosen.get(&user_id).unwrap_or(&self.others)
    }
}

/// Switches a source on or off for a user.
pub async fn choose_source(
    tx: &mut Tx,
    clock: &Clock,
    (user_id, source): (Uuid, SourceName),
    is_heard: bool,
) -> DbResult<()> {
    store::sources::choose(tx, (user_id, source.id()), is_heard, clock.now()).await
}
