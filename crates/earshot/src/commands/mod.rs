//! What an operator types: `earshot serve`, `earshot backup` …

mod admin;
mod backup;
mod command_app;
mod config;
mod doctor;
mod find;
mod health;
mod move_database;
mod serve;
mod shell_files;
mod stop_signals;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::router;
use move_database::MoveInterrupted;
use platform::clock::Clock;
use platform::db::database_move::SidesDiffer;
use platform::db::{DatabaseLocation, Db, PoolSettings};
use platform::settings::{Settings, Source, catalogue};
use platform::telemetry;

/// Listens to Reddit for businesses: finds the posts worth answering and every mention of the brand.
#[derive(Debug, Parser)]
#[command(name = "earshot", version)]
pub struct CommandLine {
    #[command(flatten)]
    place: DatabaseFlags,
    #[command(subcommand)]
    command: Command,
}

/// Flags that win over the settings of the same meaning.
#[derive(Debug, clap::Args)]
struct DatabaseFlags {
    /// Folder of the SQLite database (EARSHOT_DATA_DIR)
    #[arg(long, global = true, value_name = "FOLDER")]
    data_dir: Option<String>,
    /// Address of a PostgreSQL database (DATABASE_URL)
    #[arg(long, global = true, value_name = "URL")]
    database_url: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server
    Serve(serve::ServeFlags),
    /// Find posts worth answering for a company, from its website
    Find(find::FindFlags),
    /// Ask the server on this machine whether it is ready; status 0 if it is, 1 if not
    Health(health::HealthFlags),
    /// Bring the database schema up to date, then exit
    Migrate,
    /// Back up the data to a new folder; works while the server runs
    Backup(backup::BackupFlags),
    /// Restore the data from a backup
    Restore(backup::RestoreFlags),
    /// Move the data from SQLite to PostgreSQL or back; the server must be stopped
    #[command(after_help = move_database::EXIT_CODES)]
    Move(move_database::MoveFlags),
    /// Print the API's description (OpenAPI)
    Openapi,
    /// Show the current settings; --help explains all of them
    #[command(after_help = platform::settings::as_help())]
    Config(config::ConfigFlags),
    /// Check every setting against the real thing: mail, payments, database, address and more
    Doctor(doctor::DoctorFlags),
    /// Manage a running server
    #[command(subcommand)]
    Admin(admin::Admin),
    /// Print the completions for a shell
    Completions(shell_files::CompletionsFlags),
    /// Print or write the manual pages
    Man(shell_files::ManFlags),
}

/// Does what the command line says.
pub async fn run(line: CommandLine) -> anyhow::Result<()> {
    let source = read_source(&line.command)?
        .with_sandboxes(cfg!(feature = "sandboxes"))
        .with_flag(catalogue::DATA_DIR, line.place.data_dir)
        .with_flag(catalogue::DATABASE_URL, line.place.database_url);
    match line.command {
        Command::Serve(flags) => serve::run(&flags.over(source)).await,
        Command::Find(flags) => Box::pin(find::run(source, &flags)).await,
        Command::Health(flags) => health::run(source, flags).await,
        Command::Openapi => say(&router::openapi().to_pretty_json()?),
        Command::Config(flags) => config::run(&flags, &source),
        Command::Doctor(flags) => Box::pin(doctor::run(&flags, &source)).await,
        Command::Migrate => migrate(&quiet(&source)?).await,
        Command::Backup(flags) => backup::backup(&quiet(&source)?, &flags).await,
        Command::Restore(flags) => backup::restore(&quiet(&source)?, &flags).await,
        Command::Move(flags) => Box::pin(move_database::run(&quiet(&source)?, &flags)).await,
        Command::Admin(command) => admin::run(&quiet(&source)?, command).await,
        Command::Completions(flags) => shell_files::completions(&flags),
        Command::Man(flags) => shell_files::man(flags),
    }
}

/// The doctor says by its exit code whether something is wrong or it could not look at all.
fn read_source(command: &Command) -> anyhow::Result<Source> {
    let source = Source::of_process();
    match command {
        Command::Doctor(_) => source.map_err(|error| UsageError(format!("{error:#}")).into()),
        _ => source,
    }
}

/// What somebody typed cannot be meant; programs tell it from a failure by the exit code.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct UsageError(String);

/// 2 for what was mistyped, as the command line's own complaints have it; 3 and 4 for a move whose sides
/// differ or that was interrupted; 1 for everything else.
pub fn exit_code(error: &anyhow::Error) -> ExitCode {
    if error.is::<UsageError>() {
        ExitCode::from(2)
    } else if error.is::<SidesDiffer>() {
        ExitCode::from(3)
    } else if error.is::<MoveInterrupted>() {
        ExitCode::from(4)
    } else {
        ExitCode::FAILURE
    }
}

/// Settings and logs of a command that is not a server.
fn quiet(source: &Source) -> anyhow::Result<Settings> {
    let settings = Settings::read(source)?;
    telemetry::start_logs(&settings)?;
    Ok(settings)
}

async fn migrate(settings: &Settings) -> anyhow::Result<()> {
    let db = open(settings).await?;
    db.close().await;
    say("The schema is up to date.")
}

/// The database with its schema up to date, as commands use it beside a running server.
async fn open(settings: &Settings) -> anyhow::Result<Db> {
    open_at(&settings.place, settings.pool).await
}

async fn open_at(place: &DatabaseLocation, pool: PoolSettings) -> anyhow::Result<Db> {
    let db = Db::open_with(place, pool).await?;
    db.migrate().await?;
    Ok(db)
}

/// The clock of a command, corrected by the database's.
async fn clock_of(db: &Db) -> anyhow::Result<Clock> {
    let clock = Clock::system();
    if let Some(time) = db.server_time().await? {
        clock.correct_by(time);
    }
    Ok(clock)
}

/// Prints for the person or the program that called; a closed pipe is no error of ours.
fn say(text: &str) -> anyhow::Result<()> {
    use std::io::{ErrorKind, Write};
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
