//! A discovery for ten keywords beside the floor of its calls, and the list of fifty thousand posts
//! beside its statements alone.
//!
//! Reddit and Google are as far away here as they are in the world: every call takes its time. The
//! floor of a discovery is the same calls, all at once where none needs another's answer. That of the list
//! is its two statements through a pool of the same kind, by as many at once, on the core that the
//! server has otherwise.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use billing::Status;
use chrono::TimeDelta;
use discovery::{Discover, DiscoveryTools};
use futures::future::{join, try_join_all};
use keywords::Keyword;
use listening::{Listening, Sources};
use onboarding::WebsiteProfile;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, args};
use platform::jobs::{Registry, Worker, WorkerSettings};
use platform::product::Plan;
use platform::tasks::Tasks;
use providers::rank::{Country, RankError, WebSearch};
use providers::reddit::{self, Fullname, Reddit, SubredditName};
use serde_json::json;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::far::{FarRanks, FarReddit, Made};
use crate::loader::Requests;
use crate::people::{self, Person};
use crate::pinned::{SERVERS_CORE, on_core};
use crate::place::FreshPlace;
use crate::process::{Cores, Process};
use crate::report::{Goal, Row, median, milliseconds, shown};
use crate::rounds::{ROUND, Rounds};

const KEYWORDS: [&str; 10] = [
    "invoice",
    "payment",
    "client",
    "software",
    "freelance",
    "contract",
    "booking",
    "flour",
    "reminder",
    "studio",
];
/// A word more makes another question of each, so that no answer is kept from the last round.
const ROUND_WORDS: [&str; 3] = ["late", "tool", "small"];

const POSTS: i64 = 50_000;
const CONNECTIONS: usize = 16;
const ROUNDS: usize = 3;
const PATH: &str = "GET /api/reddit-posts?limit=50";
const STATEMENTS: [&str; 2] = [
    "select cast(count(*) as bigint) from reddit_posts where user_id = $1 and excluded = $2 and state = 'open'",
    "select cast(count(*) as bigint) from (
         select id, title, content, relevance_parts, matched from reddit_posts
         where user_id = $1 and rejected = $2 and excluded = $2 and state not in ('answered', 'won')
         order by relevance_score desc, created_at desc, id desc limit 50) as page",
];

/// How the rows of an engine are called.
type Names = [&'static str; 3];
const ON_SQLITE: Names = [
    "discovery with 10 keywords, SQLite",
    "lists of 50,000 posts per second, SQLite",
    "their latency, p50 and p99, SQLite",
];
const ON_POSTGRES: Names = [
    "discovery with 10 keywords, PostgreSQL",
    "lists of 50,000 posts per second, PostgreSQL",
    "their latency, p50 and p99, PostgreSQL",
];

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let runtime = Runtime::new()?;
    let sqlite = (FreshPlace::sqlite()?, FreshPlace::sqlite()?);
    let postgres = runtime.block_on(async {
        anyhow::Ok((FreshPlace::postgres().await?, FreshPlace::postgres().await?))
    })?;
    let mut rows = Vec::new();
    for (names, (first, second)) in [(ON_SQLITE, sqlite), (ON_POSTGRES, postgres)] {
        rows.push(runtime.block_on(discover(names[0], &first))?);
        rows.extend(list(names, &runtime, &second)?);
    }
    Ok(rows)
}

