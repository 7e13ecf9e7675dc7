//! What the list and the numbers of mentions cost for somebody with fifty thousand of them, beside
//! their statements alone; and how well everyday words are told from companies.
//!
//! The floor is the statements of the answer, asked one after the other by as many at once through a
//! pool of the same kind, on the core that the server has otherwise.

use std::time::Instant;

use chrono::{TimeDelta, Utc};
use finds::brand_names::{Brand, BrandName, BrandNameKind};
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

const MENTIONS: i64 = 50_000;
const CONNECTIONS: usize = 8;
const ROUNDS: usize = 3;

/// A call, how its row is called, and the statements behind it.
struct Call {
    figure: &'static str,
    path: &'static str,
    statements: &'static [&'static str],
}

const LIST: [&str; 2] = [
    "select cast(count(*) as bigint) from brand_mentions where user_id = $1 and excluded = $2 and state = 'open'",
    "select cast(count(*) as bigint) from (select id, post_title, post_content, ai_summary from brand_mentions
     where user_id = $1 and rejected = $2 and excluded = $2 and state not in ('answered', 'won')
     order by is_read, reddit_created_at desc, id desc limit 50) as page",
];
const STATS: [&str; 2] = [
    "select cast(count(*) as bigint) from (select state, is_read, leaning, count(*) from brand_mentions
     where user_id = $1 and excluded = $2 group by state, is_read, leaning) as counts",
    "select cast(count(*) as bigint) from (select day, leaning, count(*) from brand_mentions
     where user_id = $1 and excluded = $2 and rejected = $2 and day >= '2000' group by day, leaning) as days",
];

/// The list and the numbers, named for an engine.
type Calls = [Call; 2];

const ON_SQLITE: Calls = [
    Call {
        figure: "mentions: lists of 50,000 per second, SQLite",
        path: "GET /api/mentions?limit=50",
        statements: &LIST,
    },
    Call {
        figure: "mentions: stats of 50,000 per second, SQLite",
        path: "GET /api/mentions/stats",
        statements: &STATS,
    },
];
const ON_POSTGRES: Calls = [
    Call {
        figure: "mentions: lists of 50,000 per second, PostgreSQL",
        path: "GET /api/mentions?limit=50",
        statements: &LIST,
    },
    Call {
        figure: "mentions: stats of 50,000 per second, PostgreSQL",
        path: "GET /api/mentions/stats",
        statements: &STATS,
    },
];

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let runtime = Runtime::new()?;
    let mut rows = vec![everyday_words()];
    rows.extend(on_engine(&ON_SQLITE, &runtime, &FreshPlace::sqlite()?)?);
    let postgres = runtime.block_on(FreshPlace::postgres())?;
    rows.extend(on_engine(&ON_POSTGRES, &runtime, &postgres)?);
    Ok(rows)
}

fn on_engine(calls: &Calls, runtime: &Runtime, place: &FreshPlace) -> anyhow::Result<Vec<Row>> {
    let person = runtime.block_on(people::with_app(place, async |app| {
        let mut people = people::add(app, 1).await?;
        let person = people.remove(0);
        add_mentions(app, &person).await?;
        Ok(person)
    }))?;
    let mut rows = Vec::new();
    for call in calls {
        let requests = Requests {
            connections: CONNECTIONS,
            texts: vec![person.request(call.path, &[], "")],
        };
        let server = Process::earshot_at(place, Cores::Only(SERVERS_CORE))?;
        let mut reading = Rounds::of(server, requests)?;
        let mut floors = Vec::new();
        for _ in 0..ROUNDS {
            reading.next()?;
            let bare = read_bare(place, person.id, call.statements);
            floors.push(on_core(SERVERS_CORE, bare)?);
        }
        rows.push(row(call, &reading, median(floors))?);
    }
    Ok(rows)
}

/// The value is the share of what the statements alone would answer.
fn row(call: &Call, reading: &Rounds, floor: f64) -> anyhow::Result<Row> {
    let rate = reading.per_second();
    Ok(Row {
        figure: call.figure,
        goal: Some(Goal::AtLeast(0.5)),
        value: Some(rate / floor),
        unit: "of the floor",
        remark: format!("{} /s; {}", shown(rate), reading.percentiles()),
        is_doubtful: !reading.was_busy()?,
        peer: format!("the statements alone: {} /s", shown(floor)),
    })
}

