//! The stream end to end: four hundred posts a second, a hundred thousand customers with thirty keywords
//! each, one process on SQLite; then the reader's queue behind it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use earshot::lifecycle::Lifecycle;
use listening::{Listening, Sources};
use platform::clock::Clock;
use platform::db::{Db, args};
use platform::tasks::{Tasks, pause};
use providers::rank::Country;
use providers::reddit::{ListingPage, PageRequest, PageStart, Reddit, SubredditPost};
use stream::StreamListener;
use tokio_util::sync::CancellationToken;

use crate::firehose;
use crate::many_customers::{self, CUSTOMERS, KEYWORDS_EACH};
use crate::place::FreshPlace;
use crate::process::{Process, this_process_worked};
use crate::report::{Goal, Row, shown};
use crate::stream_reader::{StreamReader, TextsRead};

/// How long it is measured.
const MEASURED: Duration = Duration::from_mins(1);
/// The first passes load what is asked for once.
const WARM_UP: Duration = Duration::from_secs(10);
/// Engine's selective set at as many customers: 3.9 pairs of a customer and a keyword in a text.
const PAIRS_A_TEXT: f64 = 3.9;

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let runtime = tokio::runtime::Runtime::new()?;
    let firehose = Process::firehose()?;
    runtime.block_on(async {
        let place = FreshPlace::sqlite()?;
        let db = place.open().await?;
        let clock = Clock::system();
        let phrases = phrases(&firehose).await?;
        // Long enough ago that nobody counts as changed just now.
        many_customers::add(&db, &phrases, clock.now() - TimeDelta::days(1)).await?;
        let tasks = Tasks::default();
        let listening = Listening::new(Sources {
            db: db.clone(),
            clock: clock.clone(),
            tasks: tasks.clone(),
            reddit: firehose::adapter(&firehose)?,
            has_reddit: true,
            hacker_news: None,
            bluesky: None,
            ranks: None,
            country: Country::default(),
        });
        let listener =
            StreamListener::new(db.clone(), clock.clone(), &listening, Arc::new(Lifecycle));
        let started = Instant::now();
        listener.pass().await?;
        listener.pass().await?;
        let loading = started.elapsed();
        catch_up(&listener).await?;
        let behind = started.elapsed().saturating_sub(loading);
        passes(&listener, (&db, &clock), WARM_UP).await?;
        let heard = passes(&listener, (&db, &clock), MEASURED).await?;
        let reader = StreamReader::start((&db, &clock), &listening, &tasks)?;
        passes(&listener, (&db, &clock), WARM_UP).await?;
        let before = reader.texts_read();
        let heard_beside = passes(&listener, (&db, &clock), MEASURED).await?;
        let read = reader.texts_read().since(before);
        tasks.stop(Duration::from_secs(5)).await;
        db.close().await;
        let mut rows = heard.rows(loading, behind)?;
        rows.push(heard_beside.row_of_reader(read));
        Ok(rows)
    })
}

/// Hears what was written while the terms were loaded, as after a start of the product.
async fn catch_up(listener: &StreamListener) -> anyhow::Result<()> {
    const PATIENCE: Duration = Duration::from_mins(10);
    let started = Instant::now();
    while listener.pass().await?.rest.is_zero() {
        ensure!(
            started.elapsed() < PATIENCE,
            "the listener does not keep up"
        );
    }
    Ok(())
}

/// What was heard in some time.
struct HeardMeanwhile {
    took: Duration,
    worked: Duration,
    texts: usize,
    matches: usize,
    likely: i64,
    /// From writing to the queue, in seconds, of each text that matched.
    lags: Vec<f64>,
}

/// Listens as the product does, with its pauses.
async fn passes(
    listener: &StreamListener,
    (db, clock): (&Db, &Clock),
    time: Duration,
) -> anyhow::Result<HeardMeanwhile> {
    let (started, worked) = (Instant::now(), this_process_worked()?);
    let (mut texts, mut matches, mut lags) = (0, 0, Vec::new());
    let never = CancellationToken::new();
    let mut until = newest(db).await?;
    let before = likely(db).await?;
    while started.elapsed() < time {
        let report = listener.pass().await?;
        texts += report.posts;
        matches += report.matches;
        let now = clock.now();
        for (created_at, heard_at) in heard_since(db, until).await? {
            lags.push((now - created_at).as_seconds_f64());
            until = until.max(heard_at);
        }
        pause(report.rest, &never).await;
    }
    Ok(HeardMeanwhile {
        took: started.elapsed(),
        worked: this_process_worked()?.saturating_sub(worked),
        texts,
        matches,
        likely: likely(db).await? - before,
        lags,
    })
}

async fn newest(db: &Db) -> anyhow::Result<DateTime<Utc>> {
    let sql = "select coalesce(max(heard_at), '1970-01-01T00:00:00.000000Z') from heard_posts";
    let (at,): (DateTime<Utc>,) = db.one(sql, args![]).await?;
    Ok(at)
}

