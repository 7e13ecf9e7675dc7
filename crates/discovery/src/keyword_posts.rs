//! What keywords would find, for somebody who is choosing them and has no subscription yet.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::candidate_judge::prepared_judge;
use super::company_preview::PreviewTools;
use super::first_look::{self, FirstLook, SHOWN};
use super::found_via::FoundVia;
use super::keyword_matcher::{KeywordPattern, SearchedText, match_keywords};
use super::relevance_judge::{Candidate, JudgedPost};
use super::scan_plan::ScanSearch;
use finds::SearchError;
use keywords::Keyword;
use listening::Urgency;
use platform::app::App;
use platform::jobs::{self, Done, End, Enqueued, Job, Lease, NewJob};
use platform::product;
use platform::rate_limit::{Limit, take};
use searches::reddit_query;

/// Finds what keywords would bring for a user's company.
#[derive(Debug, Serialize, Deserialize)]
pub struct FindKeywordPosts {
    user_id: Uuid,
    keywords: Vec<String>,
}

/// What keywords would find, of the last 30 days.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeywordFindings {
    /// The best three.
    posts: Vec<KeywordLead>,
    /// In the order of the request.
    keywords: Vec<KeywordCount>,
    /// How many of the posts found are leads.
    leads_per_month: usize,
    /// Whether Reddit left a part unanswered.
    is_partial: bool,
}

/// A post that is worth an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeywordLead {
    #[schema(example = "t3_1abcde")]
    reddit_id: String,
    title: String,
    #[schema(example = "freelance")]
    subreddit: String,
    created_at: chrono::DateTime<Utc>,
    url: String,
    /// The probability that it is a lead, in percent.
    #[schema(minimum = 0, maximum = 100)]
    r#match: i64,
    google_ranking: Option<i64>,
    is_fresh: bool,
    /// The keywords that found it.
    via: Vec<String>,
}

/// What one keyword would find.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeywordCount {
    keyword: String,
    /// Posts of the last 30 days.
    posts: usize,
    /// A shorter phrase that finds posts, for a keyword that finds none.
    suggestion: Option<String>,
}

/// How it ended, for everybody who waits for it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FindingsOutcome {
    Found(KeywordFindings),
    NoAnswer,
}

/// Each change of a keyword asks once.
const CHANGES: Limit = Limit::new(60, TimeDelta::minutes(10));
/// Each keyword is a call to Reddit.
pub(super) const MOST_KEYWORDS: usize = 10;
/// Ranks cost the operator money, and three keywords show what they are.
const MOST_RANKED: usize = 3;

/// Finds what the keywords would bring and waits for it.
pub(super) async fn find(
    app: &App,
    user_id: Uuid,
    keywords: &[Keyword],
) -> Result<KeywordFindings, SearchError> {
    let keywords = keywords.iter().map(|it| it.as_str().to_owned()).collect();
    let job_id = start(app, FindKeywordPosts { user_id, keywords }).await?;
    let end = jobs::wait_for_end(&app.db, job_id).await;
    let End::Done(outcome) = end.map_err(anyhow::Error::from)? else {
        return Err(SearchError::Failed(
            "Failed to find posts. Please try again.",
        ));
    };
    match serde_json::from_value(outcome).map_err(anyhow::Error::from)? {
        FindingsOutcome::Found(findings) => Ok(findings),
        FindingsOutcome::NoAnswer => Err(SearchError::RedditUnavailable),
    }
}

async fn start(app: &App, job: FindKeywordPosts) -> Result<Uuid, SearchError> {
    let real = app.clock.real();
    let user_id = job.user_id;
    let queued = NewJob::of(&job).lane(user_id.to_string()).once(format!(
        "find_keyword_posts:{user_id}:{}",
        job.keywords.join("\n").to_lowercase()
    ));
    let mut tx = app.db.begin().await.map_err(anyhow::Error::from)?;
    let enqueued = jobs::enqueue(&mut tx, &app.clock, queued).await;
    let enqueued = enqueued.map_err(anyhow::Error::from)?;
    if let Enqueued::New(_) = enqueued {
        let name = format!("keyword posts of {user_id}");
        let taken = take(&mut tx, &name, CHANGES, real).await;
        if let Err(exceeded) = taken.map_err(anyhow::Error::from)? {
            let wait_s = i64::try_from(exceeded.wait_s).unwrap_or(CHANGES.per.num_seconds());
            let retry_at = real + TimeDelta::seconds(wait_s);
            return Err(SearchError::RateLimited { exceeded, retry_at });
        }
    }
    tx.commit().await.map_err(anyhow::Error::from)?;
    Ok(enqueued.id())
}

