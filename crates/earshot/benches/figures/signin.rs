//! Signing in with a password, beside the hash that each sign-in needs at the very least, and what
//! others feel of it while ten times as many want to come in as can.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordVerifier};
use platform::db::args;
use serde_json::json;
use tokio::task::JoinSet;

use crate::loader::{Answer, Requests, keep_pace};
use crate::people::{self, Person};
use crate::pinned::{LOADERS_CORE, SERVERS_CORE, on_core};
use crate::place::FreshPlace;
use crate::process::{Cores, Process, this_thread_worked};
use crate::report::{Goal, Row, median, milliseconds, shown};
use crate::rounds::{ROUND, Rounds, percentiles};

/// Each signs in again and again, one at a time: a right password is never refused for its number.
const PEOPLE: usize = 8;
const PASSWORD: &str = "tea at four, please";
const ROUNDS: usize = 5;
const GOAL_PER_SECOND: f64 = 20.0;

/// The flood is ten times the goal: each of so many strangers tries another address, rarely enough
/// that none is refused for the number of its tries.
const STRANGERS: u32 = 400;
const STRANGERS_PACE: Duration = Duration::from_secs(2);
/// Those who read a table meanwhile, a hundred times a second.
const READERS: u32 = 4;
const READERS_PACE: Duration = Duration::from_millis(40);
const FLOOD: Duration = Duration::from_secs(10);
const GOAL_MS: f64 = 100.0;

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let place = FreshPlace::sqlite()?;
    let runtime = tokio::runtime::Runtime::new()?;
    let (people, hash) = runtime.block_on(prepare(&place))?;
    let requests = Requests {
        connections: PEOPLE,
        texts: people.iter().map(sign_in).collect(),
    };
    let server = Process::earshot_at(&place, Cores::Only(SERVERS_CORE))?;
    let mut signed_in = Rounds::of(server, requests)?;
    let mut bare = Bare::default();
    for _ in 0..ROUNDS {
        signed_in.next()?;
        bare.next(&hash)?;
    }
    let mut rows = vec![throughput(&signed_in, &bare)?, work(&signed_in, &bare)?];
    rows.push(beside_the_flood(signed_in.server.address, &people[0])?);
    Ok(rows)
}

/// People with passwords, and the hash of one of them, which says what hashing costs.
async fn prepare(place: &FreshPlace) -> anyhow::Result<(Vec<Person>, String)> {
    people::with_app(place, async |app| {
        let people = people::add(app, PEOPLE).await?;
        for person in &people {
            person.choose_password(app, PASSWORD).await?;
        }
        let sql = "select password_hash from users where id = $1";
        let (hash,): (String,) = app.db.one(sql, args![people[0].id]).await?;
        Ok((people, hash))
    })
    .await
}

fn sign_in(person: &Person) -> String {
    try_with(person, &person.email, PASSWORD)
}

fn try_with(person: &Person, email: &str, password: &str) -> String {
    let body = json!({ "email": email, "password": password }).to_string();
    person.request("POST /auth/v1/token?grant_type=password", &[], &body)
}

/// The hash alone, one after the other on the server's core.
#[derive(Default)]
struct Bare {
    rates: Vec<f64>,
    hashes: u32,
    worked: Duration,
}

impl Bare {
    fn next(&mut self, hash: &str) -> anyhow::Result<()> {
        let (hashes, worked, rate) = on_core(SERVERS_CORE, async { hash_for_a_round(hash) })?;
        self.rates.push(rate);
        self.hashes += hashes;
        self.worked += worked;
        Ok(())
    }

    fn per_second(&self) -> f64 {
        median(self.rates.clone())
    }

    fn work_per_hash_ms(&self) -> f64 {
        self.worked.as_secs_f64() * 1e3 / f64::from(self.hashes)
    }
}

/// How many hashes were made, for how long the machine worked for them, and how many a second.
fn hash_for_a_round(hash: &str) -> anyhow::Result<(u32, Duration, f64)> {
    let hash = PasswordHash::new(hash)
        .ok()
        .context("reading the hash of a password")?;
    let (started, worked_before, mut hashes) = (Instant::now(), this_thread_worked()?, 0);
    while started.elapsed() < ROUND {
        // The parameters are those of the hash, and so those of the product.
        let verified = Argon2::default().verify_password(PASSWORD.as_bytes(), &hash);
        ensure!(verified.is_ok(), "the password is not the one of the hash");
        hashes += 1;
    }
    let rate = f64::from(hashes) / started.elapsed().as_secs_f64();
    let worked = this_thread_worked()?.saturating_sub(worked_before);
    Ok((hashes, worked, rate))
}

