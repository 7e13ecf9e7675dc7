//! The HTTP server with Serper's path.

use std::{
    fmt,
    sync::{Arc, OnceLock},
    time::SystemTime,
};

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{Html, IntoResponse, Response},
    routing::{get, post},
};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::sample_pages::{WebPage, pages};
use crate::{
    http_server,
    reddit::{
        SampleFile,
        sample_world::{PlacedPost, SampleWorld, seconds},
        snapshot::{PostState, Snapshot},
        text_index::{self, TextIndex},
    },
};

/// The sandbox's settings.
#[derive(Clone)]
pub struct RankSandbox {
    anchor: SystemTime,
    now: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    further: Vec<SampleFile>,
}

/// An input that makes the sandbox fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankSentinel {
    pub input: &'static str,
    pub about: &'static str,
}

pub const SENTINELS: [RankSentinel; 5] = [
    RankSentinel {
        input: "wrong-key",
        about: "403: the key is not known.",
    },
    RankSentinel {
        input: "spent-key",
        about: "400: the account has no credits left.",
    },
    RankSentinel {
        input: "sandbox:rate-limited",
        about: "429, with `Retry-After: 30`.",
    },
    RankSentinel {
        input: "sandbox:broken",
        about: "500.",
    },
    RankSentinel {
        input: "sandbox:garbage",
        about: "A page of HTML with a status of 200.",
    },
];

const A_PAGE: usize = 10;
/// Google shows no more pages than this.
const LAST_PAGE: usize = 10;

/// What a thread needs to be ranked: a week, and votes or comments.
const RANKED_AFTER_S: i64 = 7 * 24 * 3600;
const RANKED_SCORE: i64 = 60;
const RANKED_COMMENTS: usize = 20;

impl RankSandbox {
    /// The posts are those of [`crate::reddit::RedditSandbox`] with the same `anchor`.
    pub fn new(anchor: SystemTime, now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self {
            anchor,
            now: Arc::new(now),
            further: Vec::new(),
        }
    }

    /// Knows these posts too, as [`crate::reddit::RedditSandbox::with_samples`] does.
    #[must_use]
    pub fn with_samples(self, further: Vec<SampleFile>) -> Self {
        Self { further, ..self }
    }
}

impl fmt::Debug for RankSandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RankSandbox")
            .field("anchor", &self.anchor)
            .finish_non_exhaustive()
    }
}

/// Serves until `stop`, then gives requests in progress five seconds to end.
pub async fn serve(listener: TcpListener, sandbox: RankSandbox, stop: CancellationToken) {
    let server = Arc::new(RankServer {
        sandbox,
        web: OnceLock::new(),
    });
    let routes = Router::new()
        .route("/search", post(search))
        .route("/account", get(show_account))
        .fallback(async || problem(StatusCode::NOT_FOUND, "Not Found"))
        .with_state(server);
    http_server::serve("rank", listener, routes, stop).await;
}

struct RankServer {
    sandbox: RankSandbox,
    /// Built at the first request.
    web: OnceLock<SearchIndex>,
}

/// Everything that can be found: first the pages, then the posts.
struct SearchIndex {
    pages: Vec<WebPage>,
    world: SampleWorld,
    index: TextIndex,
}

#[derive(Deserialize)]
struct SerperRequest {
    q: String,
    #[serde(default)]
    gl: String,
    #[serde(default)]
    hl: String,
    page: Option<usize>,
}

async fn search(
    State(server): State<Arc<RankServer>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    match credits_of(&headers) {
        None => return unauthorized(),
        Some(0) => return problem(StatusCode::BAD_REQUEST, "Not enough credits"),
        Some(_) => {}
    }
    let Ok(asked) = serde_json::from_slice::<SerperRequest>(&body) else {
        return problem(StatusCode::BAD_REQUEST, "Missing query parameter");
    };
    if asked.q.trim().is_empty() {
        return problem(StatusCode::BAD_REQUEST, "Missing query parameter");
    }
    if asked.q.contains("sandbox:rate-limited") {
        let response = problem(StatusCode::TOO_MANY_REQUESTS, "Too many requests");
        return ([(header::RETRY_AFTER, "30")], response).into_response();
    }
    if asked.q.contains("sandbox:broken") {
        return problem(StatusCode::INTERNAL_SERVER_ERROR, "Internal server error");
    }
    if asked.q.contains("sandbox:garbage") {
        return Html("<!doctype html><title>Welcome</title>").into_response();
    }
    let now = seconds((server.sandbox.now)());
    let web = server.web.get_or_init(|| SearchIndex::new(&server.sandbox));
    Json(web.answer(&asked, now)).into_response()
}

