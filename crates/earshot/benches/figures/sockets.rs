//! Thousands of idle pages: what each holds of the server's memory, and how soon all are told.
//!
//! No user has more than twenty sockets, so all of them hear of something only if something happens
//! to every user: in one transaction, in the process that the sockets are at. The time counts from
//! before that transaction to the last page that was told.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use futures::{SinkExt, StreamExt, TryStreamExt, stream};
use platform::tasks::pause;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tokio_util::sync::CancellationToken;

use crate::people::{self, Person};
use crate::place::FreshPlace;
use crate::process::{Process, this_thread_worked};
use crate::report::{Goal, Row, shown};

const PEOPLE: usize = 250;
const SOCKETS_EACH: usize = 20;
const SOCKETS: usize = PEOPLE * SOCKETS_EACH;
/// How many connect at once.
const AT_ONCE: usize = 50;
/// For what a process opens besides its sockets.
const OTHER_FILES: u64 = 500;
const GOAL_S: f64 = 1.0;
const SETTLED_AFTER: Duration = Duration::from_secs(2);
/// After so long without a word something has gone wrong.
const PATIENCE: Duration = Duration::from_secs(30);
/// Enough for what is received here; the default would take 640 MB for all of them.
const READ_BUFFER_BYTES: usize = 4096;

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    allow_so_many_files()?;
    let place = FreshPlace::sqlite()?;
    let preparing = tokio::runtime::Runtime::new()?;
    let people = preparing.block_on(people::with_app(&place, async |app| {
        let people = people::add(app, PEOPLE).await?;
        for person in &people {
            person.make_profile(app).await?;
        }
        Ok(people)
    }))?;
    drop(preparing);
    let mut server = Process::teller(&place)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(watch(&mut server, &people))
}

/// The server gets its limit from this process.
fn allow_so_many_files() -> anyhow::Result<()> {
    let wanted = u64::try_from(SOCKETS)? + OTHER_FILES;
    let limit = getrlimit(Resource::Nofile);
    let maximum = limit.maximum.unwrap_or(u64::MAX);
    ensure!(
        maximum >= wanted,
        "a process may open {maximum} files here and needs {wanted}; `ulimit -Hn` says so too"
    );
    if limit.current.is_some_and(|current| current < wanted) {
        let raised = Rlimit {
            current: Some(wanted),
            maximum: limit.maximum,
        };
        setrlimit(Resource::Nofile, raised).context("raising the limit of open files")?;
    }
    Ok(())
}

async fn watch(server: &mut Process, people: &[Person]) -> anyhow::Result<Vec<Row>> {
    pause(SETTLED_AFTER, &CancellationToken::new()).await;
    let before = server.megabytes("status", "VmRSS")?;
    let started = Instant::now();
    let pages = open_all(server.address, people).await?;
    let opened_after = started.elapsed();
    pause(SETTLED_AFTER, &CancellationToken::new()).await;
    let idle = server.megabytes("status", "VmRSS")?;
    let reach = reach(server, pages).await?;
    let after = server.megabytes("status", "VmRSS")?;
    let sockets = f64::from(u32::try_from(SOCKETS)?);
    let each_kb = |memory: f64| (memory - before) * 1e3 / sockets;
    let memory = Row {
        figure: "memory of an idle socket, of 5,000",
        goal: Some(Goal::AtMost(20.0)),
        value: Some(each_kb(idle)),
        unit: "KB",
        remark: format!(
            "{} KB after the event; all joined in {} s",
            shown(each_kb(after)),
            shown(opened_after.as_secs_f64())
        ),
        peer: format!("the server before: {} MB", shown(before)),
        ..Row::default()
    };
    Ok(vec![memory, reach])
}

/// How long it takes until every page has heard of one change.
async fn reach(server: &mut Process, pages: Vec<Page>) -> anyhow::Result<Row> {
    let (server_before, pages_before) = (server.worked()?, this_thread_worked()?);
    let told_after = tell_all(server, pages).await?.as_secs_f64();
    let server_worked = server.worked()?.saturating_sub(server_before);
    let pages_worked = this_thread_worked()?.saturating_sub(pages_before);
    let worked_s = (server_worked + pages_worked).as_secs_f64();
    Ok(Row {
        figure: "until an event has reached all of them",
        goal: Some(Goal::AtMost(GOAL_S)),
        value: Some(told_after),
        unit: "s",
        remark: format!(
            "{} s of the processor, the pages {} s",
            shown(server_worked.as_secs_f64()),
            shown(pages_worked.as_secs_f64())
        ),
        // One core for both would have been enough, so it was the machine that had none.
        is_doubtful: told_after > GOAL_S && worked_s <= GOAL_S,
        ..Row::default()
    })
}

type Page = WebSocketStream<TcpStream>;

async fn open_all(address: SocketAddr, people: &[Person]) -> anyhow::Result<Vec<Page>> {
    let everybody = people.iter().cycle().take(SOCKETS);
    stream::iter(everybody)
        .map(|person| open(address, person))
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
}

/// A page that has joined the channel of its user's profile.
async fn open(address: SocketAddr, person: &Person) -> anyhow::Result<Page> {
    let stream = TcpStream::connect(address).await?;
    let url = format!(
        "ws://{address}/realtime/v1/websocket?apikey={}&vsn=2.0.0",
        person.key
    );
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER_BYTES);
    let (mut page, _) = client_async_with_config(url, stream, Some(config)).await?;
    let payload = json!({
        "config": {
            "broadcast": { "ack": false, "self": false },
            "presence": { "key": "", "enabled": false },
            "postgres_changes": [{
                "event": "*", "schema": "public", "table": "profiles",
                "filter": format!("id=eq.{}", person.id),
            }],
            "private": false,
        },
        "access_token": person.token,
    });
    let join = json!(["1", "1", "realtime:profile", "phx_join", payload]);
    page.send(Message::text(join.to_string())).await?;
    let reply = hear(&mut page).await?;
    ensure!(reply[4]["status"] == "ok", "a join was answered {reply}");
    let subscribed = hear(&mut page).await?;
    ensure!(subscribed[3] == "system", "after a join came {subscribed}");
    Ok(page)
}

async fn hear(page: &mut Page) -> anyhow::Result<Value> {
    let heard = tokio::time::timeout(PATIENCE, page.next()).await;
    let heard = heard.context("waiting for a word on a socket")?;
    let message = heard.context("the socket ended")??;
    Ok(serde_json::from_str(message.to_text()?)?)
}

async fn tell_all(server: &mut Process, pages: Vec<Page>) -> anyhow::Result<Duration> {
    let mut listeners = JoinSet::new();
    for mut page in pages {
        listeners.spawn(async move {
            let event = hear(&mut page).await?;
            ensure!(event[3] == "postgres_changes", "a page was told {event}");
            anyhow::Ok(page)
        });
    }
    // Kept to the end: closing would be work for the server.
    let mut told = Vec::with_capacity(SOCKETS);
    let started = Instant::now();
    server.nudge()?;
    while let Some(ended) = listeners.join_next().await {
        told.push(ended??);
    }
    Ok(started.elapsed())
}
