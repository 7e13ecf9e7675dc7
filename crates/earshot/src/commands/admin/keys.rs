//! `earshot admin keys`

use chrono::{DateTime, SubsecRound, Utc};
use clap::Subcommand;
use serde::Serialize;

use super::{AdminContext, say, table};
use platform::access_tokens::ACCESS_TOKEN_LIFE;
use platform::signing_keys::{self, KeyRing, PUBLISHED_FIRST};

#[derive(Debug, Subcommand)]
pub(in crate::commands) enum KeysCommand {
    /// List the keys that sign and verify access tokens
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Add a key, which signs in 15 minutes; nobody is signed out
    Rotate {
        /// Sign with it now, for a key that leaked
        #[arg(long)]
        at_once: bool,
    },
    /// Remove a key that no longer signs; its tokens are refused
    Retire {
        /// The key's id, from the list
        id: String,
        /// Even if tokens that it signed are still valid
        #[arg(long)]
        force: bool,
    },
}

/// A key, as the list shows it.
#[derive(Serialize)]
struct ListedKey {
    id: String,
    signs_from: DateTime<Utc>,
    /// `waits`, `signs` or `verifies`.
    state: &'static str,
}

pub(super) async fn run(context: &AdminContext<'_>, command: KeysCommand) -> anyhow::Result<()> {
    match command {
        KeysCommand::List { json } => list(context, json).await,
        KeysCommand::Rotate { at_once } => rotate(context, at_once).await,
        KeysCommand::Retire { id, force } => {
            let now = context.clock.real();
            let until = (now, ACCESS_TOKEN_LIFE);
            signing_keys::retire(&context.db, &id, until, force).await?;
            say("The key is retired.")
        }
    }
}

async fn list(context: &AdminContext<'_>, json: bool) -> anyhow::Result<()> {
    let (ring, now) = (KeyRing::load(&context.db).await?, context.clock.real());
    let signing = &ring.signing(now).id;
    let keys: Vec<ListedKey> = ring
        .all()
        .iter()
        .map(|key| ListedKey {
            id: key.id.clone(),
            signs_from: key.signs_from,
            state: if key.id == *signing {
                "signs"
            } else if key.signs_from > now {
                "waits"
            } else {
                "verifies"
            },
        })
        .collect();
    if json {
        return say(&serde_json::to_string_pretty(&keys)?);
    }
    let mut lines = table(&["id", "signs from", "state"]);
    for key in keys {
        let from = key.signs_from.format("%F %T UTC").to_string();
        lines.add_row([key.id, from, key.state.to_owned()]);
    }
    say(&lines.trim_fmt())
}

async fn rotate(context: &AdminContext<'_>, at_once: bool) -> anyhow::Result<()> {
    let now = context.clock.real().trunc_subsecs(0);
    let signs_from = if at_once { now } else { now + PUBLISHED_FIRST };
    let id = signing_keys::rotate(&context.db, signs_from).await?;
    let from = signs_from.format("%F %T UTC");
    say(&format!("The key {id} signs from {from}."))
}
