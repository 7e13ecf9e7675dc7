//! What the edge costs: a plain JSON route behind every layer, beside the same route of bare axum.
//!
//! Each server has a process of its own on the first core, the loader has the second. They take
//! turns, and each round has its own ratio: what else the machine does hits both alike.
//!
//! Rates compare the servers only while these are what everybody waits for. On a machine that is
//! busy with other things, or with a loader that is the slower one, the ratio drifts towards 1; so
//! it is judged only if both servers had their core to themselves and used it. The processor time
//! of a request can be compared in any case.

use std::time::{Duration, Instant};

use crate::loader::load;
use crate::process::{Cores, Process};
use crate::report::{Goal, Row, median, milliseconds, shown};

const SERVERS_CORE: usize = 0;
const LOADERS_CORE: usize = 1;
const WARM_UP: Duration = Duration::from_secs(1);
const ROUND: Duration = Duration::from_secs(2);
const ROUNDS: usize = 6;
/// How much of its core a server must have used for its rate to be its own.
const BUSY: f64 = 0.9;

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let folder = tempfile::tempdir()?;
    let mut earshot = Rounds::of(Process::earshot(&folder, Cores::Only(SERVERS_CORE))?)?;
    let mut bare = Rounds::of(Process::bare_axum(Cores::Only(SERVERS_CORE))?)?;
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        ratios.push(earshot.next()? / bare.next()?);
    }
    Ok(vec![
        throughput(ratios, &earshot, &bare)?,
        work(&earshot, &bare)?,
        latency(&mut earshot, &mut bare),
    ])
}

/// All rounds of one server.
struct Rounds {
    server: Process,
    /// What it had worked when the first round began.
    worked_before: Duration,
    rates: Vec<f64>,
    latencies: Vec<Duration>,
    lasted: Duration,
}

impl Rounds {
    fn of(server: Process) -> anyhow::Result<Self> {
        load(server.address, LOADERS_CORE, WARM_UP)?;
        Ok(Self {
            worked_before: server.worked()?,
            server,
            rates: Vec::new(),
            latencies: Vec::new(),
            lasted: Duration::ZERO,
        })
    }

    fn next(&mut self) -> anyhow::Result<f64> {
        let started = Instant::now();
        let load = load(self.server.address, LOADERS_CORE, ROUND)?;
        self.lasted += started.elapsed();
        self.rates.push(load.per_second);
        self.latencies.extend(load.latencies);
        Ok(load.per_second)
    }

    fn rate(&self) -> String {
        format!("{}/s", shown(median(self.rates.clone())))
    }

    fn worked_s(&self) -> anyhow::Result<f64> {
        let worked = self.server.worked()?.saturating_sub(self.worked_before);
        Ok(worked.as_secs_f64())
    }

    /// How much of its core it used, from 0 to 1.
    fn busy(&self) -> anyhow::Result<f64> {
        Ok(self.worked_s()? / self.lasted.as_secs_f64())
    }

    fn work_per_request_us(&self) -> anyhow::Result<f64> {
        let answers = u32::try_from(self.latencies.len())?;
        Ok(self.worked_s()? * 1e6 / f64::from(answers))
    }

    /// Half of the answers, and 99 of a hundred, came within these times.
    fn percentiles(&mut self) -> String {
        self.latencies.sort_unstable();
        let at = |percent: usize| self.latencies[(self.latencies.len() - 1) * percent / 100];
        format!("{}, {}", milliseconds(at(50)), milliseconds(at(99)))
    }
}

fn throughput(ratios: Vec<f64>, earshot: &Rounds, bare: &Rounds) -> anyhow::Result<Row> {
    let (our_share, their_share) = (earshot.busy()?, bare.busy()?);
    Ok(Row {
        figure: "requests per second, of bare axum's",
        goal: Some(Goal::AtLeast(0.7)),
        value: Some(median(ratios)),
        remark: format!("{}, busy {our_share:.2}", earshot.rate()),
        is_doubtful: our_share.min(their_share) < BUSY,
        peer: format!("bare axum: {}, busy {their_share:.2}", bare.rate()),
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

fn latency(earshot: &mut Rounds, bare: &mut Rounds) -> Row {
    Row {
        figure: "latency under that load, p50 and p99",
        remark: earshot.percentiles(),
        peer: format!("bare axum: {}", bare.percentiles()),
        ..Row::default()
    }
}
