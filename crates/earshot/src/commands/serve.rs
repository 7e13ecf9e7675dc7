//! `earshot serve`

use sd_notify::NotifyState;

use super::say;
use super::stop_signals::StopSignals;
use crate::server::Server;
use platform::clock::Clock;
use platform::memory_pages::use_small_pages;
use platform::settings::{Role, Settings, Source, catalogue};
use platform::telemetry;

#[derive(Debug, clap::Args)]
pub(super) struct ServeFlags {
    /// Address and port to listen on (EARSHOT_BIND)
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<String>,
    /// What this process does, such as web,worker (EARSHOT_ROLES)
    #[arg(long, value_name = "LIST")]
    roles: Option<String>,
}

impl ServeFlags {
    pub(super) fn over(self, source: Source) -> Source {
        source
            .with_flag(catalogue::BIND, self.bind)
            .with_flag(catalogue::ROLES, self.roles)
    }
}

pub(super) async fn run(source: &Source) -> anyhow::Result<()> {
    // Before anything that may take its time: a supervisor may change its mind at once.
    let mut stop = StopSignals::listen()?;
    let settings = Settings::read(source)?;
    telemetry::start_logs(&settings)?;
    if settings.roles.iter().any(|role| *role != Role::Listener) {
        // Who only listens may have everyone's terms in large tables.
        use_small_pages();
    }
    let metrics = telemetry::start_metrics()?;
    warn_about(&settings);
    let server = tokio::select! {
        started = Box::pin(Server::start(settings, Clock::system(), metrics)) => started?,
        () = stop.come() => {
            // What was under way, a migration perhaps, is undone with its transaction.
            tracing::info!("stopped before it was ready");
            return Ok(());
        }
    };
    server.work_in_background();
    tokio::select! {
        ready = get_ready(&server) => {
            ready?;
            stop.come().await;
        }
        () = stop.come() => {}
    }
    tracing::info!("stopping");
    tell_supervisor(NotifyState::Stopping);
    tokio::select! {
        () = server.stop() => Ok(()),
        // Asked twice: whoever asks does not want to wait.
        () = stop.come() => Err(anyhow::anyhow!("stopped before everything had ended")),
    }
}

async fn get_ready(server: &Server) -> anyhow::Result<()> {
    let demo = demo_sign_in(server).await?;
    announce(server, demo.as_deref())?;
    tell_supervisor(NotifyState::Ready);
    Ok(())
}

/// systemd starts what comes after this server once it is ready. Without systemd nothing happens.
fn tell_supervisor(state: NotifyState) {
    if let Err(error) = sd_notify::notify(false, &[state]) {
        tracing::warn!(%error, "systemd could not be notified");
    }
}

fn warn_about(settings: &Settings) {
    for warning in settings.warnings() {
        tracing::warn!(setting = warning.subject, "{}", warning.found);
    }
}

/// The line that scripts wait for, and what a person would want to open first.
fn announce(server: &Server, demo: Option<&str>) -> anyhow::Result<()> {
    let app = &server.app;
    say(&format!("Earshot is ready at http://{}", server.address))?;
    if !app.settings.roles.contains(&Role::Web) {
        return Ok(());
    }
    let site = app.site_url.as_str().trim_end_matches('/');
    say(&format!(
        "\n  open      {site}\n  API       {site}/api/docs"
    ))?;
    if app.settings.sandboxes().contains(&"mail") {
        say(&format!(
            "  mailbox   {site}/sandbox/mailbox   (no mail server is configured, so mail stays here)"
        ))?;
    }
    if let Some(demo) = demo {
        say(demo)?;
    }
    say("\nPress Ctrl+C to stop.")
}

/// How to sign in to the demo account, if there is one.
#[cfg(feature = "sandboxes")]
async fn demo_sign_in(server: &Server) -> anyhow::Result<Option<String>> {
    let Some(demo) = crate::lifecycle::prepare_demo(&server.app).await? else {
        return Ok(None);
    };
    let (email, password) = (demo.email, demo.password);
    let mut text = format!("  sign in   {email} with the password {password}");
    if demo.is_new {
        text += "\n            Its sample posts will arrive within a minute.";
    }
    Ok(Some(text))
}

#[cfg(not(feature = "sandboxes"))]
async fn demo_sign_in(_server: &Server) -> anyhow::Result<Option<String>> {
    Ok(None)
}
