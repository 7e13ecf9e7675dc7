//! SearXNG: a self-hosted search engine that queries Google.

use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use url::Url;

use super::{Country, RESULTS_PER_PAGE, RankError, SearchResult, WebSearch, errors};
use crate::http::HttpClient;

/// Searches with a SearXNG instance.
#[derive(Debug)]
pub struct SearxNg {
    http: HttpClient,
    url: String,
}

const TOTAL: Duration = Duration::from_secs(15);

impl SearxNg {
    /// `base` ends in a slash.
    pub fn new(base: &Url, user_agent: &str) -> Self {
        Self {
            http: HttpClient::new("searxng", user_agent).with_total_timeout(TOTAL),
            url: format!("{base}search"),
        }
    }
}

#[derive(Deserialize)]
struct SearxNgResponse {
    #[serde(default)]
    results: Vec<SearxNgResult>,
    #[serde(default)]
    unresponsive_engines: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct SearxNgResult {
    url: String,
    #[serde(default)]
    title: String,
    content: Option<String>,
    /// The position on this page, per engine.
    #[serde(default)]
    positions: Vec<u32>,
}

#[async_trait]
impl WebSearch for SearxNg {
    async fn search(
        &self,
        query: &str,
        country: Country,
        page: u32,
    ) -> Result<Vec<SearchResult>, RankError> {
        let page = page.max(1);
        let language = format!("en-{}", country.as_str().to_uppercase());
        let asked = [
            ("q", query.to_owned()),
            ("format", "json".to_owned()),
            ("engines", "google".to_owned()),
            ("language", language),
            ("pageno", page.to_string()),
        ];
        let request = self.http.get(&self.url).query(&asked);
        let answer = self.http.call(request).await;
        let answer = answer.map_err(|failure| errors::classify(&failure))?;
        let answer: SearxNgResponse = answer
            .json()
            .map_err(|failure| errors::classify(&failure))?;
        // Google blocked SearXNG: an empty list does not mean that there are no results.
        if answer.results.is_empty() && !answer.unresponsive_engines.is_empty() {
            return Err(RankError::Unavailable { retry_after: None });
        }
        Ok(found(answer.results, page))
    }
}

fn found(results: Vec<SearxNgResult>, page: u32) -> Vec<SearchResult> {
    let before = (page - 1) * RESULTS_PER_PAGE;
    let mut found: Vec<SearchResult> = results
        .into_iter()
        .zip(1..)
        .map(|(one, place)| SearchResult {
            position: before + one.positions.first().copied().unwrap_or(place),
            title: one.title,
            link: one.url,
            snippet: one.content.unwrap_or_default(),
        })
        .collect();
    found.sort_by_key(|one| one.position);
    found
}