fn throughput(signed_in: &Rounds, bare: &Bare) -> anyhow::Result<Row> {
    let rate = signed_in.per_second();
    Ok(Row {
        figure: "sign-ins per second on one core",
        goal: Some(Goal::AtLeast(GOAL_PER_SECOND)),
        value: Some(rate),
        unit: "/s",
        remark: format!(
            "{} of the floor, busy {:.2}",
            shown(rate / bare.per_second()),
            signed_in.busy()?
        ),
        // With less than the whole core it can only be more than it seems.
        is_doubtful: rate < GOAL_PER_SECOND && !signed_in.was_busy()?,
        peer: format!("argon2id alone: {} /s", shown(bare.per_second())),
    })
}

fn work(signed_in: &Rounds, bare: &Bare) -> anyhow::Result<Row> {
    let (ours, theirs) = (
        signed_in.work_per_request_us()? / 1e3,
        bare.work_per_hash_ms(),
    );
    Ok(Row {
        figure: "processor time of a sign-in",
        value: Some(ours),
        unit: "ms",
        peer: format!(
            "argon2id alone: {} ms, {} of it",
            shown(theirs),
            shown(theirs / ours)
        ),
        ..Row::default()
    })
}

fn beside_the_flood(address: SocketAddr, reader: &Person) -> anyhow::Result<Row> {
    let (_, quiet) = on_core(LOADERS_CORE, flood_and_read(address, reader, 0))?;
    let (tries, read) = on_core(LOADERS_CORE, flood_and_read(address, reader, STRANGERS))?;
    let (half, most) = percentiles(&read);
    let quiet_most = percentiles(&quiet).1;
    Ok(Row {
        figure: "a table read beside ten times as many, p99",
        goal: Some(Goal::AtMost(GOAL_MS)),
        value: Some(most.as_secs_f64() * 1e3),
        unit: "ms",
        remark: format!("p50 {}; {}", milliseconds(half), told(&tries)?),
        peer: format!("without them: {}", milliseconds(quiet_most)),
        // Where a reading takes long also without the flood, the machine has other things to do.
        is_doubtful: quiet_most.as_secs_f64() * 1e3 > GOAL_MS / 4.0,
    })
}

/// How the strangers fared: some were heard out, the others told at once to come back later.
fn told(tries: &[Answer]) -> anyhow::Result<String> {
    let unforeseen = tries
        .iter()
        .find(|answer| ![400, 503].contains(&answer.status));
    if let Some(answer) = unforeseen {
        bail!("the flood was answered {}", answer.status);
    }
    let heard = tries.iter().filter(|answer| answer.status == 400).count();
    let per_second = |count: usize| -> anyhow::Result<String> {
        let count = f64::from(u32::try_from(count)?);
        Ok(shown(count / FLOOD.as_secs_f64()))
    };
    Ok(format!(
        "of {} tries a second {} are hashed",
        per_second(tries.len())?,
        per_second(heard)?
    ))
}

/// What the strangers were told, and how long each reading took.
async fn flood_and_read(
    address: SocketAddr,
    reader: &Person,
    strangers: u32,
) -> anyhow::Result<(Vec<Answer>, Vec<Duration>)> {
    let (mut flood, mut readers) = (JoinSet::new(), JoinSet::new());
    for number in 0..strangers {
        let address_tried = format!("stranger{number}@example.com");
        let request = try_with(reader, &address_tried, "a guess, no more");
        let offset = STRANGERS_PACE * number / strangers;
        flood.spawn(keep_pace(address, request, (offset, STRANGERS_PACE, FLOOD)));
    }
    for number in 0..READERS {
        let path = "GET /rest/v1/reddit_posts?select=id,title&order=created_at.desc&limit=50";
        let request = reader.request(path, &[], "");
        let offset = READERS_PACE * number / READERS;
        readers.spawn(keep_pace(address, request, (offset, READERS_PACE, FLOOD)));
    }
    let read = all(readers).await?;
    ensure!(
        read.iter().all(|answer| answer.status == 200),
        "a reading was refused"
    );
    let read = read.into_iter().map(|answer| answer.after).collect();
    Ok((all(flood).await?, read))
}

async fn all(mut clients: JoinSet<anyhow::Result<Vec<Answer>>>) -> anyhow::Result<Vec<Answer>> {
    let mut answers = Vec::new();
    while let Some(ended) = clients.join_next().await {
        answers.extend(ended??);
    }
    Ok(answers)
}
