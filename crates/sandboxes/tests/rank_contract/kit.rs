//! The sandbox, and servers that answer from recordings.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use axum::{Router, body::to_bytes, extract::Request, http::StatusCode};
use providers::rank::{Country, RankError, RankProvider, RankSettings, SearchResult, WebSearch};
use sandboxes::rank::{self as sandbox, API_KEY, RankSandbox};
use serde_json::Value;
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;

pub(crate) const AGENT: &str = "earshot-test/1.0";

pub(crate) fn anchor() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_794_700_813)
}

/// The sandbox on a port of its own; gone when it is dropped.
pub(crate) struct Sandbox {
    pub(crate) address: SocketAddr,
    now: Arc<Mutex<SystemTime>>,
    _tasks: JoinSet<()>,
}

impl Sandbox {
    pub(crate) async fn start() -> Self {
        let (listener, address) = free_port().await;
        let now = Arc::new(Mutex::new(anchor()));
        let told = now.clone();
        let settings = RankSandbox::new(anchor(), move || *told.lock().unwrap());
        let mut tasks = JoinSet::new();
        tasks.spawn(sandbox::serve(listener, settings, CancellationToken::new()));
        Self {
            address,
            now,
            _tasks: tasks,
        }
    }

    pub(crate) fn advance(&self, step: Duration) {
        *self.now.lock().unwrap() += step;
    }

    pub(crate) fn ranks_with(&self, key: &str) -> Arc<dyn WebSearch> {
        ranks(RankProvider::Serper, self.address, Some(key))
    }

    pub(crate) async fn search(
        &self,
        query: &str,
        page: u32,
    ) -> Result<Vec<SearchResult>, RankError> {
        let ranks = self.ranks_with(API_KEY);
        ranks.search(query, Country::default(), page).await
    }
}

pub(crate) fn ranks(
    provider: RankProvider,
    at: SocketAddr,
    key: Option<&str>,
) -> Arc<dyn WebSearch> {
    let url = format!("http://{at}");
    RankSettings::new(provider, Some(&url), key)
        .unwrap()
        .ranks(AGENT)
}

pub(crate) async fn free_port() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

/// A server that always answers the same and remembers what it was asked.
pub(crate) struct Recording {
    pub(crate) address: SocketAddr,
    heard: Arc<Mutex<Vec<Heard>>>,
    _tasks: JoinSet<()>,
}

#[derive(Debug, Clone)]
pub(crate) struct Heard {
    pub(crate) target: String,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) body: Value,
}

impl Recording {
    pub(crate) async fn of(status: u16, body: &'static str) -> Self {
        let heard: Arc<Mutex<Vec<Heard>>> = Arc::default();
        let kept = heard.clone();
        let handler = async move |request: Request| {
            let (parts, body_asked) = request.into_parts();
            let asked = to_bytes(body_asked, 1 << 20).await.unwrap();
            kept.lock().unwrap().push(Heard {
                target: parts.uri.to_string(),
                headers: parts.headers,
                body: serde_json::from_slice(&asked).unwrap_or_default(),
            });
            (StatusCode::from_u16(status).unwrap(), body)
        };
        let (listener, address) = free_port().await;
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            axum::serve(listener, Router::new().fallback(handler))
                .await
                .unwrap();
        });
        Self {
            address,
            heard,
            _tasks: tasks,
        }
    }

    pub(crate) fn heard(&self) -> Heard {
        self.heard.lock().unwrap()[0].clone()
    }
}
