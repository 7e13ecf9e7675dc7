//! The last gate before a log line leaves the process: it hides what must not be there.
//!
//! Code should not log secrets in the first place; this catches the case where an error message
//! of some library does. Known secrets are hidden by value, tokens and addresses by their shape.

use std::io::{self, Write};
use std::sync::{Arc, LazyLock};

use regex::{Captures, Regex};
use tracing_subscriber::fmt::MakeWriter;

/// Shapes of secrets: bearer tokens, JSON web tokens, our own keys, passwords inside addresses,
/// secret parameters of links, and mail addresses.
static SHAPES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?P<keep>bearer\s+|basic\s+|\b(?:access_token|refresh_token|token|code|apikey|password|secret)=)[^\s&,;]+",
        r"|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*",
        r"|\b(?:sk|rk|whsec)_[A-Za-z0-9_]+",
        r"|(?P<scheme>\b[a-z][a-z0-9+]*://)[^\s/@:]+:[^\s/@]+@",
        r"|[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+",
    ))
    .expect("the expression is constant and tested")
});

/// Writes to standard error, line by line, without secrets.
#[derive(Clone, Debug)]
pub(super) struct Redacted {
    secrets: Arc<[String]>,
}

impl Redacted {
    pub(super) fn new(secrets: Vec<String>) -> Self {
        // A short secret would hide half of every line, and protects nothing anyway.
        Self {
            secrets: secrets
                .into_iter()
                .filter(|secret| secret.len() >= 6)
                .collect(),
        }
    }

    fn clean(&self, line: &str) -> String {
        let mut line = line.to_owned();
        for secret in self.secrets.iter() {
            if line.contains(secret.as_str()) {
                line = line.replace(secret.as_str(), "[hidden]");
            }
        }
        SHAPES
            .replace_all(&line, |found: &Captures| {
                let kept = found
                    .name("keep")
                    .or(found.name("scheme"))
                    .map_or("", |kept| kept.as_str());
                let end = if found.name("scheme").is_some() {
                    "@"
                } else {
                    ""
                };
                format!("{kept}[hidden]{end}")
            })
            .into_owned()
    }
}

impl<'w> MakeWriter<'w> for Redacted {
    type Writer = Line<'w>;

    fn make_writer(&'w self) -> Line<'w> {
        Line {
            redacted: self,
            bytes: Vec::new(),
        }
    }
}

/// One event on its way out; it is cleaned and written when it is complete.
pub(super) struct Line<'w> {
    redacted: &'w Redacted,
    bytes: Vec<u8>,
}

impl Write for Line<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        let line = self.redacted.clean(&String::from_utf8_lossy(&self.bytes));
        // Nothing sensible can be done when standard error is gone.
        let _ = io::stderr().lock().write_all(line.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let redacted = Redacted::new(vec!["hunter2-smtp".to_owned(), "a".to_owned()]);
        assert_eq!(redacted.clean(line), expected);
    }

    #[test]
    fn secrets_are_hidden_by_value_and_by_shape() {
        check(
            "login failed with hunter2-smtp",
            "login failed with [hidden]",
        );
        check(
            "Authorization: Bearer abc.def",
            "Authorization: Bearer [hidden]",
        );
        check(
            "got eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
            "got [hidden]",
        );
        check(
            "key sk_live_51abc and whsec_9f",
            "key [hidden] and [hidden]",
        );
        check(
            "postgres://earshot:pa55word@db:5432/x",
            "postgres://[hidden]@db:5432/x",
        );
        check(
            "GET /auth/v1/verify?token=abc123&type=signup",
            "GET /auth/v1/verify?token=[hidden]&type=signup",
        );
        check("mail to ada@lovelace.example sent", "mail to [hidden] sent");
    }

    #[test]
    fn ordinary_lines_stay_as_they_are() {
        check("GET /api/docs 200 in 3 ms", "GET /api/docs 200 in 3 ms");
        check(
            "job 0192f5 done, kind send_mail",
            "job 0192f5 done, kind send_mail",
        );
        check(
            "listening at http://127.0.0.1:8080",
            "listening at http://127.0.0.1:8080",
        );
    }
}
