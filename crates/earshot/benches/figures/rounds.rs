//! All rounds of one server that is loaded in turns with another one.
//!
//! A rate is the server's own only while the server is what everybody waits for. On a machine that
//! is busy with other things, or with a loader that is the slower one, it says more about those; so
//! it is judged only if the server had its core to itself and used it. The processor time of a
//! request can be compared in any case.

use std::time::{Duration, Instant};

use crate::loader::{Requests, load};
use crate::pinned::LOADERS_CORE;
use crate::process::Process;
use crate::report::{median, milliseconds};

const WARM_UP: Duration = Duration::from_secs(1);
pub(crate) const ROUND: Duration = Duration::from_secs(2);
/// How much of its core a server must have used for its rate to be its own.
const BUSY: f64 = 0.9;

pub(crate) struct Rounds {
    pub(crate) server: Process,
    requests: Requests,
    /// What it had worked when the first round began.
    worked_before: Duration,
    rates: Vec<f64>,
    latencies: Vec<Duration>,
    lasted: Duration,
}

impl Rounds {
    pub(crate) fn of(server: Process, requests: Requests) -> anyhow::Result<Self> {
        load(server.address, &requests, LOADERS_CORE, WARM_UP)?;
        Ok(Self {
            worked_before: server.worked()?,
            server,
            requests,
            rates: Vec::new(),
            latencies: Vec::new(),
            lasted: Duration::ZERO,
        })
    }

    /// Loads the server once more; how many answers came in a second.
    pub(crate) fn next(&mut self) -> anyhow::Result<f64> {
        let started = Instant::now();
        let load = load(self.server.address, &self.requests, LOADERS_CORE, ROUND)?;
        self.lasted += started.elapsed();
        self.rates.push(load.per_second);
        self.latencies.extend(load.latencies);
        Ok(load.per_second)
    }

    pub(crate) fn per_second(&self) -> f64 {
        median(self.rates.clone())
    }

    /// How much of its core it used, from 0 to 1.
    pub(crate) fn busy(&self) -> anyhow::Result<f64> {
        Ok(self.worked_s()? / self.lasted.as_secs_f64())
    }

    /// Whether the rate is the server's own.
    pub(crate) fn was_busy(&self) -> anyhow::Result<bool> {
        Ok(self.busy()? >= BUSY)
    }

    pub(crate) fn work_per_request_us(&self) -> anyhow::Result<f64> {
        let answers = u32::try_from(self.latencies.len())?;
        Ok(self.worked_s()? * 1e6 / f64::from(answers))
    }

    /// Half of the answers, and 99 of a hundred, came within these times.
    pub(crate) fn percentiles(&self) -> String {
        let (half, most) = percentiles(&self.latencies);
        format!("{}, {}", milliseconds(half), milliseconds(most))
    }

    fn worked_s(&self) -> anyhow::Result<f64> {
        let worked = self.server.worked()?.saturating_sub(self.worked_before);
        Ok(worked.as_secs_f64())
    }
}

/// What half of the times are within, and what 99 of a hundred are.
pub(crate) fn percentiles(times: &[Duration]) -> (Duration, Duration) {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let at = |percent: usize| {
        let last = sorted.len().saturating_sub(1);
        sorted
            .get(last * percent / 100)
            .copied()
            .unwrap_or_default()
    };
    (at(50), at(99))
}
