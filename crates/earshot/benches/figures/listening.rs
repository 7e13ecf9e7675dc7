//! Reddit's budget under the load of fifty people, and a search for ten keywords beside its floor.
//!
//! The sandbox has a window of its own here, so that several of them fit into a minute, and every
//! call takes as long as one to Reddit would.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::ensure;
use async_trait::async_trait;
use futures::future::join_all;
use listening::{Listening, Search, Sources, Urgency};
use platform::clock::Clock;
use platform::db::Db;
use platform::tasks::{Tasks, pause};
use providers::rank::Country;
use providers::reddit::{
    self, Fullname, ListingPage, LiveReddit, MoreComments, PageRequest, PostThread, RateWindow,
    Reddit, RedditError, RedditResponse, RedditSettings, RedditThing, Replies, SubredditComment,
    SubredditName, SubredditPost, SubredditRule, SubredditSummary,
};
use sandboxes::reddit::{self as sandbox, CallAllowance, RedditSandbox};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::place::FreshPlace;
use crate::report::{Goal, Row, median, milliseconds, shown};

const PEOPLE: u128 = 50;
const KEYWORDS: usize = 10;
/// Three windows' worth of work, and some.
const CALLS_EACH: usize = 26;
const LOADED: CallAllowance = CallAllowance {
    calls: 400,
    window: Duration::from_secs(20),
};
/// How long Reddit takes to answer a search.
const LATENCY: Duration = Duration::from_millis(300);
const ROUNDS: usize = 5;

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let sqlite = FreshPlace::sqlite()?;
        let postgres = FreshPlace::postgres().await?;
        let mut rows = load(&sqlite.open().await?, &SQLITE).await?;
        rows.extend(load(&postgres.open().await?, &POSTGRES).await?);
        for (place, names) in [
            (FreshPlace::sqlite()?, &SQLITE),
            (FreshPlace::postgres().await?, &POSTGRES),
        ] {
            rows.push(keywords(&place.open().await?, names.keywords).await?);
        }
        Ok(rows)
    })
}

struct Names {
    used: &'static str,
    refused: &'static str,
    keywords: &'static str,
}

const SQLITE: Names = Names {
    used: "Reddit's budget used by 50 people, SQLite",
    refused: "calls above it, SQLite",
    keywords: "search of 10 keywords, SQLite",
};
const POSTGRES: Names = Names {
    used: "Reddit's budget used by 50 people, PostgreSQL",
    refused: "calls above it, PostgreSQL",
    keywords: "search of 10 keywords, PostgreSQL",
};

/// Everybody has more to ask than there are calls, for three windows.
async fn load(db: &Db, names: &Names) -> anyhow::Result<Vec<Row>> {
    let tasks = Tasks::default();
    let reddit = Slow::new(LOADED, Duration::ZERO, &tasks).await?;
    let listening = listening(db, &tasks, reddit.clone());
    let everybody = (1..=PEOPLE).map(|person| {
        let ears = listening.for_user(Uuid::from_u128(person), Urgency::Scan);
        async move {
            let words = (0..CALLS_EACH).map(|call| Search::new(&format!("{person} {call}")));
            ears.search_all(&words.collect::<Vec<_>>())
                .await
                .missed
                .len()
        }
    });
    let missed: usize = join_all(everybody).await.into_iter().sum();
    tasks.stop(Duration::from_secs(5)).await;
    db.close().await;
    ensure!(missed == 0, "{missed} searches were not heard");
    let refused = reddit.refused.load(Ordering::Relaxed);
    let made = reddit.made.load(Ordering::Relaxed);
    let mut windows = reddit.windows.lock().expect("nobody panicked").clone();
    windows.sort_by_key(|(end, _)| *end);
    let whole = &windows[..windows.len().saturating_sub(1)];
    ensure!(!whole.is_empty(), "there was not work enough for a window");
    let used = whole.iter().map(|(_, used)| used).sum::<f64>() / count(whole.len());
    let per_minute = used / LOADED.window.as_secs_f64() * 60.0;
    let budget = f64::from(LOADED.calls) / LOADED.window.as_secs_f64() * 60.0;
    Ok(vec![
        Row {
            figure: names.used,
            goal: Some(Goal::AtLeast(90.0)),
            value: Some(per_minute / budget * 100.0),
            unit: "%",
            remark: format!(
                "{} calls a minute in {} windows",
                shown(per_minute),
                whole.len()
            ),
            peer: format!("the budget: {} calls a minute", shown(budget)),
            ..Row::default()
        },
        Row {
            figure: names.refused,
            goal: Some(Goal::AtMost(0.0)),
            value: Some(count(refused)),
            remark: format!("of {made}"),
            ..Row::default()
        },
    ])
}

