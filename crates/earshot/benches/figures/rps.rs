//! What the edge costs: a plain JSON route behind every layer, beside the same route of bare axum.
//!
//! Each server has a process of its own on the first core, the loader has the second. They take
//! turns, and each round has its own ratio: what else the machine does hits both alike.

use crate::loader::{Requests, request};
use crate::pinned::SERVERS_CORE;
use crate::process::{Cores, Process};
use crate::report::{Goal, Row, median, shown};
use crate::rounds::Rounds;

const CONNECTIONS: usize = 64;
const ROUNDS: usize = 6;

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let requests = Requests {
        connections: CONNECTIONS,
        texts: vec![request("GET /healthz", &[], "")],
    };
    let folder = tempfile::tempdir()?;
    let earshot = Process::earshot(&folder, Cores::Only(SERVERS_CORE))?;
    let mut earshot = Rounds::of(earshot, requests.clone())?;
    let bare = Process::bare_axum(Cores::Only(SERVERS_CORE))?;
    let mut bare = Rounds::of(bare, requests)?;
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        ratios.push(earshot.next()? / bare.next()?);
    }
    Ok(vec![
        throughput(ratios, &earshot, &bare)?,
        work(&earshot, &bare)?,
        latency(&earshot, &bare),
    ])
}

fn throughput(ratios: Vec<f64>, earshot: &Rounds, bare: &Rounds) -> anyhow::Result<Row> {
    let shown_of = |rounds: &Rounds| -> anyhow::Result<String> {
        let rate = shown(rounds.per_second());
        Ok(format!("{rate}/s, busy {:.2}", rounds.busy()?))
    };
    Ok(Row {
        figure: "requests per second, of bare axum's",
        goal: Some(Goal::AtLeast(0.7)),
        value: Some(median(ratios)),
        remark: shown_of(earshot)?,
        is_doubtful: !(earshot.was_busy()? && bare.was_busy()?),
        peer: format!("bare axum: {}", shown_of(bare)?),
        ..Row::default()
    })
}

fn work(earshot: &Rounds, bare: &Rounds) -> anyhow::Result<Row> {
    let (ours, theirs) = (earshot.work_per_request_us()?, bare.work_per_request_us()?);
    Ok(Row {
        figure: "processor time of such a request",
        value: Some(ours),
        unit: "µs",
        peer: format!(
            "bare axum: {} µs, {} of it",
            shown(theirs),
            shown(theirs / ours)
        ),
        ..Row::default()
    })
}

fn latency(earshot: &Rounds, bare: &Rounds) -> Row {
    Row {
        figure: "latency under that load, p50 and p99",
        remark: earshot.percentiles(),
        peer: format!("bare axum: {}", bare.percentiles()),
        ..Row::default()
    }
}
