//! The SMTP session as a state machine without IO: a line in, a step out.

use super::{
    envelope::{self, SmtpEnvelope},
    sentinels::{self, DeliveryFailure},
};

pub(super) const MAX_MESSAGE_BYTES: usize = 10 * 1024 * 1024;
const MAX_RECIPIENTS: usize = 100;

/// One client's session, from greeting to QUIT.
#[derive(Debug, Default)]
pub(super) struct SmtpSession {
    greeted: bool,
    signed_in: bool,
    /// How many AUTH lines are still to come; they are not commands.
    sign_in_lines_awaited: u8,
    envelope: Option<SmtpEnvelope>,
}

/// What the server does after a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SessionStep {
    Answer(SmtpReply),
    /// Reply, then read a message up to the final dot.
    ReadMessage(SmtpReply),
    /// Reply, then close the connection.
    Close(SmtpReply),
}

/// A reply of one or more lines under one code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SmtpReply {
    code: u16,
    lines: &'static [&'static str],
    line: &'static str,
}

impl SmtpSession {
    pub(super) fn take_line(&mut self, line: &[u8]) -> SessionStep {
        if self.sign_in_lines_awaited > 0 {
            return SessionStep::Answer(self.sign_in_line(line));
        }
        let Ok(line) = str::from_utf8(line) else {
            return SessionStep::Answer(NOT_TEXT);
        };
        let (verb, arguments) = line.split_once(' ').unwrap_or((line, ""));
        self.command(&verb.trim().to_ascii_uppercase(), arguments.trim())
    }

    /// Takes the envelope of the message just read, and resets the session for the next one.
    pub(super) fn take_envelope(&mut self) -> SmtpEnvelope {
        self.envelope.take().unwrap_or_default()
    }

    /// Whether a mail has been started and not yet acknowledged.
    pub(super) fn is_inside_mail(&self) -> bool {
        self.envelope.is_some()
    }

    fn command(&mut self, verb: &str, arguments: &str) -> SessionStep {
        match verb {
            "DATA" => self.data(arguments),
            "QUIT" => SessionStep::Close(GOODBYE),
            _ => SessionStep::Answer(self.simple_command(verb, arguments)),
        }
    }

    fn simple_command(&mut self, verb: &str, arguments: &str) -> SmtpReply {
        match verb {
            "EHLO" => self.greet(arguments, EXTENSIONS),
            "HELO" => self.greet(arguments, HELLO),
            "AUTH" => self.sign_in(arguments),
            "MAIL" => self.begin(arguments),
            "RCPT" => self.add_recipient(arguments),
            "RSET" => self.reset(),
            "NOOP" => DONE,
            "VRFY" => CANNOT_VERIFY,
            "EXPN" | "HELP" | "STARTTLS" | "BDAT" => NOT_OFFERED,
            _ => UNKNOWN,
        }
    }

    fn greet(&mut self, name: &str, reply: SmtpReply) -> SmtpReply {
        if name.is_empty() {
            return NO_NAME;
        }
        self.greeted = true;
        self.envelope = None;
        reply
    }

    fn sign_in(&mut self, arguments: &str) -> SmtpReply {
        let (mechanism, first) = arguments.split_once(' ').unwrap_or((arguments, ""));
        if !self.greeted || self.signed_in || self.envelope.is_some() {
            return WRONG_ORDER;
        }
        match (mechanism.to_ascii_uppercase().as_str(), first) {
            ("PLAIN", "") => self.await_sign_in_lines(1, GO_ON),
            ("LOGIN", "") => self.await_sign_in_lines(2, ASK_USER),
            ("LOGIN", _) => self.await_sign_in_lines(1, ASK_PASSWORD),
            ("PLAIN", _) => self.welcome(),
            _ => UNKNOWN_MECHANISM,
        }
    }

    fn await_sign_in_lines(&mut self, count: u8, reply: SmtpReply) -> SmtpReply {
        self.sign_in_lines_awaited = count;
        reply
    }

    fn sign_in_line(&mut self, line: &[u8]) -> SmtpReply {
        if line == b"*" {
            return self.await_sign_in_lines(0, SIGN_IN_CANCELLED);
        }
        self.sign_in_lines_awaited -= 1;
        if self.sign_in_lines_awaited > 0 {
            ASK_PASSWORD
        } else {
            self.welcome()
        }
    }

    fn welcome(&mut self) -> SmtpReply {
        self.signed_in = true;
        WELCOME
    }

    fn begin(&mut self, arguments: &str) -> SmtpReply {
        if !self.greeted || self.envelope.is_some() {
            return WRONG_ORDER;
        }
        match envelope::sender(arguments) {
            Ok(from) => {
                self.envelope = Some(SmtpEnvelope {
                    from,
                    to: Vec::new(),
                });
                SENDER_OK
            }
            Err(reply) => reply,
        }
    }

    fn add_recipient(&mut self, arguments: &str) -> SmtpReply {
        let Some(envelope) = &mut self.envelope else {
            return WRONG_ORDER;
        };
        if envelope.to.len() >= MAX_RECIPIENTS {
            return TOO_MANY_RECIPIENTS;
        }
        match envelope::recipient(arguments) {
            Ok(address) => match sentinels::failure_of(&address) {
                Some(DeliveryFailure::RecipientRefused) => NO_SUCH_MAILBOX,
                Some(DeliveryFailure::RecipientBusy) => MAILBOX_BUSY,
                Some(DeliveryFailure::MessageRejected) | None => {
                    envelope.to.push(address);
                    RECIPIENT_OK
                }
            },
            Err(reply) => reply,
        }
    }

