//! Reads lines and messages of limited length.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

use super::smtp_session::MAX_MESSAGE_BYTES;

/// RFC 5321 says 512 for a command, and RFC 4954 allows more for AUTH.
pub(super) const MAX_COMMAND_BYTES: usize = 4096;
/// RFC 5321 says 1000 with its CRLF, and one more for a stuffed dot.
pub(super) const MAX_STUFFED_BYTES: usize = MAX_TEXT_BYTES + 1;
const MAX_TEXT_BYTES: usize = 1000;

/// A line as received.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SmtpLine {
    /// With its line ending.
    Whole(Vec<u8>),
    /// Read to its end and discarded.
    TooLong,
    /// The client has disconnected.
    Closed,
}

/// A message as received, without the final dot.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SmtpMessage {
    Whole(Vec<u8>),
    TooLarge,
    LineTooLong,
    /// The client disconnected in the middle.
    Closed,
}

pub(super) async fn read_line(
    reader: &mut (impl AsyncBufRead + Unpin),
    limit: usize,
) -> io::Result<SmtpLine> {
    let mut line = Vec::new();
    let mut fits = true;
    loop {
        let chunk = reader.fill_buf().await?;
        if chunk.is_empty() {
            return Ok(SmtpLine::Closed);
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(chunk.len(), |end| end + 1);
        fits = fits && line.len() + taken <= limit;
        if fits {
            line.extend_from_slice(&chunk[..taken]);
        }
        reader.consume(taken);
        match (end, fits) {
            (Some(_), true) => return Ok(SmtpLine::Whole(line)),
            (Some(_), false) => return Ok(SmtpLine::TooLong),
            (None, _) => {}
        }
    }
}

/// A message being collected line by line.
#[derive(Debug)]
pub(super) struct MessageCollector {
    bytes: Vec<u8>,
    /// Only a line after CRLF can be the final dot or have a stuffed dot. Accepting a bare LF as a line
    /// ending here would allow SMTP smuggling.
    after_crlf: bool,
    problem: Option<SmtpMessage>,
}

impl MessageCollector {
    pub(super) fn new() -> Self {
        Self {
            bytes: Vec::new(),
            after_crlf: true,
            problem: None,
        }
    }

    /// Takes the next line; returns the message once it is complete.
    pub(super) fn take(&mut self, line: SmtpLine) -> Option<SmtpMessage> {
        match line {
            SmtpLine::Closed => return Some(SmtpMessage::Closed),
            SmtpLine::TooLong => {
                self.problem.get_or_insert(SmtpMessage::LineTooLong);
                // Whatever ended it, the next bytes start a new line.
                self.after_crlf = true;
            }
            SmtpLine::Whole(line) if self.after_crlf && line == b".\r\n" => {
                return Some(self.finish());
            }
            SmtpLine::Whole(line) => self.append(&line),
        }
        None
    }

    fn append(&mut self, line: &[u8]) {
        let unstuffed = match line {
            [b'.', rest @ ..] if self.after_crlf => rest,
            whole => whole,
        };
        self.after_crlf = line.ends_with(b"\r\n");
        if unstuffed.len() > MAX_TEXT_BYTES {
            self.problem.get_or_insert(SmtpMessage::LineTooLong);
        }
        if self.bytes.len() + unstuffed.len() > MAX_MESSAGE_BYTES {
            self.problem.get_or_insert(SmtpMessage::TooLarge);
        }
        if self.problem.is_none() {
            self.bytes.extend_from_slice(unstuffed);
        }
    }

    fn finish(&mut self) -> SmtpMessage {
        self.problem
            .take()
            .unwrap_or_else(|| SmtpMessage::Whole(std::mem::take(&mut self.bytes)))
    }
}
