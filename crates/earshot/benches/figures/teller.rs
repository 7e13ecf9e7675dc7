//! The product, with somebody in it who can change something of every user at once.
//!
//! A committed change is known at once only in the process that committed it, and through the front
//! door nobody can change the rows of others. So this program, in one of its parts, is the product,
//! and makes such a change whenever it reads a line.

use std::io;

use earshot::server::Server;
use platform::app::App;
use platform::clock::Clock;
use platform::db::args;
use platform::live::{self, RowChange};
use platform::settings::{Settings, Source};
use platform::telemetry::start_metrics;
use serde_json::json;
use uuid::Uuid;

use crate::report::say;

/// With this argument alone the program is this server.
pub(crate) const ARGUMENT: &str = "teller";

pub(crate) fn serve() -> anyhow::Result<()> {
    providers::install_tls();
    let runtime = tokio::runtime::Runtime::new()?;
    let settings = Settings::read(&Source::of_process()?)?;
    let starting = Server::start(settings, Clock::system(), start_metrics()?);
    let server = runtime.block_on(starting)?;
    runtime.block_on(async { server.work_in_background() });
    say(
        io::stdout(),
        &format!("The teller is ready at http://{}", server.address),
    );
    for line in io::stdin().lines() {
        line?;
        runtime.block_on(forget_everywhere(&server.app))?;
    }
    Ok(())
}

/// One transaction, with a changed profile for each who has one.
async fn forget_everywhere(app: &App) -> anyhow::Result<()> {
    let everybody: Vec<(Uuid, String)> = app
        .db
        .all("select id, email from profiles", args![])
        .await?;
    let mut tx = app.db.begin().await?;
    for (id, email) in everybody {
        let change = RowChange {
            table: "profiles",
            owner_id: id,
            new: Some(json!({
                "id": id, "full_name": "Ada Lovelace", "email": email, "avatar_url": null,
                "onboarding_completed": true, "onboarding_step": 5,
                "subscription_plan": "pro", "subscription_status": "active",
            })),
            old: Some(json!({ "id": id })),
        };
        live::record(&mut tx, &app.clock, change).await?;
    }
    tx.commit().await?;
    Ok(())
}
