//! `earshot admin seed`

use super::{Office, say};
use crate::lifecycle;

#[derive(Debug, clap::Args)]
pub(in crate::commands) struct Flags {
    /// The account's id or address
    user: String,
}

pub(super) async fn run(office: &Office<'_>, flags: &Flags) -> anyhow::Result<()> {
    let user = office.find(&flags.user).await?;
    let mut tx = office.db.begin().await?;
    let seeded = lifecycle::seed(&mut tx, &office.clock, user.id).await?;
    tx.commit().await?;
    say(&format!(
        "Added for {}: {} company, {} keywords, {} posts, {} mentions. What was there stayed.",
        user.email, seeded.companies, seeded.keywords, seeded.posts, seeded.mentions
    ))
}
