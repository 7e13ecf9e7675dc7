//! What a discovery's searches and communities brought, for the plan and for whoever waits.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::candidate_sources::SourceRead;
use super::post_filter;
use super::post_writer::KnownPosts;
use super::relevance_judge::{Candidate, JudgedPost};
use searches::{ProposedCommunity, SearchRun};

/// The result of one search.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SearchReport {
    #[schema(example = "chase unpaid invoices")]
    phrase: String,
    /// keyword, problem, competitor, asking, community or query.
    #[schema(example = "problem")]
    origin: String,
    community: Option<String>,
    /// Posts it returned.
    read: usize,
    /// New posts among them.
    added: usize,
}

/// All that a discovery's searches brought.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct DiscoveryReport {
    pub(super) searches: Vec<SearchReport>,
    pub(super) posts_read: usize,
}

/// From this score on a post is called a lead.
const LEAD: i64 = 50;

/// Where posts of a discovery were, and what each search returned, before they are judged.
#[derive(Debug)]
pub(super) struct ScanRecord {
    reads: Vec<SourceRead>,
    /// Community and number of members, by Reddit id.
    places: HashMap<String, (String, i64)>,
}

/// What became of the posts.
#[derive(Debug)]
pub(super) struct JudgedIds {
    shown: HashSet<String>,
    added: HashSet<String>,
    leads: HashSet<String>,
}

impl JudgedIds {
    pub(super) fn new(known: &KnownPosts, again: &[JudgedPost], new: &[JudgedPost]) -> Self {
        let id = |judged: &JudgedPost| judged.post.reddit_id.clone();
        let is_lead =
            |judged: &&JudgedPost| judged.post.relevance_score >= LEAD && !judged.post.names_brand;
        let is_shown = |it: &&JudgedPost| it.post.relevance_score >= post_filter::least_score();
        let known = known.keys().cloned();
        let shown = again.iter().chain(new).filter(is_shown).map(id);
        Self {
            shown: known.chain(shown).collect(),
            added: new.iter().map(id).collect(),
            leads: new.iter().filter(is_lead).map(id).collect(),
        }
    }

    fn run(&self, read: usize, ids: &[&String]) -> SearchRun {
        let count = |set: &HashSet<String>| ids.iter().filter(|id| set.contains(**id)).count();
        SearchRun {
            read,
            found: count(&self.shown),
            added: count(&self.added),
            leads: count(&self.leads),
            ..SearchRun::default()
        }
    }
}

impl ScanRecord {
    pub(super) fn new(reads: Vec<SourceRead>, candidates: &[Candidate]) -> Self {
        let places = candidates.iter().map(|candidate| {
            let post = &candidate.post;
            let place = (post.subreddit.clone(), post.subscribers);
            (post.reddit_id.clone(), place)
        });
        Self {
            places: places.collect(),
            reads,
        }
    }

    pub(super) fn report(&self, ids: &JudgedIds) -> DiscoveryReport {
        let searches = self.reads.iter().map(|read| SearchReport {
            phrase: read.via.phrase.clone(),
            origin: read.via.origin.clone(),
            community: read.via.community.clone(),
            read: read.reddit_ids.len(),
            added: read
                .reddit_ids
                .iter()
                .filter(|id| ids.added.contains(*id))
                .count(),
        });
        let mut searches: Vec<SearchReport> = searches.collect();
        searches.sort_by(|one, other| {
            let most = other.added.cmp(&one.added);
            most.then_with(|| one.phrase.cmp(&other.phrase))
        });
        DiscoveryReport {
            searches,
            posts_read: self.places.len(),
        }
    }

    /// What the searches of the plan and the communities brought, and where the leads were, most
    /// first.
    pub(super) fn outcome(&self, ids: &JudgedIds) -> (Vec<SearchRun>, Vec<ProposedCommunity>) {
        let of_plan = self.reads.iter().filter(|read| read.search_id.is_some());
        let mut runs: Vec<SearchRun> = of_plan
            .map(|read| SearchRun {
                search_id: read.search_id,
                ..ids.run(
                    read.reddit_ids.len(),
                    &read.reddit_ids.iter().collect::<Vec<_>>(),
                )
            })
            .collect();
        let mut communities = Vec::new();
        for (name, members, posts) in self.by_community() {
            let read = self.reads.iter().find(|read| {
                let community = read.via.community.as_ref();
                community.is_some_and(|read| read.eq_ignore_ascii_case(&name))
            });
            let run = ids.run(read.map_or(0, |read| read.reddit_ids.len()), &posts);
            communities.push((
                run.found,
                ProposedCommunity {
                    name: name.clone(),
                    members,
                    is_read: read.is_some(),
                    has_leads: run.found > 0,
                },
            ));
            runs.push(SearchRun {
                community: Some(name),
                ..run
            });
        }
        communities.sort_by_key(|(found, _)| std::cmp::Reverse(*found));
        runs.retain(|run| run.search_id.is_some() || run.read > 0 || run.found > 0);
        (
            runs,
            communities
                .into_iter()
                .map(|(_, community)| community)
                .collect(),
        )
    }

    fn by_community(&self) -> Vec<(String, i64, Vec<&String>)> {
        let mut communities: HashMap<&str, (i64, Vec<&String>)> = HashMap::new();
        for (id, (name, members)) in &self.places {
            let entry = communities.entry(name).or_default();
            entry.0 = entry.0.max(*members);
            entry.1.push(id);
        }
        let mut all: Vec<_> = communities
            .into_iter()
            .map(|(name, (members, ids))| (name.to_owned(), members, ids))
            .collect();
        all.sort_by(|one, other| one.0.cmp(&other.0));
        all
    }
}
