//! `earshot backup` and `earshot restore`

use std::path::PathBuf;

use super::say;
use platform::clock::Clock;
use platform::db::backup as copies;
use platform::settings::Settings;

#[derive(Debug, clap::Args)]
pub(super) struct BackupFlags {
    /// The folder to create for the backup and its manifest
    to: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct RestoreFlags {
    /// A folder created by `earshot backup`
    from: PathBuf,
    /// Replace existing data
    #[arg(long)]
    force: bool,
}

pub(super) async fn backup(settings: &Settings, flags: &BackupFlags) -> anyhow::Result<()> {
    let manifest = copies::backup(&settings.place, &flags.to, Clock::system().real()).await?;
    let (tables, rows) = (manifest.tables.len(), manifest.rows());
    say(&format!(
        "Backed up {rows} rows in {tables} tables to {}; the copy was checked.",
        flags.to.display()
    ))
}

pub(super) async fn restore(settings: &Settings, flags: &RestoreFlags) -> anyhow::Result<()> {
    let manifest = copies::restore(&settings.place, &flags.from, flags.force).await?;
    let (tables, rows) = (manifest.tables.len(), manifest.rows());
    say(&format!(
        "Restored {rows} rows in {tables} tables as of {}.",
        manifest.created_at.format("%Y-%m-%d %H:%M:%S UTC")
    ))
}