async fn discover(figure: &'static str, place: &FreshPlace) -> anyhow::Result<Row> {
    let (took, floors, calls) = people::with_app(place, async |app| {
        let tasks = Tasks::default();
        let made = Arc::new(Made::default());
        let reddit = Arc::new(FarReddit {
            near: app.reddit.clone(),
            made: made.clone(),
            found: HashMap::new(),
        });
        let near = app.ranks.clone().context("finding the sandbox for ranks")?;
        let ranks = Arc::new(FarRanks {
            near,
            made: made.clone(),
        });
        let worker = worker(app, &tasks, reddit.clone(), Some(ranks.clone()));
        let (mut took, mut floors, mut all_calls) = (Vec::new(), Vec::new(), Vec::new());
        for (round, word) in ROUND_WORDS.into_iter().enumerate() {
            let words = KEYWORDS.map(|keyword| format!("{keyword} {word}"));
            let user_id = founder(app, round, &words).await?;
            made.take();
            let started = Instant::now();
            discovery::scan(app, user_id).await?;
            worker.run_until_idle().await?;
            took.push(started.elapsed().as_secs_f64());
            ensure!(found(&app.db, user_id).await? > 0, "nothing was found");
            let calls = made.take();
            floors.push(calls_alone(&reddit, &ranks, &words, calls).await?);
            all_calls.push(calls);
        }
        tasks.stop(Duration::from_secs(5)).await;
        Ok((median(took), median(floors), all_calls))
    })
    .await?;
    Ok(Row {
        figure,
        goal: Some(Goal::AtMost(1.5)),
        value: Some(took / floors),
        unit: "×",
        remark: milliseconds(Duration::from_secs_f64(took)),
        peer: format!(
            "its calls alone: {}; searches, look-ups, threads, pages: {calls:?}",
            milliseconds(Duration::from_secs_f64(floors))
        ),
        ..Row::default()
    })
}

pub(crate) fn worker(
    app: &App,
    tasks: &Tasks,
    reddit: Arc<FarReddit>,
    ranks: Option<Arc<FarRanks>>,
) -> Worker {
    let listening = Listening::new(Sources {
        db: app.db.clone(),
        clock: app.clock.clone(),
        tasks: tasks.clone(),
        reddit,
        has_reddit: true,
        hacker_news: None,
        bluesky: None,
        ranks: ranks.map(|ranks| ranks as Arc<dyn WebSearch>),
        country: Country::default(),
    });
    let registry = Registry::default().with::<Discover>(DiscoveryTools {
        db: app.db.clone(),
        listening,
        llm: None,
        events: app.events.clone(),
        posts_judged: app.settings.automatic_work.posts_judged,
    });
    let settings = WorkerSettings {
        slots: 1,
        lease: Duration::from_secs(30),
        poll: Duration::from_secs(1),
        drain: Duration::from_secs(5),
    };
    Worker::new(app.db.clone(), app.clock.clone(), registry, settings)
}

pub(crate) async fn founder(app: &App, round: usize, words: &[String]) -> anyhow::Result<Uuid> {
    let email = format!("founder{round}@example.com");
    let user = identity::add_confirmed(app, &email, "Ada Lovelace").await?;
    let company = WebsiteProfile {
        company_name: "Paperlark".to_owned(),
        website_url: "https://paperlark.example/".to_owned(),
        description: Some("Paperlark writes invoices for freelancers and studios.".to_owned()),
        ..WebsiteProfile::default()
    };
    let mut tx = app.db.begin().await?;
    onboarding::add_if_missing(&mut tx, &app.clock, user.id, company).await?;
    let active = Some(Status::Active);
    billing::set_subscription(
        &mut tx,
        &app.clock,
        &*app.events,
        user.id,
        active,
        Some(Plan::Pro),
    )
    .await?;
    for word in words {
        let keyword = Keyword::parse(word)?;
        keywords::add(&mut tx, &app.clock, user.id, &keyword).await?;
    }
    tx.commit().await?;
    Ok(user.id)
}

pub(crate) async fn found(db: &Db, user_id: Uuid) -> DbResult<i64> {
    let sql = "select cast(count(*) as bigint) from reddit_posts where user_id = $1";
    let (count,): (i64,) = db.one(sql, args![user_id]).await?;
    Ok(count)
}

