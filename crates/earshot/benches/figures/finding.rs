//! What a scan brings for its calls: leads per call to Reddit, and its time beside the same calls
//! alone.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use platform::db::{Db, DbResult, args};
use platform::tasks::Tasks;
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::discovery::{calls_alone, founder, worker};
use crate::far::{FarRanks, FarReddit, Made};
use crate::people;
use crate::place::FreshPlace;
use crate::report::{Goal, Row, median, milliseconds};

/// As somebody with an invoicing app would choose them, in three rounds of which none has the
/// answers of another.
const ROUNDS: [[&str; 3]; 3] = [
    ["invoicing app", "late payments", "recurring invoices"],
    ["invoicing software", "unpaid invoices", "payment reminders"],
    ["freshbooks", "deposits from clients", "invoice template"],
];

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    Runtime::new()?.block_on(scans(&FreshPlace::sqlite()?))
}

async fn scans(place: &FreshPlace) -> anyhow::Result<Vec<Row>> {
    let (took, floor, leads, calls) = people::with_app(place, async |app| {
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
        let (mut took, mut floors, mut leads, mut calls) = (Vec::new(), Vec::new(), 0, 0);
        for (round, keywords) in ROUNDS.into_iter().enumerate() {
            let words = keywords.map(str::to_owned);
            let user_id = founder(app, round, &words).await?;
            made.take();
            let started = Instant::now();
            discovery::scan(app, user_id).await?;
            worker.run_until_idle().await?;
            took.push(started.elapsed().as_secs_f64());
            let made = made.take();
            leads += leads_of(&app.db, user_id).await?;
            calls += made[..3].iter().sum::<usize>();
            floors.push(calls_alone(&reddit, &ranks, &words, made).await?);
        }
        tasks.stop(Duration::from_secs(5)).await;
        Ok((median(took), median(floors), leads, calls))
    })
    .await?;
    #[expect(clippy::cast_precision_loss, reason = "some hundred at most")]
    let per_call = leads as f64 / calls as f64;
    Ok(vec![
        Row {
            figure: "leads found per Reddit call",
            value: Some(per_call),
            remark: format!("{leads} leads, {calls} calls"),
            ..Row::default()
        },
        Row {
            figure: "time of a scan, SQLite",
            goal: Some(Goal::AtMost(1.3)),
            value: Some(took / floor),
            unit: "×",
            remark: milliseconds(Duration::from_secs_f64(took)),
            peer: format!(
                "its calls alone: {}",
                milliseconds(Duration::from_secs_f64(floor))
            ),
            ..Row::default()
        },
    ])
}

/// Posts that name the company are no new leads.
async fn leads_of(db: &Db, user_id: Uuid) -> DbResult<i64> {
    let sql = "select cast(count(*) as bigint) from reddit_posts
               where user_id = $1 and names_brand = $2";
    let (count,): (i64,) = db.one(sql, args![user_id, false]).await?;
    Ok(count)
}
