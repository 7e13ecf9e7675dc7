//! How long the first build of the product takes, with everything that it is made of.

use std::path::Path;

use crate::build::{ROOT, cargo, timed};
use crate::report::Row;

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let target = Path::new(ROOT).join("target");
    let folder = tempfile::Builder::new()
        .prefix("clean-")
        .tempdir_in(target)?;
    let mut command = cargo();
    command
        .args(["--release", "--package", "earshot", "--bin", "earshot"])
        .env("CARGO_TARGET_DIR", folder.path());
    Ok(vec![Row {
        figure: "clean release build",
        value: Some(timed(command)?.as_secs_f64()),
        unit: "s",
        ..Row::default()
    }])
}
