//! `earshot admin seed`

use uuid::Uuid;

use super::{AdminContext, say};
use crate::commands::command_app::CommandApp;
use crate::lifecycle;
use platform::db::Db;

#[derive(Debug, clap::Args)]
pub(in crate::commands) struct SeedFlags {
    /// The account's id or address
    user: String,
}

/// Runs the pipeline of a new user for somebody, and waits for its end.
pub(super) async fn run(context: &AdminContext<'_>, flags: &SeedFlags) -> anyhow::Result<()> {
    let user = context.find(&flags.user).await?;
    let before = AccountCounts::of(&context.db, user.id).await?;
    let here = (&context.db, &context.settings.place);
    let command = CommandApp::start(context.settings, (&context.db, &context.clock), here).await?;
    let mut tx = context.db.begin().await?;
    lifecycle::fill(&mut tx, &context.clock, user.id).await?;
    tx.commit().await?;
    command.works_off(user.id).await?;
    command.stop().await;
    let after = AccountCounts::of(&context.db, user.id).await?;
    anyhow::ensure!(
        after.companies > 0 && after.posts > 0,
        "the account could not be filled; `earshot admin jobs list --state dead` says why"
    );
    say(&format!(
        "Added for {}: {} company, {} keywords, {} posts, {} mentions. Existing data was kept.",
        user.email,
        after.companies - before.companies,
        after.keywords - before.keywords,
        after.posts - before.posts,
        after.mentions - before.mentions,
    ))
}

/// How many rows of each kind somebody has.
struct AccountCounts {
    companies: usize,
    keywords: usize,
    posts: usize,
    mentions: usize,
}

impl AccountCounts {
    async fn of(db: &Db, user_id: Uuid) -> anyhow::Result<Self> {
        let [(_, posts), ..] = discovery::export(db, user_id).await?;
        let [(_, mentions), _] = mentions::export(db, user_id).await?;
        Ok(Self {
            companies: usize::from(onboarding::company_of(db, user_id).await?.is_some()),
            keywords: keywords::of(db, user_id).await?.len(),
            posts: posts.len(),
            mentions: mentions.len(),
        })
    }
}
