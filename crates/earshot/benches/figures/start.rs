//! From the start of the process to the line that says it is ready, on a database that exists.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::ensure;
use tempfile::TempDir;

use crate::process::{Cores, EARSHOT, Process};
use crate::report::{Goal, Row, median, milliseconds};

const RUNS: usize = 10;

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let folder = tempfile::tempdir()?;
    // The first start makes the database and is not counted.
    ready_after(&folder)?;
    let (mut starts, mut floors) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        starts.push(ready_after(&folder)?.as_secs_f64());
        floors.push(version_after()?.as_secs_f64());
    }
    let floor = Duration::from_secs_f64(median(floors));
    Ok(vec![Row {
        figure: "start to ready, SQLite",
        goal: Some(Goal::AtMost(0.3)),
        value: Some(median(starts)),
        unit: "s",
        remark: format!("median of {RUNS}"),
        peer: format!("`earshot --version`: {}", milliseconds(floor)),
        ..Row::default()
    }])
}

fn ready_after(folder: &TempDir) -> anyhow::Result<Duration> {
    let process = Process::earshot(folder, Cores::All)?;
    let ready_after = process.ready_after;
    process.stop()?;
    Ok(ready_after)
}

/// The least a process of this size can take.
fn version_after() -> anyhow::Result<Duration> {
    let started = Instant::now();
    let status = Command::new(EARSHOT)
        .arg("--version")
        .stdout(Stdio::null())
        .status()?;
    ensure!(status.success(), "`earshot --version` ended with {status}");
    Ok(started.elapsed())
}
