//! Bytes into lines and messages, both bounded.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

use super::protocol::MAX_MESSAGE_BYTES;

/// RFC 5321 says 512 for a command and RFC 4954 lets AUTH go further.
pub(super) const MAX_COMMAND_BYTES: usize = 4096;
/// RFC 5321 says 1000 with its CRLF, and one more for a stuffed dot.
pub(super) const MAX_STUFFED_BYTES: usize = MAX_TEXT_BYTES + 1;
const MAX_TEXT_BYTES: usize = 1000;

/// A line as it came.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// With its line ending.
    Whole(Vec<u8>),
    /// Read to its end and thrown away.
    TooLong,
    /// The client has gone.
    Closed,
}

/// A message as it came, without its lone dot.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Message {
    Whole(Vec<u8>),
    TooLarge,
    LineTooLong,
    /// The client went away in the middle.
    Closed,
}

pub(super) async fn read_line(
    reader: &mut (impl AsyncBufRead + Unpin),
    limit: usize,
) -> io::Result<Line> {
    let mut line = Vec::new();
    let mut fits = true;
    loop {
        let chunk = reader.fill_buf().await?;
        if chunk.is_empty() {
            return Ok(Line::Closed);
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(chunk.len(), |end| end + 1);
        fits = fits && line.len() + taken <= limit;
        if fits {
            line.extend_from_slice(&chunk[..taken]);
        }
        reader.consume(taken);
        match (end, fits) {
            (Some(_), true) => return Ok(Line::Whole(line)),
            (Some(_), false) => return Ok(Line::TooLong),
            (None, _) => {}
        }
    }
}

/// A message being collected line by line.
#[derive(Debug)]
pub(super) struct Collector {
    bytes: Vec<u8>,
    /// Only a line after CRLF can be the lone dot or carry a stuffed one. Taking a bare LF for
    /// a line's end here is how one message is smuggled inside another.
    after_crlf: bool,
    problem: Option<Message>,
}

impl Collector {
    pub(super) fn new() -> Self {
        Self {
            bytes: Vec::new(),
            after_crlf: true,
            problem: None,
        }
    }

    /// Takes the next line; a message comes out once it has ended.
    pub(super) fn take(&mut self, line: Line) -> Option<Message> {
        match line {
            Line::Closed => return Some(Message::Closed),
            Line::TooLong => {
                self.problem.get_or_insert(Message::LineTooLong);
                // Whatever ended it, what follows starts a line of its own.
                self.after_crlf = true;
            }
            Line::Whole(line) if self.after_crlf && line == b".\r\n" => return Some(self.finish()),
            Line::Whole(line) => self.append(&line),
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
            self.problem.get_or_insert(Message::LineTooLong);
        }
        if self.bytes.len() + unstuffed.len() > MAX_MESSAGE_BYTES {
            self.problem.get_or_insert(Message::TooLarge);
        }
        if self.problem.is_none() {
            self.bytes.extend_from_slice(unstuffed);
        }
    }

    fn finish(&mut self) -> Message {
        self.problem
            .take()
            .unwrap_or_else(|| Message::Whole(std::mem::take(&mut self.bytes)))
    }
}
