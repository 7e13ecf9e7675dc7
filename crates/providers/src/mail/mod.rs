//! Sending mail.
//!
//! * [`Mailer`] is the trait, [`SmtpMailer`] the live adapter over SMTP.
//!
//! Delivery is at least once: a mail whose reply was lost is sent again with the same
//! [`Mail::message_id`], by which receivers recognise the copy.

mod message;
mod sender_dns_check;
mod server_check;
mod settings;
mod smtp_mailer;

use std::fmt::Debug;

use async_trait::async_trait;

pub use sender_dns_check::check_sender_dns;
pub use settings::InvalidMailSettings;
pub use smtp_mailer::SmtpMailer;

/// Delivers mail.
#[async_trait]
pub trait Mailer: Send + Sync + Debug {
    /// Delivers `mail`; `Ok` means that the server has taken responsibility for it.
    async fn send(&self, mail: &Mail) -> Result<(), MailError>;
}

/// One mail to one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Exactly one address, with or without a name: `ada@example.com`, `Ada <ada@example.com>`.
    pub to: String,
    /// Control characters and runs of spaces become a single space, so a name inside it cannot start another header.
    pub subject: String,
    pub html: String,
    pub text: String,
    /// `something@host`, chosen by the caller and the same on every attempt.
    /// The angle brackets are added on the wire.
    pub message_id: String,
    /// Further headers, such as `List-Unsubscribe`. Those that this crate writes itself
    /// (addresses, subject, date, MIME) are refused.
    pub headers: Vec<(String, String)>,
}

/// Why a mail was not delivered, and whether trying again makes sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// The mail was rejected permanently: never try this mail again. Another one may be accepted.
    #[error("The mail was refused: {reason}")]
    Refused { reason: String },
    /// Nothing can be delivered to this address.
    #[error("The address was refused: {reason}")]
    AddressRefused { reason: String },
    /// The server could not take it now. A wrong password belongs here too: the operator must fix
    /// it, and it says nothing about the recipient.
    #[error("The mail server is unavailable: {reason}")]
    Unavailable { reason: String },
}
