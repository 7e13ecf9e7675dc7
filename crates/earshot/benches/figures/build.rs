//! How long a person waits for the server after an edit.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use anyhow::ensure;

use crate::report::{Row, median, shown};

pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const EDITED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs");
const RUNS: usize = 3;

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    // The first build warms up and is not counted.
    timed(dev_build())?;
    let (mut edits, mut floors) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        File::options()
            .append(true)
            .open(EDITED)?
            .set_modified(SystemTime::now())?;
        edits.push(timed(dev_build())?.as_secs_f64());
        floors.push(timed(dev_build())?.as_secs_f64());
    }
    Ok(vec![Row {
        figure: "dev build after src/lib.rs was touched",
        value: Some(median(edits)),
        unit: "s",
        remark: format!("median of {RUNS}"),
        peer: format!("with nothing to do: {} s", shown(median(floors))),
        ..Row::default()
    }])
}

fn dev_build() -> Command {
    let mut command = cargo();
    command.args(["--package", "earshot"]);
    command
}

/// `cargo build` as a person would call it, not as a part of the benchmark: build scripts of
/// dependencies run again when the names of the package that Cargo runs have changed.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new("cargo");
    command
        .args(["build", "--quiet", "--locked"])
        .current_dir(ROOT)
        .stdout(Stdio::null());
    for (name, _) in std::env::vars_os() {
        let is_of_the_benchmark = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"]
            .iter()
            .any(|prefix| name.to_string_lossy().starts_with(prefix));
        if is_of_the_benchmark {
            command.env_remove(name);
        }
    }
    command
}

pub(crate) fn timed(mut command: Command) -> anyhow::Result<Duration> {
    let started = Instant::now();
    let status = command.status()?;
    ensure!(status.success(), "cargo ended with {status}");
    Ok(started.elapsed())
}
