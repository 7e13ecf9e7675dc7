//! Serper: Google's results by POST.

use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::{A_PAGE, Country, Found, RankFailed, Ranks, failures};
use crate::http::{Call, Outgoing};

/// Asks Serper.
#[derive(Debug)]
pub struct Serper {
    outgoing: Outgoing,
    url: String,
    key: Key,
}

const TOTAL: Duration = Duration::from_secs(15);

impl Serper {
    /// `base` ends in a slash.
    pub fn new(base: &Url, key: &str, user_agent: &str) -> Self {
        Self {
            outgoing: Outgoing::new("serper", user_agent).with_total(TOTAL),
            url: format!("{base}search"),
            key: Key(key.to_owned()),
        }
    }
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    organic: Vec<Organic>,
}

#[derive(Deserialize)]
struct Organic {
    position: Option<u32>,
    #[serde(default)]
    title: String,
    link: String,
    #[serde(default)]
    snippet: String,
}

#[async_trait]
impl Ranks for Serper {
    async fn search(
        &self,
        query: &str,
        country: Country,
        page: u32,
    ) -> Result<Vec<Found>, RankFailed> {
        let page = page.max(1);
        let asked =
            json!({ "q": query, "gl": country.as_str(), "hl": "en", "num": A_PAGE, "page": page });
        let request = self
            .outgoing
            .post(&self.url)
            .header("X-API-KEY", &self.key.0);
        let call = Call::repeatable(request.json(&asked));
        let answer = self.outgoing.call(call).await;
        let answer = answer.map_err(|failure| failures::sorted(&failure))?;
        let answer: Answer = answer
            .json()
            .map_err(|failure| failures::sorted(&failure))?;
        let found = answer
            .organic
            .into_iter()
            .zip(1..)
            .map(|(one, place)| Found {
                position: one.position.unwrap_or(place),
                title: one.title,
                link: one.link,
                snippet: one.snippet,
            });
        Ok(over_all_pages(found.collect(), page))
    }
}

/// Some providers begin to count anew on every page.
pub(super) fn over_all_pages(mut found: Vec<Found>, page: u32) -> Vec<Found> {
    let before = (page - 1) * A_PAGE;
    let is_anew = found.first().is_some_and(|first| first.position <= before);
    if is_anew {
        for one in &mut found {
            one.position += before;
        }
    }
    found
}

#[derive(Clone)]
struct Key(String);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[secret]")
    }
}
