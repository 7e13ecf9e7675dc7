//! Reads the datasets: JSON Lines, plain or compressed by zstd with a long window.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read},
    path::Path,
};

use anyhow::{Context, Result};
use ruzstd::decoding::StreamingDecoder;
use serde::de::DeserializeOwned;

/// All rows of a file, each with the fields of `Row`; other columns are ignored.
pub(crate) fn read<Row: DeserializeOwned>(path: &Path) -> Result<Vec<Row>> {
    let file = File::open(path).with_context(|| format!("while opening {}", path.display()))?;
    let reader: Box<dyn Read> = if path.extension().is_some_and(|kind| kind == "zst") {
        Box::new(StreamingDecoder::new(file)?)
    } else {
        Box::new(file)
    };
    let mut rows = Vec::new();
    for line in BufReader::new(reader).lines() {
        let line = line?;
        if !line.trim().is_empty() {
            let row = serde_json::from_str(&line);
            rows.push(row.with_context(|| format!("while reading {}", path.display()))?);
        }
    }
    Ok(rows)
}

/// Splits rows into parts by their id, the same way on every machine.
pub(crate) fn part(id: &str, parts: u64) -> u64 {
    let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 17) % parts
}
