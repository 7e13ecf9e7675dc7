//! The live adapter: one SMTP connection per mail.

use std::{fmt, future::Future, time::Duration};

use async_trait::async_trait;
use lettre::{
    Message,
    message::Mailbox,
    transport::smtp::{
        Error as SmtpError,
        authentication::Mechanism,
        client::{AsyncSmtpConnection, Tls},
        extension::ClientId,
    },
};
use tokio::time::timeout;

use super::{InvalidMailSettings, Mail, MailError, Mailer, message, settings::SmtpServer};

/// Sends mail through an SMTP server.
///
/// Each mail uses its own connection. The library's pool would reuse a connection that was
/// interrupted (a timeout, a cancelled job) for the next mail, which would then read the replies
/// to the previous mail as its own.
pub struct SmtpMailer {
    pub(super) server: SmtpServer,
    pub(super) from: Mailbox,
}

impl SmtpMailer {
    /// `url` is `smtp://host`, `smtp://host?tls=required`, `smtp://host?tls=opportunistic` or
    /// `smtps://host`, with `user:password@` where the server requires authentication.
    /// `from` is the sender, with or without a name: `Earshot <hello@example.com>`.
    pub fn new(url: &str, from: &str) -> Result<Self, InvalidMailSettings> {
        Ok(Self {
            server: SmtpServer::parse(url)?,
            from: message::mailbox(from)
                .ok_or(InvalidMailSettings("The sender must be an email address."))?,
        })
    }

    async fn open(&self) -> Result<AsyncSmtpConnection, MailError> {
        let mut connection = within_limit(self.connect())
            .await?
            .map_err(|error| unavailable(&error))?;
        if let Some(credentials) = &self.server.credentials {
            within_limit(connection.auth(&[Mechanism::Plain, Mechanism::Login], credentials))
                .await?
                .map_err(|error| unavailable(&error))?;
        }
        Ok(connection)
    }

    /// The name of the mail server.
    pub fn host(&self) -> &str {
        &self.server.host
    }

    pub(super) async fn connect(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        let SmtpServer {
            host, port, tls, ..
        } = &self.server;
        let own_name = ClientId::default();
        let wrapper = match tls {
            Tls::Wrapper(parameters) => Some(parameters.clone()),
            _ => None,
        };
        let mut connection = AsyncSmtpConnection::connect_tokio1(
            (host.as_str(), *port),
            None,
            &own_name,
            wrapper,
            None,
        )
        .await?;
        match tls {
            Tls::Required(parameters) => connection.starttls(parameters.clone(), &own_name).await?,
            Tls::Opportunistic(parameters) if connection.can_starttls() => {
                connection.starttls(parameters.clone(), &own_name).await?;
            }
            _ => {}
        }
        Ok(connection)
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let message = message::message(&self.from, mail)?;
        let mut connection = self.open().await?;
        deliver(&mut connection, &message).await?;
        // The server has accepted the mail; whether QUIT succeeds does not matter.
        let _ = timeout(GOODBYE, connection.quit()).await;
        Ok(())
    }
}

impl fmt::Debug for SmtpMailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmtpMailer")
            .field("server", &self.server)
            .field("from", &self.from.to_string())
            .finish()
    }
}

/// The timeout of each step: connecting with the greeting, authenticating, sending. The library's
/// own timeout covers only the TCP connection.
const STEP: Duration = Duration::from_secs(10);
const GOODBYE: Duration = Duration::from_secs(1);

async fn within_limit<T>(step: impl Future<Output = T>) -> Result<T, MailError> {
    timeout(STEP, step)
        .await
        .map_err(|_| MailError::Unavailable {
            reason: "the mail server took too long".to_owned(),
        })
}

async fn deliver(connection: &mut AsyncSmtpConnection, message: &Message) -> Result<(), MailError> {
    let wire = message.formatted();
    match within_limit(connection.send(message.envelope(), &wire)).await? {
        Ok(_) => Ok(()),
        Err(error) if !is_for_good(&error, message) => Err(unavailable(&error)),
        Err(error) => Err(refused(&error)),
    }
}

/// Only replies about this mail are permanent rejections. Before that (greeting, authentication) a
/// 5xx is about us.
fn is_for_good(error: &SmtpError, message: &Message) -> bool {
    // A server without SMTPUTF8 will not accept the address tomorrow either.
    let beyond_ascii = error.is_client() && message.envelope().to().iter().any(|to| !is_ascii(to));
    let wants_sign_in = error
        .status()
        .is_some_and(|code| AUTHENTICATION.contains(&u16::from(code)));
    beyond_ascii || (error.is_permanent() && !wants_sign_in)
}

/// Replies of RFC 4954 that demand authentication in the middle of a mail.
const AUTHENTICATION: [u16; 4] = [530, 534, 535, 538];

fn refused(error: &SmtpError) -> MailError {
    let reason = error.to_string();
    let code = error.status().map(u16::from);
    // Without a code, the server cannot handle the characters of the address.
    if code.is_none_or(|code| is_about_address(code, &reason)) {
        MailError::AddressRefused { reason }
    } else {
        MailError::Refused { reason }
    }
}

/// Whether a reply is about the address, or only about this mail (too large, spam). The second
/// number of RFC 3463 tells: 1 is the address, 2 the mailbox; without one, the codes of RFC 5321
/// decide.
fn is_about_address(code: u16, text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    match words.find_map(|word| word.strip_prefix("5.")) {
        Some(detail) => detail.starts_with("1.") || detail.starts_with("2."),
        None => [550, 551, 553].contains(&code),
    }
}

fn is_ascii(address: &lettre::Address) -> bool {
    AsRef::<str>::as_ref(address).is_ascii()
}

fn unavailable(error: &SmtpError) -> MailError {
    MailError::Unavailable {
        reason: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_about_the_address_or_only_about_this_mail() {
        for (code, text, expected) in [
            (550, "permanent error (550): 5.1.1 No such user here", true),
            (550, "permanent error (550): no such user here", true),
            (554, "permanent error (554): 5.2.1 Mailbox disabled", true),
            (550, "permanent error (550): 5.7.1 Looks like spam", false),
            (552, "permanent error (552): 5.3.4 Too large", false),
            (554, "permanent error (554): transaction failed", false),
        ] {
            assert_eq!(is_about_address(code, text), expected, "{text}");
        }
    }
}
