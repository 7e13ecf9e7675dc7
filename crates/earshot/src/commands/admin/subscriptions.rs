//! `earshot admin subscription`

use clap::{Subcommand, ValueEnum};

use super::{Office, say};
use crate::lifecycle::Lifecycle;
use billing::Status;
use platform::product::Plan;

#[derive(Debug, Subcommand)]
pub(in crate::commands) enum Command {
    /// Give somebody a subscription of this status, or take it away
    Set {
        /// The account's id or address
        user: String,
        /// active, trialing, pending, pending_activation, payment_failed, cancelled, inactive, or none
        #[arg(value_parser = Wanted::parse)]
        status: Wanted,
        /// The plan; without this it stays as it is, and a new subscription is a starter's
        #[arg(long)]
        plan: Option<Plan>,
    },
}

/// A status, or no subscription at all.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) enum Wanted {
    Nothing,
    Status(Status),
}

impl Wanted {
    fn parse(word: &str) -> Result<Self, String> {
        if word == "none" {
            return Ok(Wanted::Nothing);
        }
        let statuses = Status::value_variants();
        let known = statuses.iter().find(|status| status.name() == word);
        known.map(|status| Wanted::Status(*status)).ok_or_else(|| {
            let names: Vec<&str> = statuses.iter().map(|status| status.name()).collect();
            format!("a status is {} or none", names.join(", "))
        })
    }
}

pub(super) async fn run(office: &Office<'_>, command: Command) -> anyhow::Result<()> {
    let Command::Set { user, status, plan } = command;
    let user = office.find(&user).await?;
    let wanted = match status {
        Wanted::Nothing => None,
        Wanted::Status(status) => Some(status),
    };
    let mut tx = office.db.begin().await?;
    billing::set_subscription(&mut tx, &office.clock, &Lifecycle, user.id, wanted, plan).await?;
    tx.commit().await?;
    say(&format!(
        "The subscription of {} is now {}.",
        user.email,
        wanted.map_or("none", Status::name)
    ))
}
