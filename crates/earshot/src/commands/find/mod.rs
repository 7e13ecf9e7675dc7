//! `earshot find`: the main job in a terminal. The same pipeline as on the web, for somebody without
//! an account, in a database that is gone afterwards.

mod output;
mod progress_bar;

use anyhow::Context;
use serde::Serialize;
use serde_json::Value;
use tempfile::TempDir;
use uuid::Uuid;

use super::command_app::CommandApp;
use super::{UsageError, clock_of, open_at, say};
use billing::Status;
use keywords::{AddKeyword, Keyword};
use listening::Unheard;
use onboarding::AnalysisData;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{DatabaseLocation, Db, sqlite_file_in};
use platform::product::Plan;
use platform::settings::{Settings, Source, catalogue};
use platform::telemetry;

#[derive(Debug, clap::Args)]
pub(super) struct FindFlags {
    /// The company's website, such as company.example
    url: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// As many keywords as the onboarding lets somebody choose (spec §9).
const KEYWORDS: usize = 5;

pub(super) async fn run(source: Source, flags: &FindFlags) -> anyhow::Result<()> {
    if !onboarding::is_website_address(&flags.url) {
        let complaint = format!("{}: this is not a valid website address", flags.url);
        return Err(UsageError(complaint).into());
    }
    let settings = Settings::read(&quieter(source))?;
    telemetry::start_logs(&settings)?;
    let rooms = FindDatabases::open(&settings).await?;
    // Whoever interrupts leaves nothing behind either.
    let found = tokio::select! {
        found = rooms.find(&settings, &flags.url) => found?,
        _ = tokio::signal::ctrl_c() => anyhow::bail!("interrupted"),
    };
    if flags.json {
        return say(&serde_json::to_string_pretty(&found)?);
    }
    output::print(&found)
}

/// The log would stand between the lines of the progress bar; troubles are told at the end anyway.
fn quieter(mut source: Source) -> Source {
    if !source.is_given(catalogue::LOG) {
        source.set(catalogue::LOG.name, "error,sqlx=error");
    }
    source
}

/// What was found for a company.
#[derive(Debug, Serialize)]
struct FindReport {
    company: AnalysisData,
    keywords: Vec<String>,
    /// As the web's list has them, best first.
    posts: Vec<Value>,
    /// What could not be searched; everything else was.
    failures: Vec<Unheard>,
    #[serde(skip)]
    clock: Clock,
}

/// The databases of a search: one of its own, and the server's if there is one, for the budget of
/// calls, for what was heard already, and for the sandboxes.
struct FindDatabases {
    own: Db,
    folder: TempDir,
    servers: Option<(Db, DatabaseLocation)>,
}

impl FindDatabases {
    async fn open(settings: &Settings) -> anyhow::Result<Self> {
        let folder = TempDir::with_prefix("earshot-find-");
        let folder = folder.context("making a temporary folder")?;
        let data_dir = folder.path().to_owned();
        let own = open_at(&DatabaseLocation::Sqlite { data_dir }, settings.pool).await?;
        let servers = match &settings.place {
            DatabaseLocation::Sqlite { data_dir } if !sqlite_file_in(data_dir).exists() => None,
            place => Some((open_at(place, settings.pool).await?, place.clone())),
        };
        Ok(Self {
            own,
            folder,
            servers,
        })
    }

    async fn find(&self, settings: &Settings, url: &str) -> anyhow::Result<FindReport> {
        let own_place = DatabaseLocation::Sqlite {
            data_dir: self.folder.path().to_owned(),
        };
        let own = (self.own.clone(), own_place);
        let (outside, place) = self.servers.as_ref().unwrap_or(&own);
        let clock = clock_of(outside).await?;
        let command = CommandApp::start(settings, (&self.own, &clock), (outside, place)).await?;
        let user_id = somebody(&command.app).await?;
        let watching = progress_bar::watch(&command.app, user_id);
        let finding = async {
            tokio::select! {
                found = find(&command.app, user_id, url) => found,
                never = watching => match never {},
            }
        };
        let found = Box::pin(command.working_meanwhile(finding)).await;
        command.stop().await;
        found?
    }
}

/// Whose company it is: nobody's, on the plan of a paying customer.
async fn somebody(app: &App) -> anyhow::Result<Uuid> {
    let user = identity::add_confirmed(app, "find@earshot.invalid", "").await?;
    let mut tx = app.db.begin().await?;
    let active = Some(Status::Active);
    billing::set_subscription(
        &mut tx,
        &app.clock,
        &*app.events,
        user.id,
        active,
        Some(Plan::Pro),
    )
    .await?;
    tx.commit().await?;
    Ok(user.id)
}

async fn find(app: &App, user_id: Uuid, url: &str) -> anyhow::Result<FindReport> {
    let analysis = onboarding::analyse(app, user_id, url).await?;
    let mut chosen = Vec::new();
    let mut tx = app.db.begin().await?;
    for proposed in analysis.keywords.iter().take(KEYWORDS) {
        let keyword = Keyword::parse(&proposed.keyword).context("reading a proposed keyword")?;
        match keywords::add(&mut tx, &app.clock, user_id, &keyword).await {
            Ok(()) => chosen.push(keyword.as_str().to_owned()),
            Err(AddKeyword::Unforeseen(error)) => return Err(error),
            Err(_) => {}
        }
    }
    tx.commit().await?;
    anyhow::ensure!(
        !chosen.is_empty(),
        "the website has too little text to search with"
    );
    let failures = discovery::discover(app, user_id).await?;
    Ok(FindReport {
        company: analysis.data,
        keywords: chosen,
        posts: discovery::best_posts(app, user_id).await?,
        failures,
        clock: app.clock.clone(),
    })
}
