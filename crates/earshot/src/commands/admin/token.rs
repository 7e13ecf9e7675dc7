//! `earshot admin token`

use anyhow::Context;
use chrono::TimeDelta;

use super::{AdminContext, say};
use platform::access_tokens::AccessTokens;

/// The longest life of a token that an operator makes: a year.
const LONGEST_S: i64 = 366 * 24 * 3600;

#[derive(Debug, clap::Args)]
pub(in crate::commands) struct TokenFlags {
    /// The account's id or address
    user: String,
    /// How many seconds it stays valid; a negative number makes an expired token
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 3600,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(i64).range(-LONGEST_S..=LONGEST_S)
    )]
    expires_in: i64,
}

/// Prints nothing but the token, so that a script can take it as it is.
pub(super) async fn run(context: &AdminContext<'_>, flags: &TokenFlags) -> anyhow::Result<()> {
    let user = context.find(&flags.user).await?;
    let site = context.settings.site_url.as_ref().map_or_else(
        || format!("http://localhost:{}", context.settings.bind.port()),
        |site| site.as_str().to_owned(),
    );
    let tokens = AccessTokens::load(&context.db, &site).await?;
    let life = TimeDelta::seconds(flags.expires_in);
    let token =
        identity::issue_token_with(&context.db, &context.clock, &tokens, user.id, life).await?;
    say(&token.context("looking for an account that has just been there")?)
}