/// The same calls and nothing else. Searches and chains of pages go all at once; what needs their
/// answers goes all at once after them: look-ups, then threads. Nothing that makes these calls can
/// be faster, whatever it does in between.
pub(crate) async fn calls_alone(
    reddit: &FarReddit,
    ranks: &FarRanks,
    words: &[String],
    [_, by_ids, threads, rank_pages]: [usize; 4],
) -> anyhow::Result<f64> {
    let pages = u32::try_from(rank_pages.div_ceil(words.len()))?;
    let started = Instant::now();
    let asking = words.iter().map(|word| async move {
        let searching = async { reddit.search(&reddit::PostSearch::new(word)).await };
        let ranking = async {
            for page in 1..=pages {
                ranks.search(word, Country::default(), page).await?;
            }
            Ok::<_, RankError>(())
        };
        let (found, ranked) = join(searching, ranking).await;
        ranked?;
        anyhow::Ok(found?.what.items)
    });
    let found = try_join_all(asking).await?;
    let post = found.into_iter().flatten().next();
    let post = post.context("finding a post to look at again")?;
    let name = SubredditName::parse(&post.subreddit)?;
    let ids = [Fullname::Post(post.id.clone())];
    try_join_all((0..by_ids).map(|_| reddit.by_ids(&ids))).await?;
    try_join_all((0..threads).map(|_| reddit.thread(&name, &post.id))).await?;
    Ok(started.elapsed().as_secs_f64())
}

fn list(names: Names, runtime: &Runtime, place: &FreshPlace) -> anyhow::Result<Vec<Row>> {
    let person = runtime.block_on(people::with_app(place, async |app| {
        let person = people::add(app, 1).await?.pop();
        let person = person.context("adding somebody")?;
        add_posts(app, &person).await?;
        Ok(person)
    }))?;
    let requests = Requests {
        connections: CONNECTIONS,
        texts: vec![person.request(PATH, &[], "")],
    };
    let server = Process::earshot_at(place, Cores::Only(SERVERS_CORE))?;
    let mut reading = Rounds::of(server, requests)?;
    let mut floors = Vec::new();
    for _ in 0..ROUNDS {
        reading.next()?;
        floors.push(on_core(SERVERS_CORE, read_bare(place, person.id))?);
    }
    let (rate, floor) = (reading.per_second(), median(floors));
    Ok(vec![
        Row {
            figure: names[1],
            value: Some(rate),
            unit: "/s",
            remark: format!(
                "{} of the floor, busy {:.2}",
                shown(rate / floor),
                reading.busy()?
            ),
            peer: format!("the two statements alone: {} /s", shown(floor)),
            ..Row::default()
        },
        Row {
            figure: names[2],
            remark: reading.percentiles(),
            ..Row::default()
        },
    ])
}

async fn add_posts(app: &App, person: &Person) -> DbResult<()> {
    let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
            comments, content, permalink, keywords_matched, relevance_score, rejected, found_at, folded)
        values ($1, $2, $3, $4, 'smallbusiness', 'bob', $5, $6, 3, $7, '/r/smallbusiness/1', $8, $9, $10, $5, $11)";
    let now = Clock::system().now();
    let content = "We are a team of five and look for something simple. ".repeat(10);
    for first in (0..POSTS).step_by(1_000) {
        let mut tx = app.db.begin().await?;
        for number in first..first + 1_000 {
            let title = format!("Which tool do you use for following up, {number}?");
            let arguments = args![
                Uuid::now_v7(),
                person.id,
                format!("t3_{number}"),
                &title,
                now - TimeDelta::minutes(number),
                number % 700,
                content.clone(),
                json!(["crm"]),
                40 + number % 60,
                false,
                title.to_lowercase(),
            ];
            tx.run(sql, arguments).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// How often a second both statements are answered.
async fn read_bare(place: &FreshPlace, user_id: Uuid) -> anyhow::Result<f64> {
    let db = place.open().await?;
    let mut readers = JoinSet::new();
    let started = Instant::now();
    for _ in 0..CONNECTIONS {
        readers.spawn(read_each(db.clone(), user_id, started + ROUND));
    }
    let mut answers = 0;
    while let Some(ended) = readers.join_next().await {
        answers += ended??;
    }
    let rate = f64::from(answers) / started.elapsed().as_secs_f64();
    db.close().await;
    Ok(rate)
}

async fn read_each(db: Db, user_id: Uuid, until: Instant) -> DbResult<u32> {
    let mut answers = 0;
    while Instant::now() < until {
        for statement in STATEMENTS {
            let _count: (i64,) = db.one(statement, args![user_id, false]).await?;
        }
        answers += 1;
    }
    Ok(answers)
}
