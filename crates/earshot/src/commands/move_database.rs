//! `earshot move`

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::stop_signals::StopSignals;
use super::{UsageError, say};
use platform::crash;
use platform::db::database_move::{
    self, MoveEstimate, MoveReport, MoveStep, SidesDiffer, TableComparison,
};
use platform::db::{DatabaseLocation, PostgresAddress};
use platform::settings::Settings;

pub(super) const EXIT_CODES: &str = "Exit codes: 0 moved, or both sides are the same; \
     1 refused or failed; 2 mistyped; 3 the two sides differ; 4 interrupted, run it again to go on.";

#[derive(Debug, clap::Args)]
pub(super) struct MoveFlags {
    /// Where to: postgres://… or sqlite:FOLDER. From where: DATABASE_URL or EARSHOT_DATA_DIR
    #[arg(long, value_name = "URL", required_unless_present = "estimate")]
    to: Option<String>,
    /// Only compare the two databases, table by table
    #[arg(long, conflicts_with_all = ["estimate", "start_over"])]
    check: bool,
    /// Only say how much there is to move and about how long it takes; works while the server runs
    #[arg(long, conflicts_with = "start_over")]
    estimate: bool,
    /// Empty a target that an earlier move has filled in part, and begin again
    #[arg(long)]
    start_over: bool,
}

/// What was moved stays; the next run goes on from there.
#[derive(Debug, thiserror::Error)]
#[error("interrupted; run the same command again to continue the move")]
pub(super) struct MoveInterrupted;

pub(super) async fn run(settings: &Settings, flags: &MoveFlags) -> anyhow::Result<()> {
    crash::arm(settings.crash_at.as_deref());
    let from = &settings.place;
    let to = flags.to.as_deref().map(parse_target).transpose()?;
    let Some(to) = to.filter(|_| !flags.estimate) else {
        return say_estimate(from).await;
    };
    let mut stop = StopSignals::listen()?;
    let work = async {
        if flags.check {
            return check(from, &to).await;
        }
        move_data(from, &to, flags.start_over).await
    };
    // What is dropped here in the middle of a batch is undone with its transaction.
    tokio::select! {
        ended = Box::pin(work) => ended,
        () = stop.come() => Err(MoveInterrupted.into()),
    }
}

fn parse_target(raw: &str) -> anyhow::Result<DatabaseLocation> {
    if let Some(folder) = raw.strip_prefix("sqlite:") {
        let folder = folder.strip_prefix("//").unwrap_or(folder);
        if folder.is_empty() {
            return Err(UsageError("--to sqlite: names no folder".to_owned()).into());
        }
        return Ok(DatabaseLocation::Sqlite {
            data_dir: PathBuf::from(folder),
        });
    }
    let address = PostgresAddress::parse(raw);
    // The address may hold a password, so it is not repeated.
    let address = address.map_err(|error| {
        UsageError(format!(
            "--to: {error:#}; give postgres://user@host/database or sqlite:FOLDER"
        ))
    })?;
    Ok(DatabaseLocation::Postgres { address })
}

async fn say_estimate(from: &DatabaseLocation) -> anyhow::Result<()> {
    let found = database_move::estimate(from).await?;
    say(&format!(
        "{} hold {}. Moving them takes about {}, and the server must be stopped all that time.",
        in_tables(found.rows, found.tables),
        megabytes(&found),
        shown(found.duration())
    ))
}

async fn check(from: &DatabaseLocation, to: &DatabaseLocation) -> anyhow::Result<()> {
    let compared = database_move::compare(from, to).await?;
    say(&comparison_table(&compared).to_string())?;
    let differing = compared.iter().filter(|table| !table.is_same());
    let tables: Vec<String> = differing.map(|it| it.table.clone()).collect();
    if !tables.is_empty() {
        return Err(SidesDiffer { tables }.into());
    }
    let rows = compared.iter().map(|table| table.source.rows).sum();
    say(&format!(
        "Both databases hold the same {}.",
        in_tables(rows, compared.len())
    ))
}