/// The calls of a search go at once, so their floor is one of them.
async fn keywords(db: &Db, figure: &'static str) -> anyhow::Result<Row> {
    let tasks = Tasks::default();
    let reddit = Slow::new(CallAllowance::default(), LATENCY, &tasks).await?;
    let listening = listening(db, &tasks, reddit.clone());
    let ears = listening.for_user(Uuid::from_u128(1), Urgency::Interactive);
    // The first call of all tells how many there may be, and brings the token.
    ears.search(&Search::new("warm up")).await;
    let (mut took, mut floors) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let words = (0..KEYWORDS).map(|keyword| Search::new(&format!("invoice {round} {keyword}")));
        let words: Vec<Search> = words.collect();
        let started = Instant::now();
        let heard = ears.search_all(&words).await;
        took.push(started.elapsed().as_secs_f64());
        ensure!(heard.is_whole(), "a search was not heard");
        let bare: Vec<reddit::PostSearch> = (0..KEYWORDS)
            .map(|keyword| reddit::PostSearch::new(&format!("receipt {round} {keyword}")))
            .collect();
        let started = Instant::now();
        join_all(bare.iter().map(|search| reddit.search(search))).await;
        floors.push(started.elapsed().as_secs_f64());
    }
    tasks.stop(Duration::from_secs(5)).await;
    db.close().await;
    let (took, floor) = (median(took), median(floors));
    Ok(Row {
        figure,
        goal: Some(Goal::AtMost(1.3)),
        value: Some(took / floor),
        unit: "×",
        remark: milliseconds(Duration::from_secs_f64(took)),
        peer: format!(
            "its calls alone: {}",
            milliseconds(Duration::from_secs_f64(floor))
        ),
        ..Row::default()
    })
}

fn listening(db: &Db, tasks: &Tasks, reddit: Arc<Slow>) -> Listening {
    Listening::new(Sources {
        db: db.clone(),
        clock: Clock::system(),
        tasks: tasks.clone(),
        reddit,
        has_reddit: true,
        hacker_news: None,
        bluesky: None,
        ranks: None,
        country: Country::default(),
    })
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of calls are far below what a float holds exactly"
)]
fn count(calls: usize) -> f64 {
    calls as f64
}

/// The live adapter on the sandbox, as far away as Reddit is.
struct Slow {
    reddit: LiveReddit,
    latency: Duration,
    never: CancellationToken,
    made: AtomicUsize,
    /// The end of each of Reddit's windows, and how many calls it counted in it.
    windows: Mutex<Vec<(Instant, f64)>>,
    refused: AtomicUsize,
}

impl Slow {
    async fn new(
        allowance: CallAllowance,
        latency: Duration,
        tasks: &Tasks,
    ) -> anyhow::Result<Arc<Self>> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let clock = Clock::system();
        let sandbox = RedditSandbox::new(clock.now().into(), move || clock.now().into());
        let sandbox = sandbox.with_allowance(allowance);
        let serving = sandbox::serve(listener, sandbox, tasks.stopping());
        tasks.supervise("reddit sandbox", serving);
        let settings = RedditSettings::new(
            sandbox::CLIENT_ID,
            sandbox::CLIENT_SECRET,
            "web:earshot-bench:1.0.0",
        )?;
        Ok(Arc::new(Self {
            reddit: LiveReddit::new(settings.at(&url, &url)?),
            latency,
            never: CancellationToken::new(),
            made: AtomicUsize::new(0),
            windows: Mutex::default(),
            refused: AtomicUsize::new(0),
        }))
    }
}

impl Slow {
    /// Windows are told apart by their ends, because answers come in any order.
    fn note(&self, told: RateWindow) {
        let end = Instant::now() + told.reset;
        let is_same = |other: Instant| {
            let apart = end.max(other) - end.min(other);
            apart < LOADED.window / 2
        };
        let mut windows = self.windows.lock().expect("nobody panicked");
        match windows.iter_mut().find(|(other, _)| is_same(*other)) {
            Some((_, used)) => *used = used.max(told.used),
            None => windows.push((end, told.used)),
        }
    }
}

impl fmt::Debug for Slow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slow").finish_non_exhaustive()
    }
}

/// Only searches are measured.
#[async_trait]
impl Reddit for Slow {
    async fn search(
        &self,
        search: &reddit::PostSearch,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        self.made.fetch_add(1, Ordering::Relaxed);
        if !self.latency.is_zero() {
            pause(self.latency, &self.never).await;
        }
        let answer = self.reddit.search(search).await;
        self.refused
            .fetch_add(usize::from(answer.is_err()), Ordering::Relaxed);
        if let Ok(RedditResponse {
            window: Some(window),
            ..
        }) = &answer
        {
            self.note(*window);
        }
        answer
    }

    async fn newest(
        &self,
        names: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        self.reddit.newest(names, part).await
    }

    async fn newest_comments(
        &self,
        names: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditComment>>, RedditError> {
        self.reddit.newest_comments(names, part).await
    }

    async fn thread(
        &self,
        subreddit: &SubredditName,
        post: &str,
    ) -> Result<RedditResponse<PostThread>, RedditError> {
        self.reddit.thread(subreddit, post).await
    }

    async fn more_comments(
        &self,
        post: &str,
        more: &MoreComments,
    ) -> Result<RedditResponse<Replies>, RedditError> {
        self.reddit.more_comments(post, more).await
    }

    async fn by_ids(
        &self,
        ids: &[Fullname],
    ) -> Result<RedditResponse<Vec<RedditThing>>, RedditError> {
        self.reddit.by_ids(ids).await
    }

    async fn rules(
        &self,
        subreddit: &SubredditName,
    ) -> Result<RedditResponse<Vec<SubredditRule>>, RedditError> {
        self.reddit.rules(subreddit).await
    }

    async fn subreddits(
        &self,
        words: &str,
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditSummary>>, RedditError> {
        self.reddit.subreddits(words, part).await
    }

    fn address_of(&self, permalink: &str) -> String {
        self.reddit.address_of(permalink)
    }
}
