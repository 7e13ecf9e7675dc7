//! `earshot admin`: looking after a running server, from beside it.

mod jobs;
mod keys;
mod mail;
#[cfg(feature = "sandboxes")]
mod seed;
mod subscriptions;
mod token;
mod users;

use anyhow::Context;
use clap::Subcommand;

use super::{clock_of, open, say};
use identity::User;
use platform::clock::Clock;
use platform::db::Db;
use platform::settings::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum Admin {
    /// List and retry jobs
    #[command(subcommand)]
    Jobs(jobs::JobsCommand),
    /// List unsent mail
    #[command(subcommand)]
    Mail(mail::MailCommand),
    /// List, show and delete accounts
    #[command(subcommand)]
    User(users::UserCommand),
    /// Set an account's subscription
    #[command(subcommand)]
    Subscription(subscriptions::SubscriptionCommand),
    /// Fill an account with a sample company, keywords, posts and mentions
    #[cfg(feature = "sandboxes")]
    Seed(seed::SeedFlags),
    /// Rotate the keys that sign access tokens
    #[command(subcommand)]
    Keys(keys::KeysCommand),
    /// Print an access token for a new session
    Token(token::TokenFlags),
}

pub(super) async fn run(settings: &Settings, admin: Admin) -> anyhow::Result<()> {
    let db = open(settings).await?;
    let context = AdminContext {
        clock: clock_of(&db).await?,
        db,
        settings,
    };
    context.follow_the_sandbox().await?;
    match admin {
        Admin::Jobs(command) => jobs::run(&context, command).await?,
        Admin::Mail(command) => mail::run(&context, command).await?,
        Admin::User(command) => users::run(&context, command).await?,
        Admin::Subscription(command) => subscriptions::run(&context, command).await?,
        #[cfg(feature = "sandboxes")]
        Admin::Seed(flags) => seed::run(&context, &flags).await?,
        Admin::Keys(command) => keys::run(&context, command).await?,
        Admin::Token(flags) => token::run(&context, &flags).await?,
    }
    context.db.close().await;
    Ok(())
}

/// Where an operator stands: beside the server, at its database.
struct AdminContext<'a> {
    db: Db,
    clock: Clock,
    settings: &'a Settings,
}

impl AdminContext<'_> {
    /// The account with this id or address.
    async fn find(&self, who: &str) -> anyhow::Result<User> {
        let found = identity::find(&self.db, who).await?;
        found.with_context(|| format!("no account has the id or address {who}"))
    }

    /// In sandbox mode the product's time may have been moved.
    async fn follow_the_sandbox(&self) -> anyhow::Result<()> {
        if self.settings.sandboxes().is_empty() {
            return Ok(());
        }
        sandbox::load_clock(&self.db, &self.clock).await
    }
}

/// A table without lines, as a terminal shows it.
fn table(header: &[&str]) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_preset(comfy_table::presets::NOTHING);
    table.set_header(header);
    table
}
