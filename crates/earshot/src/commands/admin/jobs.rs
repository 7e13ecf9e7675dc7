//! `earshot admin jobs`

use clap::Subcommand;
use uuid::Uuid;

use super::{AdminContext, say};
use platform::jobs::{self, DeadJobs, JobState, JobSummary};

#[derive(Debug, Subcommand)]
pub(in crate::commands) enum JobsCommand {
    /// List the newest jobs
    List {
        /// Only jobs that are waiting, queued, running, done or dead
        #[arg(long)]
        state: Option<JobState>,
        #[arg(long, default_value_t = 50)]
        limit: i64,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Retry dead jobs
    Retry {
        /// The job's id, from the list
        #[arg(required_unless_present = "all")]
        id: Option<Uuid>,
        /// Every dead job
        #[arg(long, conflicts_with = "id")]
        all: bool,
    },
}

pub(super) async fn run(context: &AdminContext<'_>, command: JobsCommand) -> anyhow::Result<()> {
    match command {
        JobsCommand::List { state, limit, json } => list(context, state, limit, json).await,
        JobsCommand::Retry { id, all: _ } => retry(context, id).await,
    }
}

async fn list(
    context: &AdminContext<'_>,
    state: Option<JobState>,
    limit: i64,
    json: bool,
) -> anyhow::Result<()> {
    let lines = jobs::list(&context.db, state, limit).await?;
    if json {
        return say(&serde_json::to_string_pretty(&lines)?);
    }
    for (state, count) in jobs::counts(&context.db).await? {
        say(&format!("{count:>8} {state}"))?;
    }
    if lines.is_empty() {
        return say("No jobs to show.");
    }
    say(&format!("\n{}", table(lines).trim_fmt()))
}

fn table(lines: Vec<JobSummary>) -> comfy_table::Table {
    let header = ["id", "kind", "state", "failures", "due", "last error"];
    let mut table = super::table(&header);
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

async fn retry(context: &AdminContext<'_>, id: Option<Uuid>) -> anyhow::Result<()> {
    let which = id.map_or(DeadJobs::All, DeadJobs::One);
    let revived = jobs::retry(&context.db, &context.clock, &which).await?;
    if let (Some(id), 0) = (id, revived) {
        anyhow::bail!(
            "there is no dead job with the id {id}, or an identical job is already in progress"
        );
    }
    say(&format!("{revived} jobs will be tried again."))
}
