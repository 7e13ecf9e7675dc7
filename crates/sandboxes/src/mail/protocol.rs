//! The conversation as a state machine: a line in, a step out. It does no IO.

use super::{
    envelope::{self, Envelope},
    sentinels::{self, Failure},
};

pub(super) const MAX_MESSAGE_BYTES: usize = 10 * 1024 * 1024;
const MAX_RECIPIENTS: usize = 100;

/// One client's conversation, from greeting to QUIT.
#[derive(Debug, Default)]
pub(super) struct Session {
    greeted: bool,
    signed_in: bool,
    /// Lines of a sign-in still to come; they are not commands.
    sign_in_lines_awaited: u8,
    envelope: Option<Envelope>,
}

/// What the server does after a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    Answer(Reply),
    /// Answer, then read a message up to the lone dot.
    ReadMessage(Reply),
    /// Answer, then hang up.
    Close(Reply),
}

/// A reply of one or more lines under one code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reply {
    code: u16,
    lines: &'static [&'static str],
    line: &'static str,
}

impl Session {
    pub(super) fn take_line(&mut self, line: &[u8]) -> Step {
        if self.sign_in_lines_awaited > 0 {
            return Step::Answer(self.sign_in_line(line));
        }
        let Ok(line) = str::from_utf8(line) else {
            return Step::Answer(NOT_TEXT);
        };
        let (verb, arguments) = line.split_once(' ').unwrap_or((line, ""));
        self.command(&verb.trim().to_ascii_uppercase(), arguments.trim())
    }

    /// The envelope of the message just read; the next one starts afresh.
    pub(super) fn take_envelope(&mut self) -> Envelope {
        self.envelope.take().unwrap_or_default()
    }

    /// Whether a mail has been begun and not yet answered for.
    pub(super) fn is_amid_a_mail(&self) -> bool {
        self.envelope.is_some()
    }

    fn command(&mut self, verb: &str, arguments: &str) -> Step {
        match verb {
            "DATA" => self.data(arguments),
            "QUIT" => Step::Close(GOODBYE),
            _ => Step::Answer(self.simple_command(verb, arguments)),
        }
    }

