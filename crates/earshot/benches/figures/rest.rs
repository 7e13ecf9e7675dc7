//! What reading a table through /rest/v1 costs, beside its statement alone.
//!
//! A reading is more than its statement: the token's signature is checked and its session looked
//! up, the query is understood, the rows become JSON. The floor is the statement through a pool of
//! the same kind, by as many at once, on the core that the server has otherwise.

use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, args};
use serde_json::json;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::loader::Requests;
use crate::people::{self, Person};
use crate::pinned::{SERVERS_CORE, on_core};
use crate::place::FreshPlace;
use crate::process::{Cores, Process};
use crate::report::{Goal, Row, median, shown};
use crate::rounds::{ROUND, Rounds};

const CONNECTIONS: usize = 64;
const ROUNDS: usize = 4;
/// Fifty thousand posts in all.
const PEOPLE: usize = 1000;
const POSTS_EACH: i64 = 50;

const PATH: &str = "GET /rest/v1/reddit_posts?select=id,title,subreddit,score,created_at&order=created_at.desc&limit=50";
/// What the product makes of it.
const STATEMENT: &str =
    "select id, title, subreddit, score, created_at from reddit_posts where user_id = $1
    order by created_at desc, id limit $2";
type Post = (Uuid, String, String, i64, DateTime<Utc>);

/// How the two rows of an engine are called.
type Names = [&'static str; 2];
const ON_SQLITE: Names = [
    "table reads per second, SQLite",
    "their latency, p50 and p99, SQLite",
];
const ON_POSTGRES: Names = [
    "table reads per second, PostgreSQL",
    "their latency, p50 and p99, PostgreSQL",
];

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let runtime = tokio::runtime::Runtime::new()?;
    let mut rows = on_engine(ON_SQLITE, &runtime, &FreshPlace::sqlite()?)?;
    let postgres = runtime.block_on(FreshPlace::postgres())?;
    rows.extend(on_engine(ON_POSTGRES, &runtime, &postgres)?);
    Ok(rows)
}

fn on_engine(names: Names, runtime: &Runtime, place: &FreshPlace) -> anyhow::Result<Vec<Row>> {
    let people = runtime.block_on(people::with_app(place, async |app| {
        let people = people::add(app, PEOPLE).await?;
        add_posts(app, &people).await?;
        Ok(people)
    }))?;
    let texts = people.iter().map(|person| person.request(PATH, &[], ""));
    let requests = Requests {
        connections: CONNECTIONS,
        texts: texts.collect(),
    };
    let server = Process::earshot_at(place, Cores::Only(SERVERS_CORE))?;
    let mut reading = Rounds::of(server, requests)?;
    let mut floors = Vec::new();
    for _ in 0..ROUNDS {
        reading.next()?;
        floors.push(on_core(SERVERS_CORE, read_bare(place, &people))?);
    }
    rows(names, &reading, median(floors))
}

fn rows([throughput, latency]: Names, reading: &Rounds, floor: f64) -> anyhow::Result<Vec<Row>> {
    let rate = reading.per_second();
    let throughput = Row {
        figure: throughput,
        goal: Some(Goal::AtLeast(2000.0)),
        value: Some(rate),
        unit: "/s",
        remark: format!(
            "{} of the floor, busy {:.2}",
            shown(rate / floor),
            reading.busy()?
        ),
        is_doubtful: !reading.was_busy()?,
        peer: format!("the statement alone: {} /s", shown(floor)),
    };
    let latency = Row {
        figure: latency,
        remark: format!(
            "{}; {} µs of the processor",
            reading.percentiles(),
            shown(reading.work_per_request_us()?)
        ),
        ..Row::default()
    };
    Ok(vec![throughput, latency])
}

async fn add_posts(app: &App, people: &[Person]) -> DbResult<()> {
    let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
            comments, content, permalink, keywords_matched, relevance_score, rejected, found_at)
        values ($1, $2, $3, $4, 'smallbusiness', 'bob', $5, $6, 3, $7, '/r/smallbusiness/1', $8, 80, $9, $5)";
    let now = Clock::system().now();
    let content = "We are a team of five and look for something simple. ".repeat(10);
    for person in people {
        let mut tx = app.db.begin().await?;
        for number in 0..POSTS_EACH {
            let arguments = args![
                Uuid::now_v7(),
                person.id,
                format!("t3_{number}"),
                format!("Which tool do you use for following up with customers, {number}?"),
                now - TimeDelta::minutes(number),
                number,
                content.clone(),
                json!(["crm"]),
                false,
            ];
            tx.run(sql, arguments).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// How often a second the statement is answered.
async fn read_bare(place: &FreshPlace, people: &[Person]) -> anyhow::Result<f64> {
    let db = place.open().await?;
    let mut readers = JoinSet::new();
    let started = Instant::now();
    for person in people.iter().take(CONNECTIONS) {
        readers.spawn(read_each(db.clone(), person.id, started + ROUND));
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
        let _posts: Vec<Post> = db.all(STATEMENT, args![user_id, POSTS_EACH]).await?;
        answers += 1;
    }
    Ok(answers)
}
