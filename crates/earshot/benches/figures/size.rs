//! What one has to download: the binary, with the web app in it.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::process::EARSHOT;
use crate::report::{Row, shown};

const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let binary = fs::metadata(EARSHOT)?.len();
    let web = bytes_in(Path::new(WEB)).context("measuring web/dist, which the binary embeds")?;
    Ok(vec![Row {
        figure: "size of the binary",
        value: Some(megabytes(binary)),
        unit: "MB",
        peer: format!("the web app in it: {} MB", shown(megabytes(web))),
        ..Row::default()
    }])
}

fn bytes_in(folder: &Path) -> anyhow::Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let known = entry.metadata()?;
        sum += if known.is_dir() {
            bytes_in(&entry.path())?
        } else {
            known.len()
        };
    }
    Ok(sum)
}

#[expect(clippy::cast_precision_loss, reason = "files are far below 2^53 bytes")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