    fn simple_command(&mut self, verb: &str, arguments: &str) -> Reply {
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

    fn greet(&mut self, name: &str, reply: Reply) -> Reply {
        if name.is_empty() {
            return NO_NAME;
        }
        self.greeted = true;
        self.envelope = None;
        reply
    }

    fn sign_in(&mut self, arguments: &str) -> Reply {
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

    fn await_sign_in_lines(&mut self, count: u8, reply: Reply) -> Reply {
        self.sign_in_lines_awaited = count;
        reply
    }

    fn sign_in_line(&mut self, line: &[u8]) -> Reply {
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

    fn welcome(&mut self) -> Reply {
        self.signed_in = true;
        WELCOME
    }

    fn begin(&mut self, arguments: &str) -> Reply {
        if !self.greeted || self.envelope.is_some() {
            return WRONG_ORDER;
        }
        match envelope::sender(arguments) {
            Ok(from) => {
                self.envelope = Some(Envelope {
                    from,
                    to: Vec::new(),
                });
                SENDER_OK
            }
            Err(reply) => reply,
        }
    }

    fn add_recipient(&mut self, arguments: &str) -> Reply {
        let Some(envelope) = &mut self.envelope else {
            return WRONG_ORDER;
        };
        if envelope.to.len() >= MAX_RECIPIENTS {
            return TOO_MANY_RECIPIENTS;
        }
        match envelope::recipient(arguments) {
            Ok(address) => match sentinels::failure_of(&address) {
                Some(Failure::RecipientRefused) => NO_SUCH_MAILBOX,
                Some(Failure::RecipientBusy) => MAILBOX_BUSY,
                Some(Failure::MessageRejected) | None => {
                    envelope.to.push(address);
                    RECIPIENT_OK
                }
            },
            Err(reply) => reply,
        }
    }

    fn data(&mut self, arguments: &str) -> Step {
        match &self.envelope {
            _ if !arguments.is_empty() => Step::Answer(NO_ARGUMENTS),
            None => Step::Answer(WRONG_ORDER),
            Some(envelope) if envelope.to.is_empty() => Step::Answer(NO_RECIPIENTS),
            Some(_) => Step::ReadMessage(GO_AHEAD),
        }
    }

    fn reset(&mut self) -> Reply {
        self.envelope = None;
        DONE
    }
}

impl Envelope {
    /// Whether one of the recipients asks for the message to be refused.
    pub(super) fn is_to_be_rejected(&self) -> bool {
        self.to
            .iter()
            .any(|address| sentinels::failure_of(address) == Some(Failure::MessageRejected))
    }
}

impl Reply {
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

    /// The reply on the wire: a dash after the code of every line but the last.
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

pub(super) const GREETING: Reply = Reply::new(220, "sandbox ESMTP: mail stays here");
pub(super) const TOO_MANY_CONNECTIONS: Reply =
    Reply::new(421, "4.7.0 Too many connections, try later");
pub(super) const IDLE_TOO_LONG: Reply = Reply::new(421, "4.4.2 Idle for too long");
pub(super) const STOPPING: Reply = Reply::new(421, "4.3.2 The server is stopping");
pub(super) const LINE_TOO_LONG: Reply = Reply::new(500, "5.5.2 Line too long");
pub(super) const KEPT: Reply = Reply::new(250, "2.0.0 Kept");
pub(super) const NOT_KEPT: Reply =
    Reply::new(451, "4.3.0 The message could not be kept, try later");
pub(super) const MESSAGE_REJECTED: Reply = Reply::new(554, "5.6.0 The message was rejected");
pub(super) const MESSAGE_TOO_LARGE: Reply =
    Reply::new(552, "5.3.4 The message is larger than 10 MiB");
pub(super) const TEXT_LINE_TOO_LONG: Reply =
    Reply::new(554, "5.6.0 The message has a line of more than 998 bytes");

const HELLO: Reply = Reply::new(250, "sandbox");
const EXTENSIONS: Reply = Reply::of_lines(
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
const DONE: Reply = Reply::new(250, "2.0.0 Done");
const SENDER_OK: Reply = Reply::new(250, "2.1.0 Sender taken");
const RECIPIENT_OK: Reply = Reply::new(250, "2.1.5 Recipient taken");
const GO_AHEAD: Reply = Reply::new(354, "Go ahead, end with a lone dot");
const GOODBYE: Reply = Reply::new(221, "2.0.0 Goodbye");
const WELCOME: Reply = Reply::new(235, "2.7.0 Welcome");
const GO_ON: Reply = Reply::new(334, "");
const ASK_USER: Reply = Reply::new(334, "VXNlcm5hbWU6");
const ASK_PASSWORD: Reply = Reply::new(334, "UGFzc3dvcmQ6");
const CANNOT_VERIFY: Reply = Reply::new(252, "2.5.2 Cannot say, but will try");
const MAILBOX_BUSY: Reply = Reply::new(451, "4.2.1 That mailbox is busy, try later");
const TOO_MANY_RECIPIENTS: Reply = Reply::new(452, "4.5.3 Too many recipients");
const UNKNOWN: Reply = Reply::new(500, "5.5.1 Unknown command");
const NOT_TEXT: Reply = Reply::new(500, "5.5.2 Commands are UTF-8 text");
const NO_NAME: Reply = Reply::new(501, "5.5.4 Say your name after EHLO or HELO");
const NO_ARGUMENTS: Reply = Reply::new(501, "5.5.4 DATA stands alone");
const SIGN_IN_CANCELLED: Reply = Reply::new(501, "5.7.0 Sign-in cancelled");
const NOT_OFFERED: Reply = Reply::new(502, "5.5.1 Not offered here");
const WRONG_ORDER: Reply = Reply::new(503, "5.5.1 Not now: EHLO, MAIL, RCPT, DATA is the order");
const NO_RECIPIENTS: Reply = Reply::new(503, "5.5.1 There is no recipient yet");
const UNKNOWN_MECHANISM: Reply = Reply::new(504, "5.5.4 Only PLAIN and LOGIN are offered");
const NO_SUCH_MAILBOX: Reply = Reply::new(550, "5.1.1 That mailbox does not exist");
