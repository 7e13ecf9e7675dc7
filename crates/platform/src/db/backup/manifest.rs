//! What a backup says about itself.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::db::migrations::{self, hex};

const NAME: &str = "manifest.json";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub engine: String,
    pub version: String,
    pub created_at: DateTime<Utc>,
    /// The copy, beside this manifest.
    pub file: String,
    pub sha256: String,
    /// How many rows each table has.
    pub tables: BTreeMap<String, i64>,
}

impl Manifest {
    /// Describes the finished copy `file` in the folder `to`.
    pub(super) fn of(
        to: &Path,
        engine: &str,
        file: &str,
        tables: BTreeMap<String, i64>,
        at: DateTime<Utc>,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            engine: engine.to_owned(),
            version: crate::VERSION.to_owned(),
            created_at: at,
            file: file.to_owned(),
            sha256: fingerprint(&to.join(file))?,
            tables,
        })
    }

    pub fn rows(&self) -> i64 {
        self.tables.values().sum()
    }

    pub(super) fn write(&self, to: &Path) -> anyhow::Result<()> {
        let path = to.join(NAME);
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)?;
        file.write_all(serde_json::to_string_pretty(self)?.as_bytes())?;
        // Without a manifest there is no backup, so it comes last and reaches the disk.
        file.sync_all()
            .with_context(|| format!("writing {}", path.display()))
    }

    pub(super) fn read(from: &Path) -> anyhow::Result<Self> {
        let path = from.join(NAME);
        let text =
            fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("understanding {}", path.display()))
    }

    pub(super) fn check_file(&self, from: &Path) -> anyhow::Result<()> {
        ensure!(
            !self.file.contains('/'),
            "the manifest names a file outside of its folder"
        );
        let found = fingerprint(&from.join(&self.file))?;
        ensure!(
            found == self.sha256,
            "{} is not the file that was backed up: its fingerprint differs",
            self.file
        );
        Ok(())
    }

    pub(super) fn demand_engine(&self, engine: &str) -> anyhow::Result<()> {
        ensure!(
            self.engine == engine,
            "the backup is of {}, and this server is set up for {engine}",
            self.engine
        );
        Ok(())
    }

    pub(super) fn check_rows(&self, found: &BTreeMap<String, i64>) -> anyhow::Result<()> {
        for (table, expected) in &self.tables {
            let rows = found.get(table).copied().unwrap_or(-1);
            ensure!(
                rows == *expected,
                "table {table} has {rows} rows and should have {expected}"
            );
        }
        Ok(())
    }

    /// A newer schema cannot be used by an older program.
    pub(super) fn check_migrations(applied: &[String]) -> anyhow::Result<()> {
        for name in applied {
            ensure!(
                migrations::names().any(|known| known == name),
                "the backup is of a newer version of Earshot ({name})"
            );
        }
        Ok(())
    }
}

fn fingerprint(path: &Path) -> anyhow::Result<String> {
    let mut file = File::open(path).with_context(|| format!("opening {}", path.display()))?;
    let mut hasher = HashWriter(Sha256::new());
    io::copy(&mut file, &mut hasher).with_context(|| format!("reading {}", path.display()))?;
    Ok(hex(&hasher.0.finalize()))
}

struct HashWriter(Sha256);

impl Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
