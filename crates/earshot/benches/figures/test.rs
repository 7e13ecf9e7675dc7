//! How long `make test` took when it last passed; it writes that down itself.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::build::ROOT;
use crate::report::{Goal, Row};

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    Ok(vec![Row {
        figure: "the last `make test` that passed",
        goal: Some(Goal::Below(600.0)),
        value: last_seconds()?,
        unit: "s",
        ..Row::default()
    }])
}

fn last_seconds() -> anyhow::Result<Option<f64>> {
    match fs::read_to_string(Path::new(ROOT).join("target/test/seconds")) {
        Ok(text) => Ok(Some(text.trim().parse()?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}