async fn likely(db: &Db) -> anyhow::Result<i64> {
    let sql = "select cast(count(*) as bigint) from heard_matches";
    let (count,): (i64,) = db.one(sql, args![]).await?;
    Ok(count)
}

async fn heard_since(
    db: &Db,
    since: DateTime<Utc>,
) -> anyhow::Result<Vec<(DateTime<Utc>, DateTime<Utc>)>> {
    let sql = "select cast(json_extract(post, '$.created_at') as text), heard_at
               from heard_posts where heard_at > $1";
    let rows: Vec<(String, DateTime<Utc>)> = db.all(sql, args![since]).await?;
    rows.into_iter()
        .map(|(created, heard)| Ok((created.parse::<DateTime<Utc>>()?, heard)))
        .collect()
}

/// Phrases of three words from the texts, as often as makes the promised number of matches.
async fn phrases(firehose: &Process) -> anyhow::Result<Vec<String>> {
    let reddit = firehose::adapter(firehose)?;
    let first = reddit.newest(&[], &PageRequest::first(100)).await?;
    let after = first.what.after.clone().context("there is one page only")?;
    let next = PageRequest {
        from: PageStart::After(after),
        ..PageRequest::first(100)
    };
    let second = reddit.newest(&[], &next).await?;
    let folded = |page: ListingPage<SubredditPost>| {
        let texts = page.items.into_iter();
        texts.map(|post| format!("{}\n{}", post.title, post.body).to_lowercase())
    };
    let (source, tried): (Vec<String>, Vec<String>) =
        (folded(first.what).collect(), folded(second.what).collect());
    let mut known = BTreeSet::new();
    for text in &source {
        let is_word = |word: &&str| word.chars().all(char::is_alphanumeric);
        let words: Vec<&str> = text.split_whitespace().filter(is_word).collect();
        known.extend(words.windows(3).map(|some| some.join(" ")));
    }
    let phrases: Vec<String> = known.into_iter().collect();
    let matched = |text: &String| phrases.iter().filter(|it| text.contains(*it)).count();
    let pairs = count(tried.iter().map(matched).sum()) / count(tried.len());
    ensure!(pairs > 0.0, "no text has a phrase of another");
    let wanted = count(phrases.len()) * PAIRS_A_TEXT / pairs;
    let quoted = phrases.iter().map(|phrase| format!("\"{phrase}\""));
    let quoted: Vec<String> = quoted.collect();
    Ok(quoted.into_iter().cycle().take(rounded(wanted)).collect())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "some thousand phrases"
)]
fn rounded(number: f64) -> usize {
    number.round() as usize
}

impl HeardMeanwhile {
    fn rows(mut self, loading: Duration, behind: Duration) -> anyhow::Result<Vec<Row>> {
        self.lags.sort_by(f64::total_cmp);
        let last = self.lags.len() * 99 / 100;
        let lag = *self.lags.get(last).context("nothing was heard")?;
        let seconds = self.took.as_secs_f64();
        let texts = count(self.texts);
        Ok(vec![
            Row {
                figure: "stream: matching, glance and writes at 400 posts a second",
                goal: Some(Goal::Below(0.5)),
                value: Some(self.worked.as_secs_f64() / seconds),
                unit: "cores",
                remark: format!(
                    "{} texts a second, {} pairs a text, {} of them likely; {} customers × {}",
                    shown(texts / seconds),
                    shown(count(self.matches) / texts),
                    shown(f64::from(i32::try_from(self.likely)?) / count(self.matches)),
                    CUSTOMERS,
                    KEYWORDS_EACH,
                ),
                peer: format!("engine's selective set: {PAIRS_A_TEXT} pairs a text"),
                ..Row::default()
            },
            Row {
                figure: "stream: from writing to the queue, p99",
                goal: Some(Goal::Below(5.0)),
                value: Some(lag),
                unit: "s",
                remark: format!(
                    "all terms loaded in {} s, what was written meanwhile heard in {} s more",
                    shown(loading.as_secs_f64()),
                    shown(behind.as_secs_f64()),
                ),
                ..Row::default()
            },
        ])
    }

    fn row_of_reader(&self, read: TextsRead) -> Row {
        let seconds = self.took.as_secs_f64();
        let cores = self.worked.as_secs_f64() / seconds;
        Row {
            figure: "stream: texts that the reader reads with one core",
            value: Some(read.all() / seconds),
            unit: "/s",
            remark: format!(
                "{} of those heard within 60 s; {} cores with the listener",
                shown(read.within_a_minute / count(self.lags.len())),
                shown(cores),
            ),
            peer: format!(
                "heard for somebody: {} /s",
                shown(count(self.lags.len()) / seconds)
            ),
            ..Row::default()
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "some hundred thousand at most")]
fn count(number: usize) -> f64 {
    number as f64
}
