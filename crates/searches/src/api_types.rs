//! Request and response bodies.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::store::{ListedCommunity, ListedSearch};

/// A search and its results in the last 30 days.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Search {
    pub(super) id: Uuid,
    #[schema(example = "chase unpaid invoices")]
    pub(super) phrase: String,
    /// The only community searched, if any.
    pub(super) community: Option<String>,
    /// keyword, problem, competitor or asking.
    #[schema(example = "problem")]
    pub(super) origin: String,
    pub(super) is_on: bool,
    /// Posts it returned.
    pub(super) read: i64,
    /// How many of them are in the list.
    pub(super) found: i64,
    /// How many of them are leads.
    pub(super) leads: i64,
    pub(super) last_run_at: Option<DateTime<Utc>>,
    pub(super) last_found_at: Option<DateTime<Utc>>,
    /// It found nothing in its last three scans.
    pub(super) is_silent: bool,
}

impl Search {
    pub(super) fn new(row: ListedSearch, is_silent: bool) -> Self {
        let mut words = row.phrase.split(' ');
        let community = words.find_map(|word| word.strip_prefix("subreddit:"));
        Self {
            community: community.map(str::to_owned),
            id: row.id,
            phrase: row.phrase,
            origin: row.origin,
            is_on: row.is_on,
            read: row.read,
            found: row.found,
            leads: row.leads,
            last_run_at: row.last_run_at,
            last_found_at: row.last_found_at,
            is_silent,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchListResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    /// Most leads first; searches that are off or silent last.
    pub(super) searches: Vec<Search>,
    pub(super) last_scan_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SearchResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    pub(super) search: Search,
}

/// On or off.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SwitchRequest {
    pub(super) is_on: bool,
}

/// A community whose newest posts Earshot reads.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Community {
    #[schema(example = "freelance")]
    pub(super) name: String,
    /// 0 if not known yet.
    pub(super) members: i64,
    /// Posts from it added to the list in the last 30 days.
    pub(super) found: i64,
    /// How many of them are leads.
    pub(super) leads: i64,
    /// forbidden, limited or unknown.
    #[schema(example = "limited")]
    pub(super) promotion: String,
    /// The rule that says so.
    #[schema(example = "No self-promotion")]
    pub(super) rule: Option<String>,
    pub(super) is_on: bool,
    /// You added it.
    pub(super) is_own: bool,
    pub(super) last_read_at: Option<DateTime<Utc>>,
}

impl From<ListedCommunity> for Community {
    fn from(row: ListedCommunity) -> Self {
        Self {
            name: row.name,
            members: row.members,
            found: row.found,
            leads: row.leads,
            promotion: row.promotion,
            rule: row.rule,
            is_on: row.is_on,
            is_own: row.is_own,
            last_read_at: row.last_read_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CommunityListResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    /// Most leads first.
    pub(super) communities: Vec<Community>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CommunityResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    pub(super) community: Community,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct AddCommunityRequest {
    /// With or without r/.
    #[schema(example = "freelance")]
    pub(super) name: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CommunityRemoved {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
}
