//! Whether the mail server would take our mail: the whole conversation up to the sender, and then
//! RSET. Nothing is sent.

use lettre::transport::smtp::{
    Error as SmtpError,
    authentication::Mechanism,
    client::AsyncSmtpConnection,
    commands::{Mail as MailFrom, Rset},
};
use url::Host;

use super::SmtpMailer;
use crate::check::{ConnectFailure, SetupCheck};

const SERVER: &str = "server";
const SIGN_IN: &str = "sign-in";
const SENDER: &str = "sender";

impl SmtpMailer {
    /// Connects, signs in and offers the sender, in that order; stops at the first that fails.
    pub async fn check_server(&self) -> Vec<SetupCheck> {
        let (mut connection, connected) = match self.connect().await {
            Ok(connection) => {
                let check = self.check_encryption(&connection);
                (connection, check)
            }
            Err(error) => return vec![self.unconnected(&error)],
        };
        let mut checks = vec![connected];
        let signed_in = self.check_sign_in(&mut connection).await;
        let is_signed_in = signed_in.advice.is_none();
        checks.push(signed_in);
        if is_signed_in {
            checks.push(self.check_sender(&mut connection).await);
        }
        let _ = connection.quit().await;
        checks
    }

    /// The domain of the sender's address.
    pub fn sender_domain(&self) -> &str {
        self.from.email.domain()
    }

    fn place(&self) -> String {
        format!("{}:{}", self.server.host, self.server.port)
    }

    fn check_encryption(&self, connection: &AsyncSmtpConnection) -> SetupCheck {
        let place = self.place();
        if connection.is_encrypted() {
            return SetupCheck::ok(
                SERVER,
                format!("{place} answers, encrypted, with a valid certificate"),
            );
        }
        let found = format!("{place} answers, in the clear");
        if is_this_machine(&self.server.host) {
            return SetupCheck::ok(SERVER, found);
        }
        SetupCheck::warning(
            SERVER,
            found,
            "Mails and the password can be read on the way. Use smtps://… (port 465) or smtp://…?tls=required (port 587) in EARSHOT_SMTP_URL.",
        )
    }

    fn unconnected(&self, error: &SmtpError) -> SetupCheck {
        let place = self.place();
        if let Some(code) = error.status() {
            return SetupCheck::wrong(
                SERVER,
                format!("{place} turns us away ({code})"),
                "Ask the mail provider whether this machine's address may connect.",
            );
        }
        if error.is_client() {
            return SetupCheck::wrong(
                SERVER,
                format!("{place} answers, and does not offer encryption (STARTTLS)"),
                "Use smtps://… with the port for TLS (usually 465), or ask the mail provider for the right port.",
            );
        }
        if error.is_response() {
            return SetupCheck::wrong(
                SERVER,
                format!("what answers at {place} is not a mail server"),
                "Check the port in EARSHOT_SMTP_URL: smtps:// is for ports with TLS from the start (465), smtp://…?tls=required for the others (587).",
            );
        }
        ConnectFailure::of(error).check(SERVER, &place)
    }

    async fn check_sign_in(&self, connection: &mut AsyncSmtpConnection) -> SetupCheck {
        let Some(credentials) = &self.server.credentials else {
            return SetupCheck::unused(SIGN_IN, "the address names no user");
        };
        let mechanisms = [Mechanism::Plain, Mechanism::Login];
        match connection.auth(&mechanisms, credentials).await {
            Ok(_) => SetupCheck::ok(SIGN_IN, "the server accepts the user and the password"),
            Err(error) if error.is_permanent() => SetupCheck::wrong(
                SIGN_IN,
                format!(
                    "the server rejects the user or the password{}",
                    code_of(&error)
                ),
                "Set the user and the password of the mail provider in EARSHOT_SMTP_URL; percent-encode special characters.",
            ),
            Err(error) if error.is_client() => SetupCheck::wrong(
                SIGN_IN,
                "the server offers no way to sign in that Earshot knows (PLAIN, LOGIN)",
                "Many servers offer it only when encrypted: use smtps://… or smtp://…?tls=required in EARSHOT_SMTP_URL.",
            ),
            Err(error) => SetupCheck::wrong(
                SIGN_IN,
                format!("the server could not check the password{}", code_of(&error)),
                "Try again in a few minutes; if it stays, ask the mail provider.",
            ),
        }
    }

    async fn check_sender(&self, connection: &mut AsyncSmtpConnection) -> SetupCheck {
        let address = self.from.email.clone();
        let sender = MailFrom::new(Some(address.clone()), Vec::new());
        let checked = match connection.command(sender).await {
            Ok(_) => SetupCheck::ok(
                SENDER,
                format!("the server accepts mail from {address} (nothing was sent)"),
            ),
            Err(error) => SetupCheck::wrong(
                SENDER,
                format!("the server rejects mail from {address}{}", code_of(&error)),
                "Verify the address or its domain at the mail provider, or set EARSHOT_MAIL_FROM to one that is verified.",
            ),
        };
        let _ = connection.command(Rset).await;
        checked
    }
}

/// The reply's text may repeat what was sent, so only its code is told.
fn code_of(error: &SmtpError) -> String {
    error
        .status()
        .map_or_else(String::new, |code| format!(" ({code})"))
}

fn is_this_machine(host: &str) -> bool {
    match Host::parse(host) {
        Ok(Host::Domain(name)) => name == "localhost",
        Ok(Host::Ipv4(ip)) => ip.is_loopback(),
        Ok(Host::Ipv6(ip)) => ip.is_loopback(),
        // As in an address of the form ::1, without brackets.
        Err(_) => host == "::1",
    }
}
