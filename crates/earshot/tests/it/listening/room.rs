//! The room on a sandbox of its own, once for each process that a test wants.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use listening::{Ears, Listening, Sources, Urgency};
use platform::clock::Clock;
use platform::db::Db;
use platform::tasks::Tasks;
use providers::rank::{Country, RankError, RankProvider, RankSettings, SearchResult, WebSearch};
use providers::reddit::{LiveReddit, RedditSettings};
use sandboxes::rank::{self as rank_sandbox, RankSandbox};
use sandboxes::reddit::{self as sandbox, CallAllowance, RedditSandbox};
use tokio::net::TcpListener;
use uuid::Uuid;

use super::reddit::Watched;
use crate::kit::{TestPlace, noon};

pub(crate) const ADA: Uuid = Uuid::from_u128(1);
pub(crate) const BOB: Uuid = Uuid::from_u128(2);

pub(crate) struct Room {
    pub(crate) place: TestPlace,
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) reddit: Arc<Watched>,
    pub(crate) ranks: Arc<WatchedRanks>,
    pub(crate) listening: Listening,
    tasks: Tasks,
}

/// Counts what is asked.
#[derive(Debug)]
pub(crate) struct WatchedRanks {
    ranks: Arc<dyn WebSearch>,
    asked: AtomicUsize,
}

impl Room {
    /// With Reddit's usual allowance and a clock that stands still.
    pub(crate) async fn open() -> Self {
        let clock = Clock::held(noon());
        let held = Some(clock.clone());
        Self::open_at(
            CallAllowance::default(),
            clock,
            Duration::from_secs(10),
            held,
        )
        .await
    }

    pub(crate) async fn open_with(allowance: CallAllowance, clock: Clock) -> Self {
        Self::open_at(allowance, clock, Duration::from_secs(10), None).await
    }

    /// Where nobody waits longer than this for an answer.
    pub(crate) async fn open_impatiently(deadline: Duration) -> Self {
        Self::open_at(CallAllowance::default(), Clock::system(), deadline, None).await
    }

    async fn open_at(
        allowance: CallAllowance,
        clock: Clock,
        deadline: Duration,
        held: Option<Clock>,
    ) -> Self {
        providers::install_tls();
        let place = TestPlace::fresh().await;
        let db = place.open().await;
        let tasks = Tasks::default();
        let reddit = sandboxed(allowance, &clock, &tasks).await;
        let reddit = Watched::new(reddit, deadline, held);
        let ranks = Arc::new(WatchedRanks {
            ranks: ranked(&clock, &tasks).await,
            asked: AtomicUsize::new(0),
        });
        let listening = Listening::new(Sources {
            db: db.clone(),
            clock: clock.clone(),
            tasks: tasks.clone(),
            reddit: reddit.clone(),
            has_reddit: true,
            hacker_news: None,
            bluesky: None,
            ranks: Some(ranks.clone()),
            country: Country::default(),
        });
        Self {
            place,
            db,
            clock,
            reddit,
            ranks,
            listening,
            tasks,
        }
    }

    pub(crate) fn ears(&self, user_id: Uuid, urgency: Urgency) -> Ears {
        self.listening.for_user(user_id, urgency)
    }

    /// The room as another process has it: the same database and the same Reddit, nothing else.
    pub(crate) async fn another_process(&self) -> Listening {
        Listening::new(Sources {
            db: self.place.open().await,
            ..self.sources()
        })
    }

    pub(crate) fn sources(&self) -> Sources {
        Sources {
            db: self.db.clone(),
            clock: self.clock.clone(),
            tasks: self.tasks.clone(),
            reddit: self.reddit.clone(),
            has_reddit: true,
            hacker_news: None,
            bluesky: None,
            ranks: Some(self.ranks.clone()),
            country: Country::default(),
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.tasks.stopping().cancel();
    }
}

impl WatchedRanks {
    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl WebSearch for WatchedRanks {
    async fn search(
        &self,
        query: &str,
        country: Country,
        page: u32,
    ) -> Result<Vec<SearchResult>, RankError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.ranks.search(query, country, page).await
    }
}

async fn sandboxed(allowance: CallAllowance, clock: &Clock, tasks: &Tasks) -> LiveReddit {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let told = clock.clone();
    let sandbox = RedditSandbox::new(clock.now().into(), move || told.now().into());
    let serving = sandbox::serve(
        listener,
        sandbox.with_allowance(allowance),
        tasks.stopping(),
    );
    tasks.supervise("reddit sandbox", serving);
    let settings = RedditSettings::new(
        sandbox::CLIENT_ID,
        sandbox::CLIENT_SECRET,
        "web:earshot-tests:1.0.0",
    );
    LiveReddit::new(settings.unwrap().at(&url, &url).unwrap())
}

async fn ranked(clock: &Clock, tasks: &Tasks) -> Arc<dyn WebSearch> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let told = clock.clone();
    let sandbox = RankSandbox::new(clock.now().into(), move || told.now().into());
    let serving = rank_sandbox::serve(listener, sandbox, tasks.stopping());
    tasks.supervise("rank sandbox", serving);
    let settings = RankSettings::new(
        RankProvider::Serper,
        Some(&url),
        Some(rank_sandbox::API_KEY),
    );
    settings.unwrap().ranks("web:earshot-tests:1.0.0")
}
