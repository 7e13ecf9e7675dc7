//! A real SMTP server that delivers to an [`Inbox`] instead of the world.
//!
//! Any SMTP client can talk to it: EHLO and HELO, AUTH PLAIN and LOGIN (anybody may sign in),
//! several recipients, PIPELINING, 8BITMIME, SMTPUTF8 and SIZE up to 10 MiB. A mail is
//! acknowledged only once the inbox has kept it, so what was acknowledged is never lost.
//!
//! Failures are provoked by writing to a recipient whose local part is one of these, at any
//! domain and with or without a `+tag` ([`SENTINELS`] holds the same table):
//!
//! | local part | what happens |
//! |---|---|
//! | `refused` | The recipient is refused for good (550). |
//! | `busy` | The recipient is turned away for now (451). |
//! | `rejected` | The message is refused for good after it was handed over (554). |

mod envelope;
mod lines;
mod links;
mod memory;
mod protocol;
mod received;
mod sentinels;
mod sink;

use async_trait::async_trait;

pub use memory::MemoryInbox;
pub use received::Received;
pub use sentinels::{SENTINELS, Sentinel};
pub use sink::Sink;

/// Where the mails of the sandbox end up.
#[async_trait]
pub trait Inbox: Send + Sync {
    /// Keeps `mail`. Only `Ok` is acknowledged to the sender; on an error it will try again.
    async fn keep(&self, mail: Received) -> Result<(), KeepError>;
}

/// Whatever stopped an inbox from keeping a mail; the sender is only told to try later.
pub type KeepError = Box<dyn std::error::Error + Send + Sync>;
