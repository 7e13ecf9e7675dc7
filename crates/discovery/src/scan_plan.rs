//! What one discovery asks for: the user's plan of searches, ranks for the keywords, communities.

use uuid::Uuid;

use super::discovery_job::Discover;
use super::found_via::FoundVia;
use listening::{Gap, HackerNewsTexts, Listening, SourceName};
use platform::db::Db;
use platform::jobs::Lease;
use searches::{CommunityChoice, SearchToRun, reddit_query, wanted_text};

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct ScanPlan {
    pub(super) searches: Vec<ScanSearch>,
    /// Keywords for which web searches are made.
    pub(super) web: Vec<String>,
    pub(super) communities: CommunityChoice,
    /// Whether newest posts are read, of the chosen communities and of those that turn up.
    pub(super) reads_communities: bool,
    /// What is left open by an earlier discovery, which alone is asked for.
    pub(super) only: Option<Vec<Gap>>,
    /// What the company says of itself, for choosing communities.
    pub(super) company: String,
    /// What the keywords look for, for choosing communities too.
    pub(super) wanted: Vec<String>,
    /// Where the user has switched it on.
    pub(super) hacker_news: Option<HackerNewsTexts>,
    /// Words that Hacker News is asked for together, beside the keywords.
    pub(super) subjects: Vec<[String; 2]>,
}

/// Hacker News has no communities and no operators, so that keywords alone find little there: pairs of so
/// many words are asked for too.
const SUBJECT_WORDS: usize = 6;

/// One search.
#[derive(Clone, Debug)]
pub(super) struct ScanSearch {
    /// None for what is searched this once.
    pub(super) id: Option<Uuid>,
    pub(super) via: FoundVia,
    pub(super) query: String,
    pub(super) is_in_communities: bool,
}

impl ScanSearch {
    fn once(query: &str) -> Self {
        Self {
            id: None,
            via: FoundVia::new(query, "query"),
            query: reddit_query(query).unwrap_or_else(|| query.to_owned()),
            is_in_communities: false,
        }
    }

    fn of(search: SearchToRun) -> Self {
        Self {
            id: Some(search.id),
            via: FoundVia::new(&search.phrase, &search.origin),
            query: search.query,
            is_in_communities: search.is_in_communities,
        }
    }
}

/// Brings the user's plan up to date and says what of it this discovery asks for.
pub(super) async fn scan_plan(
    job: &Discover,
    db: &Db,
    lease: &Lease,
    keywords: &[String],
) -> anyhow::Result<ScanPlan> {
    if let Some(query) = job.query.as_ref().filter(|_| job.alone) {
        // A keyword that was just added becomes part of the plan.
        let planned = refreshed(job, db, lease).await?.into_iter();
        let mut planned = planned.filter(|it| it.phrase.to_lowercase() == query.to_lowercase());
        let search = planned.next().map(ScanSearch::of);
        return Ok(ScanPlan {
            searches: vec![search.unwrap_or_else(|| ScanSearch::once(query))],
            web: vec![query.clone()],
            ..ScanPlan::default()
        });
    }
    let mut searches: Vec<ScanSearch> = match &job.only {
        Some(_) => searches::planned(db, job.user_id).await?,
        None => refreshed(job, db, lease).await?,
    }
    .into_iter()
    .map(ScanSearch::of)
    .collect();
    if let Some(query) = &job.query {
        let is_same = |it: &ScanSearch| it.via.phrase.to_lowercase() == query.to_lowercase();
        if !searches.iter().any(is_same) {
            searches.insert(0, ScanSearch::once(query));
        }
    }
    let company = onboarding::company_of(db, job.user_id).await?;
    let subjects = searches::subject_pairs(company.as_ref(), keywords, SUBJECT_WORDS);
    let company = company.map(|company| {
        let said = [company.meta_description, company.description];
        said.into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    Ok(ScanPlan {
        searches,
        web: keywords.to_vec(),
        communities: searches::community_choice(db, job.user_id).await?,
        reads_communities: true,
        only: job.only.clone(),
        company: company.unwrap_or_default(),
        wanted: keywords.iter().map(|it| wanted_text(it)).collect(),
        hacker_news: None,
        subjects,
    })
}

/// Hacker News, if it is one of the user's sources.
pub(super) async fn chosen_hacker_news(
    db: &Db,
    listening: &Listening,
    user_id: Uuid,
) -> anyhow::Result<Option<HackerNewsTexts>> {
    let sources = listening.sources_of(db, user_id).await?;
    let is_chosen = sources.contains(&SourceName::HackerNews);
    Ok(listening.hacker_news().filter(|_| is_chosen))
}

async fn refreshed(job: &Discover, db: &Db, lease: &Lease) -> anyhow::Result<Vec<SearchToRun>> {
    let keywords = super::discovery_job::keywords_of(db, job.user_id).await?;
    let derived = searches::derive(db, job.user_id, keywords).await?;
    let mut tx = lease.begin().await?;
    let now = lease.clock().now();
    let searches = searches::refresh(&mut tx, job.user_id, now, &derived).await?;
    tx.commit().await?;
    Ok(searches)
}