async fn move_data(
    from: &DatabaseLocation,
    to: &DatabaseLocation,
    start_over: bool,
) -> anyhow::Result<()> {
    let began = Instant::now();
    say(&format!(
        "Moving from {} to {}. Keep the server stopped until this ends.",
        from.engine().label(),
        to.engine().label()
    ))?;
    let mut lines = ProgressLines::default();
    let report = database_move::run(from, to, start_over, &mut |step| lines.tell(&step)).await?;
    say_end(&report, to, began.elapsed())
}

fn say_end(report: &MoveReport, to: &DatabaseLocation, took: Duration) -> anyhow::Result<()> {
    let continued = if report.was_resumed {
        " (continued from an earlier run)"
    } else {
        ""
    };
    let setting = match to {
        DatabaseLocation::Sqlite { data_dir } => {
            format!(
                "EARSHOT_DATA_DIR={} and remove DATABASE_URL",
                data_dir.display()
            )
        }
        DatabaseLocation::Postgres { .. } => "DATABASE_URL to the new address".to_owned(),
    };
    say(&format!(
        "Moved {} in {}{continued}. Every table has the same rows and the same digest on both sides.\n\n\
         Next: set {setting}, then start the server.\n\
         Keys, sessions and jobs are in the database and came along. Nothing else in the data folder is \
         needed; files that settings name, such as EARSHOT_PLANS, must be readable where the server runs.\n\
         The old database was not changed. Do not start a server on it again: sessions, jobs and mails \
         would exist twice.",
        in_tables(report.rows(), report.tables.len()),
        shown(took)
    ))
}

/// A line when a table is whole, and for a large one now and then before.
#[derive(Default)]
struct ProgressLines {
    last_at: Option<Instant>,
}

impl ProgressLines {
    /// A pipe that is closed does not stop a move.
    fn tell(&mut self, step: &MoveStep<'_>) {
        let line = match *step {
            MoveStep::Copying {
                table,
                copied,
                total,
                copied_now,
                took,
            } => {
                let is_due = self.last_at.is_none_or(|last| last.elapsed() >= EVERY);
                if total == 0 || (copied < total && !is_due) {
                    return;
                }
                let speed = per_second(copied_now, took);
                format!("  {table}: {copied} of {total} rows, {speed} rows/s")
            }
            MoveStep::Rebuilding => "Building indexes and foreign keys.".to_owned(),
            MoveStep::Checking => "Comparing both databases.".to_owned(),
        };
        self.last_at = Some(Instant::now());
        let _ = say(&line);
    }
}

/// How often a large table says how far it is.
const EVERY: Duration = Duration::from_secs(3);

fn comparison_table(compared: &[TableComparison]) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_preset(comfy_table::presets::NOTHING);
    table.set_header([
        "table",
        "rows here",
        "rows there",
        "digest here",
        "digest there",
        "",
    ]);
    for it in compared {
        table.add_row([
            it.table.clone(),
            it.source.rows.to_string(),
            it.target.rows.to_string(),
            short(&it.source.to_string()),
            short(&it.target.to_string()),
            if it.is_same() { "same" } else { "DIFFERENT" }.to_owned(),
        ]);
    }
    table
}

/// Enough of a digest to see at a glance; the comparison itself uses all of it.
fn short(digest: &str) -> String {
    digest.chars().take(16).collect()
}

fn in_tables(rows: u64, tables: usize) -> String {
    format!("{rows} rows in {tables} tables")
}

fn megabytes(estimate: &MoveEstimate) -> String {
    format!("{} MB", estimate.bytes.div_ceil(1_000_000))
}

fn per_second(rows: u64, took: Duration) -> u128 {
    u128::from(rows) * 1_000_000 / took.as_micros().max(1)
}

fn shown(took: Duration) -> String {
    match took.as_secs() {
        0..120 => format!("{:.1} s", took.as_secs_f64()),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}
