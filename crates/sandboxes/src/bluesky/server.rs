//! The server: the WebSocket and the pages at one address.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use axum::{
    Router,
    extract::{Path, RawQuery, State, WebSocketUpgrade},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::{net::TcpListener, sync::watch};
use tokio_util::sync::CancellationToken;

use super::{
    event_log::{EventLog, LoggedEvent, NewBlueskyPost, PublishedBlueskyPost},
    sentinels::{self, StreamFailure},
    subscription::{Subscription, SubscriptionQuery},
};
use crate::{
    http_server,
    sample_page::{self, SamplePostPage},
};

/// The sandbox with its posts. Clones share them, so whoever keeps one can publish while another is
/// served.
#[derive(Clone)]
pub struct BlueskySandbox {
    now: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    log: Arc<Mutex<EventLog>>,
    news: watch::Sender<()>,
}

const SERVICE: &str = "Bluesky";

impl BlueskySandbox {
    /// The samples happen in the two days before `anchor`, which may lie ahead; `now` returns the time.
    pub fn new(anchor: SystemTime, now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self {
            now: Arc::new(now),
            log: Arc::new(Mutex::new(EventLog::with_samples(anchor))),
            news: watch::Sender::new(()),
        }
    }

    /// Publishes a post and tells every subscriber.
    pub fn publish_post(&self, post: NewBlueskyPost) -> PublishedBlueskyPost {
        let published = self.log().publish(post, (self.now)());
        self.news.send_replace(());
        published
    }

    /// Deletes a post as its author would.
    pub fn delete_post(&self, did: &str, rkey: &str) {
        self.log().delete(did, rkey, (self.now)());
        self.news.send_replace(());
    }

    /// Ends an account, and all its posts with it.
    pub fn remove_author(&self, did: &str) {
        self.log().remove_author(did, (self.now)());
        self.news.send_replace(());
    }

    pub(super) fn events_from(&self, time_us: i64) -> Vec<LoggedEvent> {
        self.log().from(time_us)
    }

    pub(super) fn sign_of_life(&self) -> LoggedEvent {
        self.log().sign_of_life((self.now)())
    }

    /// The log as it is now.
    fn log(&self) -> MutexGuard<'_, EventLog> {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.catch_up((self.now)());
        log
    }
}

impl fmt::Debug for BlueskySandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlueskySandbox").finish_non_exhaustive()
    }
}

/// Serves until `stop`, then closes the connections.
pub async fn serve(listener: TcpListener, sandbox: BlueskySandbox, stop: CancellationToken) {
    // A connection is a task of its own, which would outlive a server that is dropped.
    let stop = stop.child_token();
    let _end = stop.clone().drop_guard();
    let routes = Router::new()
        .route("/subscribe", get(subscribe))
        .route("/profile/{did}/post/{rkey}", get(page))
        .with_state((sandbox, stop.clone()));
    http_server::serve("bluesky", listener, routes, stop).await;
}

async fn subscribe(
    State((sandbox, stop)): State<(BlueskySandbox, CancellationToken)>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    let query = SubscriptionQuery::read(&query.unwrap_or_default());
    let failure = sentinels::failure_of(query.cursor);
    if failure == Some(StreamFailure::Unavailable) {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        return (status, [(header::RETRY_AFTER, "30")]).into_response();
    }
    // Before the handshake is answered, so that whoever subscribed misses nothing from then on.
    let subscription = Subscription {
        next_us: sandbox.log().start(query.cursor, (sandbox.now)()),
        news: sandbox.news.subscribe(),
        query,
        failure,
        stop,
    };
    upgrade.on_upgrade(|socket| subscription.serve(socket, sandbox))
}

async fn page(
    State((sandbox, _)): State<(BlueskySandbox, CancellationToken)>,
    Path((did, rkey)): Path<(String, String)>,
) -> Response {
    let log = sandbox.log();
    let Some(post) = log.post(&did, &rkey) else {
        return sample_page::show(SERVICE, None);
    };
    let page = SamplePostPage {
        service: SERVICE,
        title: "A post",
        by_line: format!("By {did}"),
        text: &post.text,
        link: post.link.as_deref(),
    };
    sample_page::show(SERVICE, Some(&page))
}
