//! DataForSEO: Google's results, live, with a task around them.

use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::{A_PAGE, Country, Found, RankFailed, Ranks, failures};
use crate::http::{Call, Outgoing};

/// Asks DataForSEO.
pub struct DataForSeo {
    outgoing: Outgoing,
    url: String,
    login: String,
    password: String,
}

/// A live task takes some seconds by itself.
const TOTAL: Duration = Duration::from_secs(30);
const TRIES: u32 = 2;

impl DataForSeo {
    /// `base` ends in a slash.
    pub fn new(base: &Url, login: &str, password: &str, user_agent: &str) -> Self {
        Self {
            outgoing: Outgoing::new("dataforseo", user_agent)
                .with_total(TOTAL)
                .with_tries(TRIES),
            url: format!("{base}v3/serp/google/organic/live/advanced"),
            login: login.to_owned(),
            password: password.to_owned(),
        }
    }
}

#[derive(Deserialize)]
struct Answer {
    status_code: u32,
    #[serde(default)]
    tasks: Vec<Task>,
}

#[derive(Deserialize)]
struct Task {
    status_code: u32,
    result: Option<Vec<Outcome>>,
}

#[derive(Deserialize)]
struct Outcome {
    items: Option<Vec<Item>>,
}

#[derive(Deserialize)]
struct Item {
    #[serde(rename = "type")]
    kind: String,
    /// Among results of its kind, over all pages.
    rank_group: Option<u32>,
    title: Option<String>,
    url: Option<String>,
    description: Option<String>,
}

/// Google's places of whole countries are numbered so.
const COUNTRY_CODES: u32 = 2000;
/// The task's own statuses; everything from 40000 on is a failure.
const DONE: u32 = 20_000;
const NO_RESULTS: u32 = 40_102;

#[async_trait]
impl Ranks for DataForSeo {
    async fn search(
        &self,
        query: &str,
        country: Country,
        page: u32,
    ) -> Result<Vec<Found>, RankFailed> {
        let page = page.max(1);
        let asked = json!([{
            "keyword": query,
            "location_code": COUNTRY_CODES + country.number(),
            "language_code": "en",
            "depth": page * A_PAGE,
            "device": "desktop",
        }]);
        let request = self.outgoing.post(&self.url);
        let request = request.basic_auth(&self.login, Some(&self.password));
        let answer = self
            .outgoing
            .call(Call::repeatable(request.json(&asked)))
            .await;
        let answer = answer.map_err(|failure| failures::sorted(&failure))?;
        let answer: Answer = answer
            .json()
            .map_err(|failure| failures::sorted(&failure))?;
        let mut found = found(answer)?;
        // The depth is counted from the first result.
        let before = (page - 1) * A_PAGE;
        found.retain(|one| (before + 1..=before + A_PAGE).contains(&one.position));
        Ok(found)
    }
}

fn found(answer: Answer) -> Result<Vec<Found>, RankFailed> {
    check(answer.status_code)?;
    let task = answer
        .tasks
        .into_iter()
        .next()
        .ok_or(RankFailed::Nonsense)?;
    if task.status_code == NO_RESULTS {
        return Ok(Vec::new());
    }
    check(task.status_code)?;
    let outcome = task.result.and_then(|all| all.into_iter().next());
    let items = outcome
        .ok_or(RankFailed::Nonsense)?
        .items
        .unwrap_or_default();
    let found = items.into_iter().filter(|item| item.kind == "organic");
    Ok(found
        .filter_map(|item| {
            Some(Found {
                position: item.rank_group?,
                title: item.title.unwrap_or_default(),
                link: item.url?,
                snippet: item.description.unwrap_or_default(),
            })
        })
        .collect())
}

fn check(status: u32) -> Result<(), RankFailed> {
    match status {
        DONE..40_000 => Ok(()),
        40_100 | 40_104 => Err(RankFailed::Unauthorised),
        40_200 | 40_203 | 40_210 => Err(RankFailed::Spent),
        40_202 | 50_000.. => Err(RankFailed::NotNow { retry_after: None }),
        _ => Err(RankFailed::Nonsense),
    }
}

impl std::fmt::Debug for DataForSeo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DataForSeo").finish_non_exhaustive()
    }
}
