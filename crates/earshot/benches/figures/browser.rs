//! What only a browser can measure: `e2e/figures` drives it and measures, the goals are said here.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use serde::de::DeserializeOwned;

use crate::build::ROOT;
use crate::process::EARSHOT;

/// Runs the file of this name in `e2e/figures` and reads what it wrote down.
pub(crate) fn measured<T: DeserializeOwned>(file: &str) -> anyhow::Result<T> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("figures.json");
    let ended = Command::new("npm")
        .args([
            "run",
            "--silent",
            "figures",
            "--",
            &format!("figures/{file}.spec.ts"),
        ])
        .current_dir(Path::new(ROOT).join("e2e"))
        .env("EARSHOT_TEST_BINARY", EARSHOT)
        .env("EARSHOT_TEST_FIGURES_OUT", &out)
        .output()
        .context("starting npm")?;
    ensure!(
        ended.status.success(),
        "the measurement in e2e ended with {}: {}{}",
        ended.status,
        String::from_utf8_lossy(&ended.stdout),
        String::from_utf8_lossy(&ended.stderr),
    );
    let text = fs::read_to_string(&out).context("reading what e2e measured")?;
    Ok(serde_json::from_str(&text)?)
}
