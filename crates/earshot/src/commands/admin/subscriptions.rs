//! `earshot admin subscription`

use clap::{Subcommand, ValueEnum};

use super::{AdminContext, say};
use crate::lifecycle::Lifecycle;
use billing::Status;
use platform::product::Plan;

#[derive(Debug, Subcommand)]
pub(in crate::commands) enum SubscriptionCommand {
    /// Set the status of an account's subscription, or remove it
    Set {
        /// The account's id or address
        user: String,
        /// active, trialing, pending, pending_activation, payment_failed, cancelled, inactive, or none
        #[arg(value_parser = NewStatus::parse)]
        status: NewStatus,
        /// The plan; by default the current one, or starter for a new subscription
        #[arg(long)]
        plan: Option<Plan>,
    },
}

/// A status, or no subscription at all.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) enum NewStatus {
    Nothing,
    Status(Status),
}

impl NewStatus {
    fn parse(word: &str) -> Result<Self, String> {
        if word == "none" {
            return Ok(NewStatus::Nothing);
        }
        let statuses = Status::value_variants();
        let known = statuses.iter().find(|status| status.name() == word);
        known
            .map(|status| NewStatus::Status(*status))
            .ok_or_else(|| {
                let names: Vec<&str> = statuses.iter().map(|status| status.name()).collect();
                format!("the status must be {} or none", names.join(", "))
            })
    }
}

pub(super) async fn run(
    context: &AdminContext<'_>,
    command: SubscriptionCommand,
) -> anyhow::Result<()> {
    let SubscriptionCommand::Set { user, status, plan } = command;
    let user = context.find(&user).await?;
    let wanted = match status {
        NewStatus::Nothing => None,
        NewStatus::Status(status) => Some(status),
    };
    let mut tx = context.db.begin().await?;
    billing::set_subscription(&mut tx, &context.clock, &Lifecycle, user.id, wanted, plan).await?;
    tx.commit().await?;
    say(&format!(
        "The subscription of {} is now {}.",
        user.email,
        wanted.map_or("none", Status::name)
    ))
}