    fn data(&mut self, arguments: &str) -> SessionStep {
        match &self.envelope {
            _ if !arguments.is_empty() => SessionStep::Answer(NO_ARGUMENTS),
            None => SessionStep::Answer(WRONG_ORDER),
            Some(envelope) if envelope.to.is_empty() => SessionStep::Answer(NO_RECIPIENTS),
            Some(_) => SessionStep::ReadMessage(GO_AHEAD),
        }
    }

    fn reset(&mut self) -> SmtpReply {
        self.envelope = None;
        DONE
    }
}

impl SmtpEnvelope {
    /// Whether one of the recipients causes the message to be rejected.
    pub(super) fn is_to_be_rejected(&self) -> bool {
        self.to
            .iter()
            .any(|address| sentinels::failure_of(address) == Some(DeliveryFailure::MessageRejected))
    }
}

impl SmtpReply {
    pub(super) const fn new(code: u16, line: &'static str) -> Self {
        Self {
            code,
            lines: &[],
            line,
        }
    }

    const fn of_lines(code: u16, lines: &'static [&'static str], line: &'static str) -> Self {
        Self { code, lines, line }
    }

    #[cfg(test)]
    pub(super) fn code(&self) -> u16 {
        self.code
    }

    /// The reply in SMTP's format: a dash after the code of every line but the last.
    pub(super) fn to_wire(self) -> String {
        use std::fmt::Write;

        let Self { code, lines, line } = self;
        let mut wire = String::new();
        for early in lines {
            let _ = write!(wire, "{code}-{early}\r\n");
        }
        let _ = write!(wire, "{code} {line}\r\n");
        wire
    }
}

pub(super) const GREETING: SmtpReply = SmtpReply::new(220, "sandbox ESMTP: mail stays here");
pub(super) const TOO_MANY_CONNECTIONS: SmtpReply =
    SmtpReply::new(421, "4.7.0 Too many connections, try later");
pub(super) const IDLE_TOO_LONG: SmtpReply = SmtpReply::new(421, "4.4.2 Idle for too long");
pub(super) const STOPPING: SmtpReply = SmtpReply::new(421, "4.3.2 The server is stopping");
pub(super) const LINE_TOO_LONG: SmtpReply = SmtpReply::new(500, "5.5.2 Line too long");
pub(super) const KEPT: SmtpReply = SmtpReply::new(250, "2.0.0 Kept");
pub(super) const NOT_KEPT: SmtpReply =
    SmtpReply::new(451, "4.3.0 The message could not be kept, try later");
pub(super) const MESSAGE_REJECTED: SmtpReply =
    SmtpReply::new(554, "5.6.0 The message was rejected");
pub(super) const MESSAGE_TOO_LARGE: SmtpReply =
    SmtpReply::new(552, "5.3.4 The message is larger than 10 MiB");
pub(super) const TEXT_LINE_TOO_LONG: SmtpReply =
    SmtpReply::new(554, "5.6.0 The message has a line of more than 998 bytes");

const HELLO: SmtpReply = SmtpReply::new(250, "sandbox");
const EXTENSIONS: SmtpReply = SmtpReply::of_lines(
    250,
    &[
        "sandbox",
        "PIPELINING",
        "8BITMIME",
        "SMTPUTF8",
        "SIZE 10485760",
    ],
    "AUTH PLAIN LOGIN",
);
const DONE: SmtpReply = SmtpReply::new(250, "2.0.0 Done");
const SENDER_OK: SmtpReply = SmtpReply::new(250, "2.1.0 Sender taken");
const RECIPIENT_OK: SmtpReply = SmtpReply::new(250, "2.1.5 Recipient taken");
const GO_AHEAD: SmtpReply = SmtpReply::new(354, "Go ahead, end with a lone dot");
const GOODBYE: SmtpReply = SmtpReply::new(221, "2.0.0 Goodbye");
const WELCOME: SmtpReply = SmtpReply::new(235, "2.7.0 Welcome");
const GO_ON: SmtpReply = SmtpReply::new(334, "");
const ASK_USER: SmtpReply = SmtpReply::new(334, "VXNlcm5hbWU6");
const ASK_PASSWORD: SmtpReply = SmtpReply::new(334, "UGFzc3dvcmQ6");
const CANNOT_VERIFY: SmtpReply = SmtpReply::new(252, "2.5.2 Cannot say, but will try");
const MAILBOX_BUSY: SmtpReply = SmtpReply::new(451, "4.2.1 That mailbox is busy, try later");
const TOO_MANY_RECIPIENTS: SmtpReply = SmtpReply::new(452, "4.5.3 Too many recipients");
const UNKNOWN: SmtpReply = SmtpReply::new(500, "5.5.1 Unknown command");
const NOT_TEXT: SmtpReply = SmtpReply::new(500, "5.5.2 Commands are UTF-8 text");
const NO_NAME: SmtpReply = SmtpReply::new(501, "5.5.4 Say your name after EHLO or HELO");
const NO_ARGUMENTS: SmtpReply = SmtpReply::new(501, "5.5.4 DATA stands alone");
const SIGN_IN_CANCELLED: SmtpReply = SmtpReply::new(501, "5.7.0 Sign-in cancelled");
const NOT_OFFERED: SmtpReply = SmtpReply::new(502, "5.5.1 Not offered here");
const WRONG_ORDER: SmtpReply =
    SmtpReply::new(503, "5.5.1 Not now: EHLO, MAIL, RCPT, DATA is the order");
const NO_RECIPIENTS: SmtpReply = SmtpReply::new(503, "5.5.1 There is no recipient yet");
const UNKNOWN_MECHANISM: SmtpReply = SmtpReply::new(504, "5.5.4 Only PLAIN and LOGIN are offered");
const NO_SUCH_MAILBOX: SmtpReply = SmtpReply::new(550, "5.1.1 That mailbox does not exist");
