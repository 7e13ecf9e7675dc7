//! What Earshot would do for a company, shown to a visitor without an account: what it understood, and
//! the three best posts. It costs little, is limited, and nothing is kept of it but a cache of a day.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use lens::search_plan::{PlanSource, PlannedSearch, SearchOrigin, search_plan};
use onboarding::{AnalysisTools, Company, UnderstoodCompany, UnreadableReason};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::company_vectors::company_vectors;
use super::first_look::{self, FirstLook, SHOWN};
use super::found_via::FoundVia;
use super::rejection_lessons::RejectionLessons;
use super::relevance_judge::{CompanyWords, JudgedPost, RelevanceJudge};
use super::scan_plan::ScanSearch;
use super::store;
use super::text_hash::text_hash;
use finds::KnownBrand;
use listening::{Listening, Urgency};
use platform::app::App;
use platform::db::{Db, DbResult};
use platform::jobs::{self, Done, End, Enqueued, Job, Lease, NewJob};
use platform::rate_limit::{Limit, RateLimitExceeded, take};

/// Understands a company and takes a first look at its posts.
#[derive(Debug, Serialize, Deserialize)]
pub struct PreviewCompany {
    /// The address as the visitor typed it.
    website: String,
    /// What the company does, for a website that cannot be read.
    about: Option<String>,
}

/// What a preview needs.
#[derive(Clone, Debug)]
pub struct PreviewTools {
    pub db: Db,
    pub listening: Listening,
    pub analysis: AnalysisTools,
}

/// What a visitor is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompanyPreview {
    pub name: String,
    pub website: String,
    pub description: String,
    pub keywords: Vec<String>,
    pub competitors: Vec<String>,
    /// Where the leads are, most first.
    pub communities: Vec<String>,
    /// How many leads were found.
    pub leads: usize,
    /// The best of them.
    pub posts: Vec<PreviewLead>,
    /// The phrases that were searched.
    pub searched: Vec<String>,
    /// Whether Reddit left a part unanswered.
    pub is_partial: bool,
    pub made_at: DateTime<Utc>,
}

/// A post that is worth an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewLead {
    pub title: String,
    pub subreddit: String,
    pub url: String,
    pub written_at: DateTime<Utc>,
    pub score: i64,
    pub google_ranking: Option<i64>,
    pub reason: String,
}

/// How a preview ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PreviewOutcome {
    Shown(Box<CompanyPreview>),
    Unreadable {
        reason: UnreadableReason,
        message: String,
    },
    /// Reddit did not answer.
    NoAnswer,
    Failed,
}

/// Where a preview stands when somebody asks for it.
#[derive(Debug)]
pub enum PreviewStart {
    Cached(Box<CompanyPreview>),
    /// It runs; see [`preview_ended`].
    Running(Uuid),
    TooMany(RateLimitExceeded),
}

/// Previews of one client.
const OF_CLIENT: Limit = Limit::new(5, TimeDelta::hours(1));
/// Previews of everybody. Reddit allows 1,000 calls in ten minutes and a preview makes [`MOST_CALLS`] at
/// most, so all of them take no more than a tenth.
const OF_ALL: Limit = Limit::new(1_000 / 10 / MOST_CALLS, TimeDelta::minutes(10));
const MOST_CALLS: i64 = 10;
/// Each is a call; the last one fetches posts of which only the rank is known.
const MOST_SEARCHES: usize = 9;
const MOST_RANKED: usize = 3;
const KEPT: TimeDelta = TimeDelta::days(1);

/// Starts a preview, joins the running one, or returns what was made of the same question in the last
/// day. Only a new one counts.
pub async fn start_preview(
    app: &App,
    client: IpAddr,
    website: &str,
    about: Option<&str>,
) -> anyhow::Result<PreviewStart> {
    let job = PreviewCompany {
        website: website.to_owned(),
        about: about.map(str::to_owned),
    };
    let question = job.question();
    let since = app.clock.real() - KEPT;
    if let Some(kept) = store::company_preview(&app.db, question, since).await? {
        return Ok(PreviewStart::Cached(Box::new(serde_json::from_value(
            kept,
        )?)));
    }
    let mut tx = app.db.begin().await?;
    let queued = NewJob::of(&job)
        .lane("public preview")
        .once(format!("preview_company:{question}"));
    let enqueued = jobs::enqueue(&mut tx, &app.clock, queued).await?;
    if let Enqueued::New(_) = enqueued {
        for (name, limit) in limits(app, client) {
            if let Err(exceeded) = take(&mut tx, &name, limit, app.clock.real()).await? {
                return Ok(PreviewStart::TooMany(exceeded));
            }
        }
    }
    tx.commit().await?;
    Ok(PreviewStart::Running(enqueued.id()))
}

fn limits(app: &App, client: IpAddr) -> impl Iterator<Item = (String, Limit)> {
    let own = (format!("public preview from {client}"), OF_CLIENT);
    let own = (!app.settings.lifts_address_limits).then_some(own);
    own.into_iter()
        .chain([("public previews".to_owned(), OF_ALL)])
}

/// Waits for a preview that runs.
pub async fn preview_ended(db: &Db, job_id: Uuid) -> anyhow::Result<PreviewOutcome> {
    Ok(match jobs::wait_for_end(db, job_id).await? {
        End::Done(outcome) => serde_json::from_value(outcome)?,
        End::Dead => PreviewOutcome::Failed,
    })
}