async fn add_mentions(app: &App, person: &Person) -> DbResult<()> {
    let sql = "insert into brand_mentions (id, user_id, reddit_id, post_id, post_title, post_content, post_url,
            subreddit, author, reddit_created_at, day, post_score, comment_count, mention_type, is_read, rejected,
            sentiment_score, is_positive, ai_analysis_reason, ai_summary, brand_terms, matched, intent, leaning,
            folded, found_at, last_seen_at, checked_at)
        values ($1, $2, $3, $3, $4, $5, 'https://reddit.example/1', 'smallbusiness', 'bob', $6, $7, $8, 3, 'content',
            $9, $10, 0.6, $11, 'Speaks well of it', 'Likes the reminders', $12, $13, 'mention', $14, $4, $6, $6, $6)";
    let now = Clock::system().now();
    let content = "Paperlark sends the reminders that I would rather not write. ".repeat(10);
    let leanings = ["positive", "negative", "neutral", "undecided"];
    let mut tx = app.db.begin().await?;
    for number in 0..MENTIONS {
        let at: chrono::DateTime<Utc> = now - TimeDelta::minutes(number * 3);
        let leaning = leanings[usize::try_from(number % 4).unwrap_or(0)];
        let arguments = args![
            Uuid::now_v7(),
            person.id,
            format!("t3_{number}"),
            format!("Paperlark or something else, {number}?"),
            content.clone(),
            at,
            at.format("%Y-%m-%d").to_string(),
            number,
            number % 3 != 0,
            number % 50 == 0,
            true,
            json!({ "term_value": "Paperlark" }),
            json!(["Paperlark"]),
            leaning,
        ];
        tx.run(sql, arguments).await?;
    }
    tx.commit().await
}

/// How often a second all statements are answered.
async fn read_bare(
    place: &FreshPlace,
    user_id: Uuid,
    statements: &'static [&'static str],
) -> anyhow::Result<f64> {
    let db = place.open().await?;
    let mut readers = JoinSet::new();
    let started = Instant::now();
    for _ in 0..CONNECTIONS {
        readers.spawn(read_each(db.clone(), user_id, statements, started + ROUND));
    }
    let mut answers = 0;
    while let Some(ended) = readers.join_next().await {
        answers += ended??;
    }
    let rate = f64::from(answers) / started.elapsed().as_secs_f64();
    db.close().await;
    Ok(rate)
}

async fn read_each(
    db: Db,
    user_id: Uuid,
    statements: &'static [&'static str],
    until: Instant,
) -> DbResult<u32> {
    let mut answers = 0;
    while Instant::now() < until {
        for statement in statements {
            let _count: (i64,) = db.one(statement, args![user_id, false]).await?;
        }
        answers += 1;
    }
    Ok(answers)
}

/// Precision of everyday words on the table that was written before the rule.
fn everyday_words() -> Row {
    const TABLE: &str = include_str!("../../tests/it/mentions/names.txt");
    let (mut found, mut wrong, mut missed) = (0_u32, 0_u32, 0_u32);
    for row in TABLE.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [brand, context, text, verdict] = cells[..] else {
            continue;
        };
        let name = BrandName::new(brand, BrandNameKind::Name);
        if !name.needs_context {
            continue;
        }
        let domain = context.split(", ").next().unwrap_or_default();
        let names = [name, BrandName::new(domain, BrandNameKind::Domain)];
        let is_found = !Brand::new(&names, context.split(", "))
            .spots(text, "")
            .is_empty();
        match (is_found, verdict == "mention") {
            (true, true) => found += 1,
            (true, false) => wrong += 1,
            (false, true) => missed += 1,
            (false, false) => {}
        }
    }
    let share = |of: u32| f64::from(found) / f64::from((found + of).max(1));
    Row {
        figure: "mentions: precision of everyday words",
        goal: Some(Goal::AtLeast(0.95)),
        value: Some(share(wrong)),
        remark: format!("recall {}", shown(share(missed))),
        ..Row::default()
    }
}
