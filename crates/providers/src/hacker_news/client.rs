//! The calls to Hacker News and to its search.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, SystemTime},
};

use serde::de::DeserializeOwned;
use url::Url;

use super::{
    HackerNewsError, HackerNewsItem, HackerNewsSearch, HackerNewsSettings, MAX_HITS_PER_PAGE,
    MAX_SEARCH_BYTES,
    wire::{ChangedItems, SearchPage, WireItem},
};
use crate::http::{HttpClient, HttpError};

/// Reads Hacker News. Clones share their connections and circuit breakers.
#[derive(Clone)]
pub struct HackerNewsClient {
    shared: Arc<SharedClient>,
}

struct SharedClient {
    settings: HackerNewsSettings,
    items: HttpClient,
    search: HttpClient,
}

const USER_AGENT: &str = concat!("earshot/", env!("CARGO_PKG_VERSION"));
const DEADLINE: Duration = Duration::from_secs(10);
/// The longest known item lists some thousand replies.
const ITEM_LIMIT: usize = 1024 * 1024;
/// A page of a thousand long comments is about three megabytes.
const SEARCH_LIMIT: usize = 8 * 1024 * 1024;
/// The pause when we are asked to wait and not told for how long.
const DEFAULT_PAUSE: Duration = Duration::from_secs(10);
/// The longest pause: the search counts calls within an hour.
const MAX_PAUSE: Duration = Duration::from_hours(1);

impl HackerNewsClient {
    pub fn new(settings: HackerNewsSettings) -> Self {
        let client = |name, limit| {
            HttpClient::new(name, USER_AGENT)
                .with_total_timeout(DEADLINE)
                .with_body_limit(limit)
        };
        Self {
            shared: Arc::new(SharedClient {
                settings,
                items: client("hacker news", ITEM_LIMIT),
                search: client("hacker news search", SEARCH_LIMIT),
            }),
        }
    }

    /// The highest number that was given out so far. The item itself may not be there yet.
    pub async fn newest_number(&self) -> Result<i64, HackerNewsError> {
        let number: i64 = self.get_item("v0/maxitem.json").await?;
        let is_number = number > 0;
        is_number
            .then_some(number)
            .ok_or(HackerNewsError::InvalidResponse)
    }

    /// An item; `None` if it is not there, or not yet: numbers are given out before items appear.
    pub async fn item(&self, number: i64) -> Result<Option<HackerNewsItem>, HackerNewsError> {
        if number < 1 {
            return Ok(None);
        }
        let item: Option<WireItem> = self.get_item(&format!("v0/item/{number}.json")).await?;
        item.map(|item| item.into_item(number)).transpose()
    }

    /// The numbers of items that were changed lately.
    pub async fn changed(&self) -> Result<Vec<i64>, HackerNewsError> {
        let changed: ChangedItems = self.get_item("v0/updates.json").await?;
        Ok(changed.into_numbers())
    }

    /// A page of stories and comments, newest first.
    pub async fn search(
        &self,
        search: &HackerNewsSearch,
    ) -> Result<Vec<HackerNewsItem>, HackerNewsError> {
        let since = search.since.duration_since(SystemTime::UNIX_EPOCH);
        let since_s = since.unwrap_or_default().as_secs();
        let client = &self.shared.search;
        let url = address(&self.shared.settings.search, "api/v1/search_by_date")?;
        let request = client.get(url).query(&[
            ("query", shortened(&search.words).to_owned()),
            ("tags", "(story,comment)".to_owned()),
            ("numericFilters", format!("created_at_i>{since_s}")),
            ("page", search.page.to_string()),
            (
                "hitsPerPage",
                search.limit.clamp(1, MAX_HITS_PER_PAGE).to_string(),
            ),
        ]);
        let response = client
            .call(request)
            .await
            .map_err(|error| failure(&error))?;
        let page: SearchPage = response.json().map_err(|error| failure(&error))?;
        page.into_items()
    }

    /// The address of the page on which people read an item. Makes no call.
    pub fn address_of(&self, number: i64) -> String {
        format!("{}item?id={number}", self.shared.settings.pages)
    }

    async fn get_item<T: DeserializeOwned>(&self, path: &str) -> Result<T, HackerNewsError> {
        let client = &self.shared.items;
        let url = address(&self.shared.settings.items, path)?;
        let response = client.call(client.get(url)).await;
        let response = response.map_err(|error| failure(&error))?;
        response.json().map_err(|error| failure(&error))
    }
}

impl fmt::Debug for HackerNewsClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HackerNewsClient")
            .field("settings", &self.shared.settings)
            .finish_non_exhaustive()
    }
}

fn address(base: &Url, path: &str) -> Result<Url, HackerNewsError> {
    base.join(path)
        .map_err(|_| HackerNewsError::InvalidResponse)
}

/// Longer searches are refused, so they lose their last words.
fn shortened(words: &str) -> &str {
    let words = words.trim();
    if words.len() <= MAX_SEARCH_BYTES {
        return words;
    }
    let cut = &words[..words.floor_char_boundary(MAX_SEARCH_BYTES)];
    cut.rsplit_once(char::is_whitespace)
        .map_or(cut, |(kept, _)| kept.trim_end())
}

fn failure(error: &HttpError) -> HackerNewsError {
    let retry_after = error.retry_after().map(|pause| pause.min(MAX_PAUSE));
    match error {
        HttpError::RateLimited { .. } => HackerNewsError::RateLimited {
            retry_after: retry_after.unwrap_or(DEFAULT_PAUSE),
        },
        HttpError::Open { .. }
        | HttpError::Unreachable
        | HttpError::TimedOut
        | HttpError::Silent
        | HttpError::Status {
            status: 408 | 425 | 500..,
            ..
        } => HackerNewsError::Unavailable { retry_after },
        HttpError::Status { .. }
        | HttpError::TooLarge
        | HttpError::Garbled
        | HttpError::Malformed => HackerNewsError::InvalidResponse,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_searches_lose_their_last_words() {
        assert_eq!(shortened(" late invoice "), "late invoice");
        assert_eq!(shortened(&"invoice ".repeat(80)).len(), 511);
        assert_eq!(shortened(&"ü".repeat(600)).len(), 512);
    }

    #[test]
    fn nobody_makes_us_wait_for_days() {
        let asked = HttpError::RateLimited {
            retry_after: Some(Duration::MAX),
        };

        let expected = HackerNewsError::RateLimited {
            retry_after: MAX_PAUSE,
        };
        assert_eq!(failure(&asked), expected);
    }
}
