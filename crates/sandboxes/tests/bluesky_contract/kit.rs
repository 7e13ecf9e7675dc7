//! The sandbox, and the adapter pointed at it.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use providers::bluesky::{
    BlueskyPost, JetstreamClient, JetstreamConnection, JetstreamEvent, JetstreamSettings,
};
use sandboxes::bluesky::{self as sandbox, BlueskySandbox, NewBlueskyPost, PublishedBlueskyPost};
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;

pub(crate) const ADA: &str = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";

/// The 15th of November 2026.
const NOON_S: u64 = 1_794_744_000;

pub(crate) fn noon() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(NOON_S)
}

/// The sandbox on a port of its own; gone when it is dropped.
pub(crate) struct Sandbox {
    pub(crate) address: SocketAddr,
    pub(crate) client: JetstreamClient,
    pub(crate) posts: BlueskySandbox,
    pub(crate) stop: CancellationToken,
    /// The clock, in seconds after noon.
    seconds: Arc<AtomicU64>,
    _tasks: JoinSet<()>,
}

impl Sandbox {
    pub(crate) async fn start() -> Self {
        providers::install_tls();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let seconds = Arc::new(AtomicU64::new(0));
        let clock = seconds.clone();
        let now = move || noon() + Duration::from_secs(clock.load(Ordering::Relaxed));
        let posts = BlueskySandbox::new(noon(), now);
        let stop = CancellationToken::new();
        let mut tasks = JoinSet::new();
        tasks.spawn(sandbox::serve(listener, posts.clone(), stop.clone()));
        Self {
            address,
            client: client_at(address),
            posts,
            stop,
            seconds,
            _tasks: tasks,
        }
    }

    pub(crate) fn moves_the_clock(&self, by: Duration) {
        self.seconds.fetch_add(by.as_secs(), Ordering::Relaxed);
    }

    pub(crate) fn posts(&self, text: &str) -> PublishedBlueskyPost {
        self.posts.publish_post(NewBlueskyPost::new(ADA, text))
    }

    pub(crate) async fn subscribes(&self, cursor: Option<i64>) -> JetstreamConnection {
        self.client.subscribe(cursor).await.unwrap()
    }

    /// Everything from `cursor` on, up to a post that is published for this.
    pub(crate) async fn replay(&self, cursor: i64) -> Vec<JetstreamEvent> {
        let last = self.posts("the last one");
        let mut connection = self.subscribes(Some(cursor)).await;
        let mut events = Vec::new();
        loop {
            let event = in_time(connection.next()).await.unwrap();
            if event.time_us() == last.time_us {
                return events;
            }
            events.push(event);
        }
    }
}

/// What never comes fails the test instead of holding it up.
pub(crate) async fn in_time<F: Future>(event: F) -> F::Output {
    tokio::time::timeout(Duration::from_secs(10), event)
        .await
        .expect("the event comes at once")
}

pub(crate) fn client_at(address: SocketAddr) -> JetstreamClient {
    let settings = JetstreamSettings::at(&format!("ws://{address}"), &format!("http://{address}"));
    JetstreamClient::new(settings.unwrap())
}

pub(crate) fn posted(event: JetstreamEvent) -> BlueskyPost {
    let JetstreamEvent::Posted(post) = event else {
        panic!("{event:?}");
    };
    post
}

/// The texts of the posts among these events.
pub(crate) fn texts(events: &[JetstreamEvent]) -> Vec<&str> {
    let posts = events.iter().filter_map(|event| match event {
        JetstreamEvent::Posted(post) => Some(post.text.as_str()),
        _ => None,
    });
    posts.collect()
}

pub(crate) fn micros(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_micros()).unwrap()
}
