//! A real SMTP server that delivers to an [`Inbox`].
//!
//! Any SMTP client can talk to it: EHLO and HELO, AUTH PLAIN and LOGIN (any credentials are accepted),
//! several recipients, PIPELINING, 8BITMIME, SMTPUTF8 and SIZE up to 10 MiB. A mail is
//! acknowledged only after the inbox has stored it, so an acknowledged mail is never lost.
//!
//! Failures are caused by a recipient whose local part is one of these, at any
//! domain and with or without a `+tag` ([`SENTINELS`] holds the same table):
//!
//! | local part | what happens |
//! |---|---|
//! | `refused` | The recipient is refused for good (550). |
//! | `busy` | The recipient is turned away for now (451). |
//! | `rejected` | The message is refused for good after it was handed over (554). |

mod envelope;
mod mail_links;
mod memory_inbox;
mod received_mail;
mod sentinels;
mod server;
mod smtp_lines;
mod smtp_session;

use async_trait::async_trait;

pub use memory_inbox::MemoryInbox;
pub use received_mail::ReceivedMail;
pub use sentinels::{MailSentinel, SENTINELS};
pub use server::SmtpSandbox;

/// Stores the mails of the sandbox.
#[async_trait]
pub trait Inbox: Send + Sync {
    /// Stores `mail`. Only `Ok` is acknowledged to the sender; on an error the sender tries again.
    async fn keep(&self, mail: ReceivedMail) -> Result<(), InboxError>;
}

/// Why an inbox could not store a mail; the sender is only told to try later.
pub type InboxError = Box<dyn std::error::Error + Send + Sync>;