/// What is left, without a search.
async fn show_account(headers: HeaderMap) -> Response {
    match credits_of(&headers) {
        None => unauthorized(),
        Some(credits) => Json(json!({ "balance": credits, "rateLimit": 50 })).into_response(),
    }
}

/// How many searches a key has left; none if it is not known.
fn credits_of(headers: &HeaderMap) -> Option<u32> {
    match headers.get("x-api-key")?.to_str().ok()? {
        "" | "wrong-key" => None,
        "spent-key" => Some(0),
        _ => Some(2500),
    }
}

fn unauthorized() -> Response {
    problem(StatusCode::FORBIDDEN, "Unauthorized.")
}

impl SearchIndex {
    fn new(sandbox: &RankSandbox) -> Self {
        let world = SampleWorld::new(sandbox.anchor, &sandbox.further);
        let pages = pages();
        let of_pages = pages
            .iter()
            .map(|page| (page.title.as_str(), page.text.as_str(), ""));
        let of_posts = world.posts.iter().map(|post| {
            let (title, body) = (&post.written.title, &post.written.body);
            (
                title.as_str(),
                body.as_str(),
                world.community(post).name.as_str(),
            )
        });
        Self {
            index: TextIndex::of(of_pages.chain(of_posts)),
            pages,
            world,
        }
    }

    fn answer(&self, asked: &SerperRequest, now: i64) -> Value {
        let page = asked.page.unwrap_or(1).max(1);
        let found = self.found(&asked.q, now);
        let shown = found.into_iter().enumerate().skip((page - 1) * A_PAGE);
        let shown = shown.take(if page > LAST_PAGE { 0 } else { A_PAGE });
        let organic: Vec<Value> = shown
            .map(|(place, (title, link, snippet))| {
                json!({ "title": title, "link": link, "snippet": snippet, "position": place + 1 })
            })
            .collect();
        json!({
            "searchParameters": {
                "q": asked.q, "gl": asked.gl, "hl": asked.hl, "type": "search",
                "page": page, "num": A_PAGE, "engine": "google",
            },
            "organic": organic,
            "credits": 1,
        })
    }

    /// Title, link and snippet of all matches, best first.
    fn found(&self, query: &str, now: i64) -> Vec<(String, String, String)> {
        let (site, words) = narrowed(query);
        let stems = text_index::stems(&words);
        let snapshot = Snapshot {
            world: &self.world,
            now,
        };
        let scores = self.index.scores(&stems);
        let mut places: Vec<(f32, usize)> = (0..self.pages.len() + self.world.posts.len())
            .filter(|place| self.index.document(*place).has_some_of(&stems))
            .map(|place| (scores[place], place))
            .collect();
        places.sort_by(|a, b| b.0.total_cmp(&a.0));
        let found = places
            .into_iter()
            .filter_map(|(_, place)| self.result(place, snapshot));
        let is_there = |link: &str| site.as_ref().is_none_or(|site| link.contains(site));
        found.filter(|(_, link, _)| is_there(link)).collect()
    }

    fn result(&self, place: usize, snapshot: Snapshot<'_>) -> Option<(String, String, String)> {
        if let Some(page) = self.pages.get(place) {
            return Some((page.title.clone(), page.link.clone(), page.text.clone()));
        }
        let post = self.world.posts.get(place - self.pages.len())?;
        let name = &self.world.community(post).name;
        let is_there = snapshot.state(post) == PostState::There;
        (is_there && is_indexed(post, snapshot.now)).then(|| {
            let link = format!("https://www.reddit.com{}", post.permalink(name));
            let title = format!("{} : r/{name}", post.written.title);
            let snippet: String = snapshot.body(post).0.chars().take(155).collect();
            (title, link, snippet.replace('\n', " "))
        })
    }
}

/// Of all threads, search engines rank those that many have read for a while.
fn is_indexed(post: &PlacedPost, now: i64) -> bool {
    let comments = post.written.comment_count.unwrap_or_default() as usize;
    let comments = comments.max(post.comments.len());
    now - post.created >= RANKED_AFTER_S
        && (post.written.score >= RANKED_SCORE || comments >= RANKED_COMMENTS)
}

/// The host after `site:`, and the words without it.
fn narrowed(query: &str) -> (Option<String>, String) {
    let mut site = None;
    let mut words = Vec::new();
    for word in query.split_whitespace() {
        match word.strip_prefix("site:") {
            Some(host) => site = Some(host.to_lowercase()),
            None => words.push(word),
        }
    }
    (site, words.join(" "))
}

fn problem(status: StatusCode, message: &str) -> Response {
    let body = json!({ "message": message, "statusCode": status.as_u16() });
    (status, Json(body)).into_response()
}
