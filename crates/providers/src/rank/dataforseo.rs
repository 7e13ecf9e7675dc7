//! DataForSEO: Google's results as a live task.

use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::{Country, RESULTS_PER_PAGE, RankError, SearchResult, WebSearch, errors};
use crate::http::{HttpClient, HttpRequest};

/// Searches with DataForSEO.
pub struct DataForSeo {
    http: HttpClient,
    url: String,
    login: String,
    password: String,
}

/// A live task takes a few seconds.
const TOTAL: Duration = Duration::from_secs(30);
const TRIES: u32 = 2;

impl DataForSeo {
    /// `base` ends in a slash.
    pub fn new(base: &Url, login: &str, password: &str, user_agent: &str) -> Self {
        Self {
            http: HttpClient::new("dataforseo", user_agent)
                .with_total_timeout(TOTAL)
                .with_tries(TRIES),
            url: format!("{base}v3/serp/google/organic/live/advanced"),
            login: login.to_owned(),
            password: password.to_owned(),
        }
    }
}

#[derive(Deserialize)]
struct DataForSeoResponse {
    status_code: u32,
    #[serde(default)]
    tasks: Vec<DataForSeoTask>,
}

#[derive(Deserialize)]
struct DataForSeoTask {
    status_code: u32,
    result: Option<Vec<DataForSeoResult>>,
}

#[derive(Deserialize)]
struct DataForSeoResult {
    items: Option<Vec<DataForSeoItem>>,
}

#[derive(Deserialize)]
struct DataForSeoItem {
    #[serde(rename = "type")]
    kind: String,
    /// Among organic results, over all pages.
    rank_group: Option<u32>,
    title: Option<String>,
    url: Option<String>,
    description: Option<String>,
}

/// Google's location codes of countries are the ISO number plus this.
const COUNTRY_CODES: u32 = 2000;
/// The task's own statuses; everything from 40000 on is a failure.
const DONE: u32 = 20_000;
const NO_RESULTS: u32 = 40_102;

#[async_trait]
impl WebSearch for DataForSeo {
    async fn search(
        &self,
        query: &str,
        country: Country,
        page: u32,
    ) -> Result<Vec<SearchResult>, RankError> {
        let page = page.max(1);
        let asked = json!([{
            "keyword": query,
            "location_code": COUNTRY_CODES + country.number(),
            "language_code": "en",
            "depth": page * RESULTS_PER_PAGE,
            "device": "desktop",
        }]);
        let request = self.http.post(&self.url);
        let request = request.basic_auth(&self.login, Some(&self.password));
        let answer = self
            .http
            .call(HttpRequest::repeatable(request.json(&asked)))
            .await;
        let answer = answer.map_err(|failure| errors::classify(&failure))?;
        let answer: DataForSeoResponse = answer
            .json()
            .map_err(|failure| errors::classify(&failure))?;
        let mut found = found(answer)?;
        // The depth is counted from the first result.
        let before = (page - 1) * RESULTS_PER_PAGE;
        found.retain(|one| (before + 1..=before + RESULTS_PER_PAGE).contains(&one.position));
        Ok(found)
    }
}

fn found(answer: DataForSeoResponse) -> Result<Vec<SearchResult>, RankError> {
    check(answer.status_code)?;
    let task = answer
        .tasks
        .into_iter()
        .next()
        .ok_or(RankError::InvalidResponse)?;
    if task.status_code == NO_RESULTS {
        return Ok(Vec::new());
    }
    check(task.status_code)?;
    let outcome = task.result.and_then(|all| all.into_iter().next());
    let items = outcome
        .ok_or(RankError::InvalidResponse)?
        .items
        .unwrap_or_default();
    let found = items.into_iter().filter(|item| item.kind == "organic");
    Ok(found
        .filter_map(|item| {
            Some(SearchResult {
                position: item.rank_group?,
                title: item.title.unwrap_or_default(),
                link: item.url?,
                snippet: item.description.unwrap_or_default(),
            })
        })
        .collect())
}

fn check(status: u32) -> Result<(), RankError> {
    match status {
        DONE..40_000 => Ok(()),
        40_100 | 40_104 => Err(RankError::Unauthorised),
        40_200 | 40_203 | 40_210 => Err(RankError::QuotaExhausted),
        40_202 | 50_000.. => Err(RankError::Unavailable { retry_after: None }),
        _ => Err(RankError::InvalidResponse),
    }
}

impl std::fmt::Debug for DataForSeo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DataForSeo").finish_non_exhaustive()
    }
}
