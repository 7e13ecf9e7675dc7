//! A Reddit that a test can take down and bring back: the sandbox behind a door of the test's own.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use platform::clock::Clock;
use platform::tasks::Tasks;
use sandboxes::reddit::{self as sandbox, CallAllowance, RedditSandbox};
use tokio::net::TcpListener;

use super::noon;

/// Ends with the test.
pub(crate) struct UnreliableReddit {
    pub(crate) url: String,
    door: Door,
    tasks: Tasks,
}

#[derive(Clone)]
struct Door {
    sandbox: String,
    client: reqwest::Client,
    notes: Arc<Mutex<DoorNotes>>,
}

#[derive(Default)]
struct DoorNotes {
    failure: Option<Failure>,
    /// What was asked, as path and query.
    asked: Vec<String>,
}

/// Which calls fail, and how.
#[derive(Clone)]
struct Failure {
    status: StatusCode,
    part: &'static str,
}

/// Where Reddit gives out tokens.
const TOKEN: &str = "/api/v1/access_token";

impl UnreliableReddit {
    pub(crate) async fn open() -> Self {
        providers::install_tls();
        let tasks = Tasks::default();
        let clock = Clock::held(noon());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let inner = format!("http://{}", listener.local_addr().unwrap());
        let told = clock.clone();
        // The wall's time is held, so no new window of calls begins: one is enough for many scans.
        let reddit = RedditSandbox::new(noon().into(), move || told.now().into()).with_allowance(
            CallAllowance {
                calls: 100_000,
                window: Duration::from_mins(10),
            },
        );
        tasks.supervise(
            "reddit sandbox",
            sandbox::serve(listener, reddit, tasks.stopping()),
        );
        let door = Door {
            sandbox: inner,
            client: reqwest::Client::builder().no_proxy().build().unwrap(),
            notes: Arc::default(),
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = axum::Router::new().fallback(pass).with_state(door.clone());
        let stopping = tasks.stopping();
        tasks.supervise("reddit's door", async move {
            let serving = axum::serve(listener, router);
            let serving = serving.with_graceful_shutdown(stopping.cancelled_owned());
            serving.await.unwrap();
        });
        Self { url, door, tasks }
    }

    /// What points a server to it, without a provider of ranks.
    pub(crate) fn settings(&self) -> [(&'static str, &str); 5] {
        [
            ("REDDIT_CLIENT_ID", sandbox::CLIENT_ID),
            ("REDDIT_CLIENT_SECRET", sandbox::CLIENT_SECRET),
            ("REDDIT_WWW_URL", &self.url),
            ("REDDIT_OAUTH_URL", &self.url),
            ("EARSHOT_RANK_PROVIDER", "none"),
        ]
    }

    /// Answers every call with this status; tokens are still given out, unless it is a 401.
    pub(crate) fn goes_down(&self, status: u16) {
        self.fails_for(status, "");
    }

    /// Answers those calls with this status whose path or query contains `part`.
    pub(crate) fn fails_for(&self, status: u16, part: &'static str) {
        let status = StatusCode::from_u16(status).unwrap();
        self.notes(|notes| notes.failure = Some(Failure { status, part }));
    }

    pub(crate) fn comes_back(&self) {
        self.notes(|notes| notes.failure = None);
    }

    /// What was asked since the last look, without tokens.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.notes(|notes| std::mem::take(&mut notes.asked))
    }

    fn notes<T>(&self, change: impl FnOnce(&mut DoorNotes) -> T) -> T {
        change(&mut self.door.notes.lock().unwrap())
    }
}

impl Drop for UnreliableReddit {
    fn drop(&mut self) {
        self.tasks.stopping().cancel();
    }
}

async fn pass(State(door): State<Door>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().unwrap().to_string();
    let is_token = path == TOKEN;
    let failure = {
        let mut notes = door.notes.lock().unwrap();
        if !is_token {
            notes.asked.push(path.clone());
        }
        notes.failure.clone()
    };
    if let Some(failure) = failure
        && path.contains(failure.part)
        && (!is_token || failure.status == StatusCode::UNAUTHORIZED)
    {
        return failure.status.into_response();
    }
    let body: Bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let mut headers = parts.headers;
    headers.remove("host");
    let inner = door
        .client
        .request(parts.method, format!("{}{path}", door.sandbox))
        .headers(headers)
        .body(body);
    let answer = inner.send().await.unwrap();
    let mut response = Response::builder().status(answer.status());
    for (name, value) in answer.headers() {
        if name.as_str().starts_with("x-ratelimit") || name == "content-type" {
            response = response.header(name, value);
        }
    }
    let body = answer.bytes().await.unwrap();
    response.body(Body::from(body)).unwrap()
}
