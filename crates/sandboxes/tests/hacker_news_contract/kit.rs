//! The sandbox, the adapter pointed at it, and a server that answers as it is told.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use axum::{
    Router,
    extract::Request,
    response::{IntoResponse, Response},
};
use providers::hacker_news::{
    HackerNewsClient, HackerNewsItem, HackerNewsSearch, HackerNewsSettings,
};
use sandboxes::hacker_news::{self as sandbox, HackerNewsSandbox};
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;

/// The number of the first sample, less one.
pub(crate) const FIRST: i64 = 46_000_000;

/// The 15th of November 2026.
const NOON_S: u64 = 1_794_744_000;

pub(crate) fn noon() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(NOON_S)
}

/// The sandbox on a port of its own; gone when it is dropped.
pub(crate) struct Sandbox {
    pub(crate) address: SocketAddr,
    pub(crate) client: HackerNewsClient,
    pub(crate) items: HackerNewsSandbox,
    _tasks: JoinSet<()>,
}

impl Sandbox {
    pub(crate) async fn start() -> Self {
        providers::install_tls();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let items = HackerNewsSandbox::new(noon(), noon);
        let mut tasks = JoinSet::new();
        tasks.spawn(sandbox::serve(
            listener,
            items.clone(),
            CancellationToken::new(),
        ));
        Self {
            address,
            client: client_at(address),
            items,
            _tasks: tasks,
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) async fn item(&self, number: i64) -> HackerNewsItem {
        self.client.item(number).await.unwrap().unwrap()
    }

    /// The numbers of what a search finds, less [`FIRST`].
    pub(crate) async fn finds(&self, words: &str) -> Vec<i64> {
        let found = self.client.search(&search_for(words)).await.unwrap();
        found.iter().map(|item| item.number - FIRST).collect()
    }
}

pub(crate) fn search_for(words: &str) -> HackerNewsSearch {
    HackerNewsSearch {
        words: words.to_owned(),
        since: noon() - Duration::from_hours(48),
        page: 0,
        limit: 50,
    }
}

pub(crate) fn client_at(address: SocketAddr) -> HackerNewsClient {
    let url = format!("http://{address}");
    HackerNewsClient::new(HackerNewsSettings::at(&url, &url, &url).unwrap())
}

/// A server that answers everything alike and remembers what it was asked.
pub(crate) struct Scripted {
    pub(crate) client: HackerNewsClient,
    pub(crate) heard: Arc<Mutex<Vec<String>>>,
    _tasks: JoinSet<()>,
}

impl Scripted {
    pub(crate) async fn start<R: IntoResponse>(
        answer: impl Fn() -> R + Clone + Send + Sync + 'static,
    ) -> Self {
        providers::install_tls();
        let heard: Arc<Mutex<Vec<String>>> = Arc::default();
        let kept = heard.clone();
        let handler = async move |request: Request| -> Response {
            kept.lock().unwrap().push(request.uri().to_string());
            answer().into_response()
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = client_at(listener.local_addr().unwrap());
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            axum::serve(listener, Router::new().fallback(handler))
                .await
                .unwrap();
        });
        Self {
            client,
            heard,
            _tasks: tasks,
        }
    }
}
