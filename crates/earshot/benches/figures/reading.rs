//! A discovery of three hundred candidates on one core: found, read, judged, explained and saved; and
//! once more, when nothing is left to read.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use platform::app::App;
use platform::db::{Db, DbResult, args};
use platform::jobs::Worker;
use platform::tasks::Tasks;
use providers::reddit::{PostSearch, SubredditPost};
use uuid::Uuid;

use crate::discovery::{found, founder, worker};
use crate::far::FarReddit;
use crate::people;
use crate::pinned::{SERVERS_CORE, started_on_core};
use crate::place::FreshPlace;
use crate::report::{Goal, Row};

const CANDIDATES: usize = 300;
/// Searches that find the sandbox's posts, and three keywords that find a hundred each of them.
const SOURCES: [&str; 8] = [
    "invoice",
    "payment",
    "client",
    "freelance",
    "software",
    "contract",
    "studio",
    "reminder",
];
const KEYWORDS: [&str; 3] = ["late invoices", "invoicing software", "client won't pay"];

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let place = FreshPlace::sqlite()?;
    let (first, again, texts) = started_on_core(SERVERS_CORE, async || {
        people::with_app(&place, async |app| discover_twice(app).await).await
    })?;
    Ok(vec![
        Row {
            figure: "discovery of 300 candidates on one core",
            goal: Some(Goal::Below(10.0)),
            value: Some(first),
            unit: "s",
            remark: format!("{} posts and {} of their sentences read", texts.0, texts.1),
            peer: "one call to Reddit takes 0.3 s".to_owned(),
            ..Row::default()
        },
        Row {
            figure: "the same once more, nothing to read",
            value: Some(again),
            unit: "s",
            ..Row::default()
        },
    ])
}

async fn discover_twice(app: &App) -> anyhow::Result<(f64, f64, (i64, i64))> {
    let tasks = Tasks::default();
    let posts = candidates(app).await?;
    let keywords = KEYWORDS.map(str::to_owned);
    let pages = posts.chunks(CANDIDATES / KEYWORDS.len());
    let reddit = Arc::new(FarReddit {
        near: app.reddit.clone(),
        made: Arc::default(),
        found: keywords
            .iter()
            .cloned()
            .zip(pages.map(<[_]>::to_vec))
            .collect(),
    });
    let worker = worker(app, &tasks, reddit, None);
    let user_id = founder(app, 0, &keywords).await?;
    let first = discover(app, &worker, user_id).await?;
    let texts = texts_read(&app.db).await?;
    let again = discover(app, &worker, user_id).await?;
    ensure!(
        texts_read(&app.db).await? == texts,
        "something was read again"
    );
    tasks.stop(Duration::from_secs(5)).await;
    Ok((first, again, texts))
}

async fn discover(app: &App, worker: &Worker, user_id: Uuid) -> anyhow::Result<f64> {
    let started = Instant::now();
    discovery::scan(app, user_id).await?;
    worker.run_until_idle().await?;
    let took = started.elapsed().as_secs_f64();
    ensure!(found(&app.db, user_id).await? > 0, "nothing was found");
    Ok(took)
}

/// Posts of the sandbox, then copies of them that say which they are, so that each is a text of its
/// own. A search takes at most 25 posts of a community, so that they are spread over many.
async fn candidates(app: &App) -> anyhow::Result<Vec<SubredditPost>> {
    let mut known = HashMap::new();
    for words in SOURCES {
        let search = PostSearch {
            limit: 100,
            ..PostSearch::new(words)
        };
        for post in app.reddit.search(&search).await?.what.items {
            known.entry(post.id.clone()).or_insert(post);
        }
    }
    let mut posts: Vec<SubredditPost> = known.into_values().collect();
    posts.sort_by(|one, other| one.id.cmp(&other.id));
    ensure!(!posts.is_empty(), "the sandbox has no posts");
    let of_sandbox = posts.len();
    for number in of_sandbox..CANDIDATES {
        let post = &posts[number % of_sandbox];
        posts.push(SubredditPost {
            id: format!("{}copy{number}", post.id),
            body: format!("This is number {number}. {}", post.body),
            ..post.clone()
        });
    }
    posts.truncate(CANDIDATES);
    for (number, post) in posts.iter_mut().enumerate() {
        post.subreddit = format!("community{}", number % 10);
    }
    Ok(posts)
}

/// Posts, and sentences of posts: a vector has 384 bytes.
async fn texts_read(db: &Db) -> DbResult<(i64, i64)> {
    let sql =
        "select cast(count(*) as bigint), cast(coalesce(sum(length(sentences)), 0) / 384 as bigint)
               from post_vectors";
    db.one(sql, args![]).await
}
