//! `earshot admin mail`

use clap::Subcommand;

use super::{AdminContext, say};
use platform::mail_deliveries::{self, UnsentMail};

#[derive(Debug, Subcommand)]
pub(in crate::commands) enum MailCommand {
    /// List the newest unsent mail: waiting for a retry, dead or rejected
    List {
        #[arg(long, default_value_t = 50)]
        limit: i64,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

pub(super) async fn run(context: &AdminContext<'_>, command: MailCommand) -> anyhow::Result<()> {
    let MailCommand::List { limit, json } = command;
    let mails = mail_deliveries::unsent(&context.db, limit).await?;
    if json {
        return say(&serde_json::to_string_pretty(&mails)?);
    }
    if mails.is_empty() {
        return say("All mail has been sent.");
    }
    say(&table(mails).trim_fmt())
}

fn table(mails: Vec<UnsentMail>) -> comfy_table::Table {
    let header = [
        "job",
        "written",
        "to",
        "subject",
        "state",
        "failures",
        "next try",
        "last error",
    ];
    let mut table = super::table(&header);
    for mail in mails {
        let time = "%Y-%m-%d %H:%M:%S";
        let next_try = mail.next_try_at.map(|at| at.format(time).to_string());
        table.add_row([
            mail.job_id.map(|id| id.to_string()).unwrap_or_default(),
            mail.created_at.format(time).to_string(),
            mail.recipient,
            mail.subject,
            mail.state,
            mail.failures.to_string(),
            next_try.unwrap_or_default(),
            mail.last_error.unwrap_or_default(),
        ]);
    }
    table
}