impl Job for FindKeywordPosts {
    const KIND: &'static str = "find_keyword_posts";
    // The keywords have changed by the time of a second try.
    const MAX_FAILURES: i64 = 1;
    const TIME_LIMIT: Duration = Duration::from_secs(30);
    type Context = PreviewTools;

    async fn run(self, tools: PreviewTools, lease: Lease) -> anyhow::Result<Done> {
        let db = &tools.db;
        // Posts are judged by what the website proposed, so that a changed keyword brings other posts
        // without judging all of them again.
        let proposed = onboarding::proposed_keywords(db, self.user_id).await?;
        let proposed = proposed.into_iter().map(|it| it.keyword).collect();
        let now = lease.clock().now();
        let judge = prepared_judge(db, &lease, self.user_id, now, proposed).await?;
        let searches = self.keywords.iter().map(|it| as_search(it)).collect();
        let web = &self.keywords[..self.keywords.len().min(MOST_RANKED)];
        let ears = tools.listening.for_user(self.user_id, Urgency::Interactive);
        let look = first_look::look((db, &lease), &ears, &judge, (searches, web)).await?;
        let outcome = if look.has_answer {
            FindingsOutcome::Found(self.findings(&look, now))
        } else {
            FindingsOutcome::NoAnswer
        };
        let tx = lease.begin().await?;
        lease.finish(tx, json!(outcome)).await
    }
}

fn as_search(keyword: &str) -> ScanSearch {
    ScanSearch {
        id: None,
        via: FoundVia::new(keyword, "keyword"),
        query: reddit_query(keyword).unwrap_or_else(|| keyword.to_owned()),
        is_in_communities: false,
    }
}

impl FindKeywordPosts {
    fn findings(&self, look: &FirstLook, now: chrono::DateTime<Utc>) -> KeywordFindings {
        let best = look.leads.iter().take(SHOWN);
        KeywordFindings {
            posts: best.map(|judged| lead(judged, now)).collect(),
            keywords: self.keywords.iter().map(|it| counted(it, look)).collect(),
            leads_per_month: look.leads.len(),
            is_partial: !look.missed.is_empty(),
        }
    }
}

fn lead(judged: &JudgedPost, now: chrono::DateTime<Utc>) -> KeywordLead {
    let post = &judged.post;
    let mut via: Vec<String> = Vec::new();
    for found in &post.via {
        if !via.contains(&found.phrase) {
            via.push(found.phrase.clone());
        }
    }
    KeywordLead {
        reddit_id: post.reddit_id.clone(),
        title: post.title.clone(),
        subreddit: post.subreddit.clone(),
        created_at: post.created_at,
        url: post.permalink.clone(),
        r#match: post.relevance_score,
        google_ranking: post.google_ranking,
        is_fresh: product::is_fresh(post.google_ranking, post.created_at, now),
        via,
    }
}

fn counted(keyword: &str, look: &FirstLook) -> KeywordCount {
    let read = look.reads.iter().find(|read| read.via.phrase == keyword);
    let posts = read.map_or(0, |read| {
        let of_month = |id: &&String| look.candidates.iter().any(|it| it.post.reddit_id == **id);
        read.reddit_ids.iter().filter(of_month).count()
    });
    KeywordCount {
        keyword: keyword.to_owned(),
        posts,
        suggestion: (posts == 0)
            .then(|| shorter_phrase(keyword, &look.candidates))
            .flatten(),
    }
}

/// The part of a keyword that stands in the most of the posts that the others found. Who writes with
/// operators knows what to leave out.
fn shorter_phrase(keyword: &str, candidates: &[Candidate]) -> Option<String> {
    if reddit_query(keyword).is_some() {
        return None;
    }
    let words: Vec<&str> = keyword.split(' ').collect();
    let parts = (2..words.len()).rev().flat_map(|size| words.windows(size));
    let counted = parts.map(|part| {
        let phrase = part.join(" ");
        let pattern = [KeywordPattern::new(&phrase)];
        let holds = |it: &&Candidate| {
            let text = SearchedText {
                title: &it.post.title,
                body: &it.post.body,
                comments: "",
            };
            !match_keywords(&pattern, text, &it.post.subreddit)
                .keywords
                .is_empty()
        };
        (candidates.iter().filter(holds).count(), phrase)
    });
    let best = counted
        .filter(|(count, _)| *count > 0)
        .max_by_key(|(count, _)| *count);
    best.map(|(_, phrase)| phrase)
}
