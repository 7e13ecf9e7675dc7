//! SearXNG: a search engine of one's own that asks Google.

use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use url::Url;

use super::{A_PAGE, Country, Found, RankFailed, Ranks, failures};
use crate::http::Outgoing;

/// Asks a SearXNG.
#[derive(Debug)]
pub struct SearxNg {
    outgoing: Outgoing,
    url: String,
}

const TOTAL: Duration = Duration::from_secs(15);

impl SearxNg {
    /// `base` ends in a slash.
    pub fn new(base: &Url, user_agent: &str) -> Self {
        Self {
            outgoing: Outgoing::new("searxng", user_agent).with_total(TOTAL),
            url: format!("{base}search"),
        }
    }
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    results: Vec<Hit>,
    #[serde(default)]
    unresponsive_engines: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Hit {
    url: String,
    #[serde(default)]
    title: String,
    content: Option<String>,
    /// On this page, by each engine that found it.
    #[serde(default)]
    positions: Vec<u32>,
}

#[async_trait]
impl Ranks for SearxNg {
    async fn search(
        &self,
        query: &str,
        country: Country,
        page: u32,
    ) -> Result<Vec<Found>, RankFailed> {
        let page = page.max(1);
        let language = format!("en-{}", country.as_str().to_uppercase());
        let asked = [
            ("q", query.to_owned()),
            ("format", "json".to_owned()),
            ("engines", "google".to_owned()),
            ("language", language),
            ("pageno", page.to_string()),
        ];
        let request = self.outgoing.get(&self.url).query(&asked);
        let answer = self.outgoing.call(request).await;
        let answer = answer.map_err(|failure| failures::sorted(&failure))?;
        let answer: Answer = answer
            .json()
            .map_err(|failure| failures::sorted(&failure))?;
        // Google turned SearXNG away: no results, and no proof that there are none.
        if answer.results.is_empty() && !answer.unresponsive_engines.is_empty() {
            return Err(RankFailed::NotNow { retry_after: None });
        }
        Ok(found(answer.results, page))
    }
}

fn found(results: Vec<Hit>, page: u32) -> Vec<Found> {
    let before = (page - 1) * A_PAGE;
    let mut found: Vec<Found> = results
        .into_iter()
        .zip(1..)
        .map(|(one, place)| Found {
            position: before + one.positions.first().copied().unwrap_or(place),
            title: one.title,
            link: one.url,
            snippet: one.content.unwrap_or_default(),
        })
        .collect();
    found.sort_by_key(|one| one.position);
    found
}
