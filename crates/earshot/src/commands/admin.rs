//! `earshot admin`: looking after a running server, from beside it.

use clap::Subcommand;
use uuid::Uuid;

use super::{clock_of, open, say};
use crate::platform::db::Db;
use crate::platform::jobs::{self, JobLine, JobState};
use crate::platform::settings::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum Admin {
    /// What the server has done, is doing and could not do
    #[command(subcommand)]
    Jobs(JobsCommand),
}

#[derive(Debug, Subcommand)]
pub(super) enum JobsCommand {
    /// List the newest jobs
    List {
        /// Only those that are waiting, queued, running, done or dead
        #[arg(long)]
        state: Option<JobState>,
        #[arg(long, default_value_t = 50)]
        limit: i64,
        /// For programs
        #[arg(long)]
        json: bool,
    },
    /// Give dead jobs a fresh start
    Retry {
        /// The job's id, from the list
        #[arg(required_unless_present = "all")]
        id: Option<Uuid>,
        /// Every dead job
        #[arg(long, conflicts_with = "id")]
        all: bool,
    },
}

pub(super) async fn run(settings: &Settings, admin: Admin) -> anyhow::Result<()> {
    let Admin::Jobs(command) = admin;
    let db = open(settings).await?;
    match command {
        JobsCommand::List { state, limit, json } => list(&db, state, limit, json).await?,
        JobsCommand::Retry { id, all: _ } => retry(&db, id).await?,
    }
    db.close().await;
    Ok(())
}

async fn list(db: &Db, state: Option<JobState>, limit: i64, json: bool) -> anyhow::Result<()> {
    let lines = jobs::list(db, state, limit).await?;
    if json {
        return say(&serde_json::to_string_pretty(&lines)?);
    }
    for (state, count) in jobs::counts(db).await? {
        say(&format!("{count:>8} {state}"))?;
    }
    if lines.is_empty() {
        return say("No jobs to show.");
    }
    say(&format!("\n{}", table(lines).trim_fmt()))
}

fn table(lines: Vec<JobLine>) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_preset(comfy_table::presets::NOTHING);
    table.set_header(["id", "kind", "state", "failures", "due", "last error"]);
    for line in lines {
        let due = line.due_at.format("%Y-%m-%d %H:%M:%S").to_string();
        let error = line.last_error.unwrap_or_default();
        table.add_row([
            line.id.to_string(),
            line.kind,
            line.state,
            line.failures.to_string(),
            due,
            error,
        ]);
    }
    table
}

async fn retry(db: &Db, id: Option<Uuid>) -> anyhow::Result<()> {
    let revived = jobs::retry(db, &clock_of(db).await?, id).await?;
    if let (Some(id), 0) = (id, revived) {
        anyhow::bail!("no dead job has the id {id}, or its twin is already under way");
    }
    say(&format!("{revived} jobs will be tried again."))
}