/// Removes previews that may not be shown any more.
pub(super) async fn forget_old(db: &Db, now: DateTime<Utc>) -> DbResult<()> {
    store::delete_company_previews(db, now - KEPT)
        .await
        .map(drop)
}

impl PreviewCompany {
    /// Names the question without storing the address in plain.
    fn question(&self) -> i64 {
        let website = self.website.trim().to_lowercase();
        text_hash([website.as_str(), self.about.as_deref().unwrap_or_default()])
    }
}

impl Job for PreviewCompany {
    const KIND: &'static str = "preview_company";
    // The visitor has left by the time of a second try.
    const MAX_FAILURES: i64 = 1;
    const TIME_LIMIT: Duration = Duration::from_secs(45);
    type Context = PreviewTools;

    async fn run(self, tools: PreviewTools, lease: Lease) -> anyhow::Result<Done> {
        let about = self.about.as_deref();
        let websites = &*tools.analysis.websites;
        let understood = onboarding::understand(websites, &self.website, about).await?;
        let outcome = match understood {
            Ok(understood) => preview(&tools, &lease, understood).await?,
            Err(unreadable) => PreviewOutcome::Unreadable {
                reason: unreadable.reason,
                message: unreadable.message,
            },
        };
        let mut tx = lease.begin().await?;
        if let PreviewOutcome::Shown(preview) = &outcome {
            let at = lease.clock().real();
            store::store_company_preview(&mut tx, self.question(), &json!(preview), at).await?;
        }
        lease.finish(tx, json!(outcome)).await
    }
}

async fn preview(
    tools: &PreviewTools,
    lease: &Lease,
    understood: UnderstoodCompany,
) -> anyhow::Result<PreviewOutcome> {
    let keywords = understood.keywords.iter().map(|it| it.keyword.clone());
    let keywords: Vec<String> = keywords.take(MOST_KEYWORDS).collect();
    let company = Company::new(understood.profile);
    let words = CompanyWords::new(Some(&company), &keywords);
    let vectors = company_vectors(&tools.db, lease, None, &words).await?;
    let brand = KnownBrand::of_company(company.clone(), keywords.clone());
    let now = lease.clock().now();
    let judge = RelevanceJudge::new(&words, (vectors, brand), RejectionLessons::default(), now);
    let planned = planned(&company, &keywords);
    let searched: Vec<String> = planned.iter().map(|it| it.via.phrase.clone()).collect();
    // Nobody in particular asks: all visitors together take turns with customers as one of them.
    let ears = tools.listening.for_user(Uuid::nil(), Urgency::Interactive);
    let web = &keywords[..keywords.len().min(MOST_RANKED)];
    let stores = (&tools.db, lease);
    let look = first_look::look(stores, &ears, &Arc::new(judge), (planned, web)).await?;
    if !look.has_answer {
        return Ok(PreviewOutcome::NoAnswer);
    }
    Ok(PreviewOutcome::Shown(Box::new(CompanyPreview {
        communities: communities_of(&look),
        leads: look.leads.len(),
        posts: look.leads.iter().take(SHOWN).map(shown).collect(),
        is_partial: !look.missed.is_empty(),
        name: company.company_name,
        website: company.website_url,
        description: company.description.unwrap_or_default(),
        competitors: company
            .facts
            .competitors
            .into_iter()
            .take(MOST_COMPETITORS)
            .collect(),
        keywords,
        searched,
        made_at: now,
    })))
}

/// So many keywords a new customer is offered first.
const MOST_KEYWORDS: usize = 5;
const MOST_COMPETITORS: usize = 4;
const MOST_COMMUNITIES: usize = 4;

/// The first searches that a scan would make, of those that need no community.
fn planned(company: &Company, keywords: &[String]) -> Vec<ScanSearch> {
    let source = PlanSource {
        name: &company.company_name,
        one_liner: company.meta_description.as_deref().unwrap_or_default(),
        description: company.description.as_deref().unwrap_or_default(),
        audience: company.facts.audience.as_deref(),
        products: &company.facts.products,
        competitors: &company.facts.competitors,
        keywords,
        proposed: &[],
    };
    let plan = search_plan(&source).into_iter();
    plan.filter(|search| !search.is_in_communities)
        .take(MOST_SEARCHES)
        .map(as_search)
        .collect()
}

fn as_search(search: PlannedSearch) -> ScanSearch {
    let origin = match search.origin {
        SearchOrigin::Keyword => "keyword",
        SearchOrigin::Problem => "problem",
        SearchOrigin::Competitor => "competitor",
        SearchOrigin::Asking => "asking",
    };
    ScanSearch {
        id: None,
        via: FoundVia::new(&search.phrase, origin),
        query: search.query,
        is_in_communities: false,
    }
}

fn communities_of(look: &FirstLook) -> Vec<String> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for lead in &look.leads {
        let name = lead.post.subreddit.as_str();
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let names = counts.into_iter().map(|(name, _)| name.to_owned());
    names.take(MOST_COMMUNITIES).collect()
}

fn shown(judged: &JudgedPost) -> PreviewLead {
    let post = &judged.post;
    PreviewLead {
        title: post.title.clone(),
        subreddit: post.subreddit.clone(),
        url: post.permalink.clone(),
        written_at: post.created_at,
        score: post.relevance_score,
        google_ranking: post.google_ranking,
        reason: post.relevance_reason.clone(),
    }
}
