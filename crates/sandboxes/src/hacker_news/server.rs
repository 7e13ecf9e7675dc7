//! The HTTP server: items, search and pages at one address.

use std::{
    collections::BTreeSet,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use axum::{
    Json, Router,
    extract::{Path, RawQuery, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use providers::hacker_news::plain_text;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use url::form_urlencoded;

use super::{
    algolia_query::AlgoliaQuery,
    item_json,
    item_store::{ItemState, ItemStore, NewHackerNewsItem, StoredItem},
    sentinels::{BROKEN_ITEM, RATE_LIMITED, UNAVAILABLE},
};
use crate::{
    http_server,
    sample_page::{self, SamplePostPage},
};

/// The sandbox with its items. Clones share them, so whoever keeps one can publish while another is
/// served.
#[derive(Clone)]
pub struct HackerNewsSandbox {
    now: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    items: Arc<Mutex<ItemStore>>,
}

const SERVICE: &str = "Hacker News";

impl HackerNewsSandbox {
    /// The samples are written in the two days before `anchor`, which may lie ahead; `now` returns the
    /// time.
    pub fn new(anchor: SystemTime, now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self {
            now: Arc::new(now),
            items: Arc::new(Mutex::new(ItemStore::new(anchor))),
        }
    }

    /// Publishes an item and returns its number.
    pub fn publish_item(&self, item: NewHackerNewsItem) -> i64 {
        let now = (self.now)();
        self.items().publish(item, now)
    }

    /// Deletes an item as its author would; tells whether there was one.
    pub fn delete_item(&self, number: i64) -> bool {
        self.items().delete(number)
    }

    /// The items as they are now.
    fn items(&self) -> MutexGuard<'_, ItemStore> {
        let mut items = self.items.lock().unwrap_or_else(PoisonError::into_inner);
        items.catch_up((self.now)());
        items
    }
}

impl fmt::Debug for HackerNewsSandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HackerNewsSandbox").finish_non_exhaustive()
    }
}

/// Serves until `stop`, then gives requests in progress five seconds to end.
pub async fn serve(listener: TcpListener, sandbox: HackerNewsSandbox, stop: CancellationToken) {
    let routes = Router::new()
        .route("/v0/maxitem.json", get(newest_number))
        .route("/v0/updates.json", get(changed))
        .route("/v0/item/{file}", get(item))
        .route("/api/v1/search_by_date", get(search))
        .route("/item", get(page))
        .with_state(sandbox);
    http_server::serve("hacker news", listener, routes, stop).await;
}

async fn newest_number(State(sandbox): State<HackerNewsSandbox>) -> Json<i64> {
    Json(sandbox.items().newest_number())
}

async fn changed(State(sandbox): State<HackerNewsSandbox>) -> Json<Value> {
    let items = sandbox.items();
    let numbers: Vec<i64> = items.changed().collect();
    let authors = numbers.iter().filter_map(|number| items.get(*number));
    let authors: BTreeSet<&str> = authors.map(|item| item.content.author.as_str()).collect();
    Json(json!({ "items": numbers, "profiles": authors }))
}

async fn item(State(sandbox): State<HackerNewsSandbox>, Path(file): Path<String>) -> Response {
    let number = file.strip_suffix(".json").map(str::parse::<i64>);
    let Some(Ok(number)) = number else {
        let body = json!({ "error": "Permission denied" });
        return (StatusCode::UNAUTHORIZED, Json(body)).into_response();
    };
    if number == BROKEN_ITEM {
        let half = format!(r#"{{"by": "mosslake", "id": {number}, "te"#);
        return ([(header::CONTENT_TYPE, "application/json")], half).into_response();
    }
    let mut items = sandbox.items();
    let found = items.asked_for(number).cloned();
    Json(found.map(|found| item_json::item(&items, &found))).into_response()
}

async fn search(State(sandbox): State<HackerNewsSandbox>, RawQuery(query): RawQuery) -> Response {
    let query = AlgoliaQuery::read(&query.unwrap_or_default());
    if query.words.contains(UNAVAILABLE) {
        return refusal(StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable");
    }
    if query.words.contains(RATE_LIMITED) {
        return refusal(StatusCode::TOO_MANY_REQUESTS, "Too Many Requests");
    }
    Json(query.answer(&sandbox.items())).into_response()
}

async fn page(State(sandbox): State<HackerNewsSandbox>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let number = pairs.find(|(name, _)| name == "id");
    let number = number.and_then(|(_, value)| value.parse().ok());
    let items = sandbox.items();
    let item = number.and_then(|number| items.get(number));
    match item.filter(|item| item.state == ItemState::Shown) {
        Some(item) => page_of(&items, item),
        None => sample_page::show(SERVICE, None),
    }
}

fn page_of(items: &ItemStore, item: &StoredItem) -> Response {
    let content = &item.content;
    let story = &items.story_of(item).content;
    let by_line = if item.kind == "comment" {
        format!("A comment by {} on:", content.author)
    } else {
        format!("By {}", content.author)
    };
    let page = SamplePostPage {
        service: SERVICE,
        title: &plain_text(&story.title),
        by_line,
        text: &plain_text(&content.html),
        link: content.link.as_deref(),
    };
    sample_page::show(SERVICE, Some(&page))
}

fn refusal(status: StatusCode, message: &str) -> Response {
    let body = json!({ "message": message, "status": status.as_u16() });
    (status, [(header::RETRY_AFTER, "30")], Json(body)).into_response()
}
