//! Communities where a company's customers ask: which are proposed, and what their rules say.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use futures::future::join_all;
use lens::search_plan::community_fit;
use listening::{Ears, Subreddit, SubredditName};
use uuid::Uuid;

use super::promotion::Promotion;
use super::store;
use platform::db::{Db, DbResult};

/// So many are proposed at most, beside those that the user added.
pub(super) const MOST_PROPOSED: usize = 20;
/// So many a user may have in all.
pub(super) const MOST: i64 = 30;
/// Rules change seldom.
const RULES_KEPT: TimeDelta = TimeDelta::days(7);
/// Communities that say less than this about what the company does are about something else.
const LEAST_FIT: f32 = 0.35;
const SEARCHED_FOR: usize = 10;

/// A community with leads in a scan.
#[derive(Clone, Debug)]
pub struct ProposedCommunity {
    pub name: String,
    /// 0 where nobody said.
    pub members: i64,
    /// Its newest posts were read.
    pub is_read: bool,
    /// It had posts worth showing, so that it belongs to the list.
    pub has_leads: bool,
}

/// What the rules of a community say about promotion.
#[derive(Clone, Debug)]
pub struct CommunityRules {
    pub(super) name: String,
    pub(super) promotion: Promotion,
    pub(super) rule: Option<String>,
}

/// The communities that Reddit finds for some words and that fit what the company says of itself.
pub async fn fitting_communities(ears: &Ears, company: &str, words: &[String]) -> Vec<Subreddit> {
    let asked = words
        .iter()
        .map(|words| ears.subreddits(words, SEARCHED_FOR));
    let mut known = HashSet::new();
    let all = join_all(asked)
        .await
        .into_iter()
        .flat_map(|heard| heard.found);
    all.filter(|community| {
        let about = format!("{}. {}", community.title, community.about);
        !community.is_adult
            && known.insert(community.name.to_lowercase())
            && community_fit(company, &about) >= LEAST_FIT
    })
    .collect()
}

/// Reads the rules of communities whose rules are not known or known for long. What Reddit does not
/// answer is asked for again with the next scan.
pub async fn check_rules(
    db: &Db,
    ears: &Ears,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> DbResult<Vec<CommunityRules>> {
    let names = store::without_rules(db, user_id, now - RULES_KEPT).await?;
    let names = names
        .iter()
        .filter_map(|name| SubredditName::parse(name).ok());
    let read = names.map(|name| async move {
        let rules = ears.rules(&name).await.found?;
        Some(CommunityRules::of(name.as_str(), &rules))
    });
    Ok(join_all(read).await.into_iter().flatten().collect())
}

impl CommunityRules {
    pub(super) fn of(name: &str, rules: &[listening::Rule]) -> Self {
        let (promotion, rule) = Promotion::of(rules);
        Self {
            name: name.to_owned(),
            promotion,
            rule,
        }
    }
}
