//! `earshot admin seed`

use uuid::Uuid;

use super::{Office, say};
use crate::commands::beside::Helper;
use crate::lifecycle;
use platform::db::Db;

#[derive(Debug, clap::Args)]
pub(in crate::commands) struct Flags {
    /// The account's id or address
    user: String,
}

/// Runs the pipeline of a new user for somebody, and waits for its end.
pub(super) async fn run(office: &Office<'_>, flags: &Flags) -> anyhow::Result<()> {
    let user = office.find(&flags.user).await?;
    let before = Counts::of(&office.db, user.id).await?;
    let here = (&office.db, &office.settings.place);
    let helper = Helper::start(office.settings, (&office.db, &office.clock), here).await?;
    let mut tx = office.db.begin().await?;
    lifecycle::fill(&mut tx, &office.clock, user.id).await?;
    tx.commit().await?;
    helper.works_off(user.id).await?;
    helper.stop().await;
    let after = Counts::of(&office.db, user.id).await?;
    anyhow::ensure!(
        after.companies > 0 && after.posts > 0,
        "the account could not be filled; `earshot admin jobs list --state dead` says why"
    );
    say(&format!(
        "Added for {}: {} company, {} keywords, {} posts, {} mentions. What was there stayed.",
        user.email,
        after.companies - before.companies,
        after.keywords - before.keywords,
        after.posts - before.posts,
        after.mentions - before.mentions,
    ))
}

/// How many rows of each kind somebody has.
struct Counts {
    companies: usize,
    keywords: usize,
    posts: usize,
    mentions: usize,
}

impl Counts {
    async fn of(db: &Db, user_id: Uuid) -> anyhow::Result<Self> {
        let [(_, posts), _] = discovery::export(db, user_id).await?;
        let [(_, mentions), _] = mentions::export(db, user_id).await?;
        Ok(Self {
            companies: usize::from(onboarding::company_of(db, user_id).await?.is_some()),
            keywords: keywords::of(db, user_id).await?.len(),
            posts: posts.len(),
            mentions: mentions.len(),
        })
    }
}
