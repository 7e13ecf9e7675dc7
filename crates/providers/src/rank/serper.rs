//! Serper: Google's results by POST.

use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::{Country, RESULTS_PER_PAGE, RankError, SearchResult, WebSearch, errors};
use crate::http::{HttpClient, HttpRequest};

/// Searches with Serper.
#[derive(Debug)]
pub struct Serper {
    http: HttpClient,
    url: String,
    key: ApiKey,
}

const TOTAL: Duration = Duration::from_secs(15);

impl Serper {
    /// `base` ends in a slash.
    pub fn new(base: &Url, key: &str, user_agent: &str) -> Self {
        Self {
            http: HttpClient::new("serper", user_agent).with_total_timeout(TOTAL),
            url: format!("{base}search"),
            key: ApiKey(key.to_owned()),
        }
    }
}

#[derive(Deserialize)]
struct SerperResponse {
    #[serde(default)]
    organic: Vec<SerperResult>,
}

#[derive(Deserialize)]
struct SerperResult {
    position: Option<u32>,
    #[serde(default)]
    title: String,
    link: String,
    #[serde(default)]
    snippet: String,
}

#[async_trait]
impl WebSearch for Serper {
    async fn search(
        &self,
        query: &str,
        country: Country,
        page: u32,
    ) -> Result<Vec<SearchResult>, RankError> {
        let page = page.max(1);
        let asked = json!({ "q": query, "gl": country.as_str(), "hl": "en", "num": RESULTS_PER_PAGE, "page": page });
        let request = self.http.post(&self.url).header("X-API-KEY", &self.key.0);
        let call = HttpRequest::repeatable(request.json(&asked));
        let answer = self.http.call(call).await;
        let answer = answer.map_err(|failure| errors::classify(&failure))?;
        let answer: SerperResponse = answer
            .json()
            .map_err(|failure| errors::classify(&failure))?;
        let found = answer
            .organic
            .into_iter()
            .zip(1..)
            .map(|(one, place)| SearchResult {
                position: one.position.unwrap_or(place),
                title: one.title,
                link: one.link,
                snippet: one.snippet,
            });
        Ok(number_over_all_pages(found.collect(), page))
    }
}

/// Some providers restart the positions on every page.
fn number_over_all_pages(mut found: Vec<SearchResult>, page: u32) -> Vec<SearchResult> {
    let before = (page - 1) * RESULTS_PER_PAGE;
    let restarts = found.first().is_some_and(|first| first.position <= before);
    if restarts {
        for one in &mut found {
            one.position += before;
        }
    }
    found
}

#[derive(Clone)]
struct ApiKey(String);

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[secret]")
    }
}
