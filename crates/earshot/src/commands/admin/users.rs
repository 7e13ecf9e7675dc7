//! `earshot admin user`

use clap::Subcommand;
use serde_json::{Value, json};

use super::{AdminContext, say};
use crate::lifecycle;
use identity::User;
use platform::db::json_time;

#[derive(Debug, Subcommand)]
pub(in crate::commands) enum UserCommand {
    /// List the newest accounts
    List {
        #[arg(long, default_value_t = 50)]
        limit: i64,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show an account and how much data it has
    Show {
        /// The account's id or address
        user: String,
        /// Print all data as JSON
        #[arg(long)]
        json: bool,
    },
    /// Delete an account and all its data
    Delete {
        /// The account's id or address
        user: String,
    },
}

pub(super) async fn run(context: &AdminContext<'_>, command: UserCommand) -> anyhow::Result<()> {
    match command {
        UserCommand::List { limit, json } => list(context, limit, json).await,
        UserCommand::Show { user, json } => show(context, &user, json).await,
        UserCommand::Delete { user } => delete(context, &user).await,
    }
}

async fn list(context: &AdminContext<'_>, limit: i64, json: bool) -> anyhow::Result<()> {
    let users = identity::newest(&context.db, limit).await?;
    if json {
        let lines: Vec<Value> = users.iter().map(line).collect();
        return say(&serde_json::to_string_pretty(&lines)?);
    }
    if users.is_empty() {
        return say("There are no accounts yet.");
    }
    let mut table = super::table(&["id", "address", "name", "confirmed", "created", "signed in"]);
    for user in users {
        let day = |time: chrono::DateTime<chrono::Utc>| time.format("%Y-%m-%d %H:%M").to_string();
        table.add_row([
            user.id.to_string(),
            user.email.clone(),
            plain(user.full_name().unwrap_or_default()),
            if user.is_confirmed() { "yes" } else { "no" }.to_owned(),
            day(user.created_at),
            user.last_sign_in_at.map(day).unwrap_or_default(),
        ]);
    }
    say(&table.trim_fmt())
}

fn line(user: &User) -> Value {
    json!({
        "id": user.id,
        "email": user.email,
        "full_name": user.full_name(),
        "email_confirmed_at": user.email_confirmed_at.map(json_time),
        "created_at": json_time(user.created_at),
        "last_sign_in_at": user.last_sign_in_at.map(json_time),
    })
}

async fn show(context: &AdminContext<'_>, who: &str, json: bool) -> anyhow::Result<()> {
    let user = context.find(who).await?;
    let kept = lifecycle::export(&context.db, &context.clock, user.id).await?;
    let kept = kept.unwrap_or_default();
    if json {
        return say(&serde_json::to_string_pretty(&kept)?);
    }
    let mut table = super::table(&["", ""]);
    table.add_row(["id", &user.id.to_string()]);
    table.add_row(["address", &user.email]);
    table.add_row(["name", &plain(user.full_name().unwrap_or_default())]);
    table.add_row(["confirmed", said(&kept["user"]["email_confirmed_at"])]);
    table.add_row(["signed in", said(&kept["user"]["last_sign_in_at"])]);
    table.add_row(["subscription", newest_status(&kept)]);
    for (name, rows) in kept.as_object().into_iter().flatten() {
        if let Some(rows) = rows.as_array() {
            table.add_row([name.replace('_', " "), rows.len().to_string()]);
        }
    }
    say(&table.trim_fmt())
}

async fn delete(context: &AdminContext<'_>, who: &str) -> anyhow::Result<()> {
    let user = context.find(who).await?;
    lifecycle::delete_account_data(&context.db, &context.clock, user.id).await?;
    say("The account and all its data have been deleted.")
}

fn newest_status(kept: &Value) -> &str {
    let newest = kept["subscriptions"].as_array().and_then(|all| all.last());
    newest
        .and_then(|row| row["status"].as_str())
        .unwrap_or("none")
}

fn said(value: &Value) -> &str {
    value.as_str().unwrap_or("never")
}

/// A name is whatever its owner typed; a terminal must not take it for orders.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).collect()
}
