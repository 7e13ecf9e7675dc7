//! A received mail, parsed for people and tests.

use mail_parser::{Message, MessageParser, PartType};

use super::{envelope::SmtpEnvelope, mail_links};

/// A mail that the sandbox received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMail {
    /// Without its angle brackets.
    pub message_id: Option<String>,
    /// The envelope sender, empty for the null sender.
    pub from: String,
    /// The envelope recipients, which decide where the mail goes, whatever its headers say.
    pub to: Vec<String>,
    pub subject: String,
    pub html: Option<String>,
    pub text: Option<String>,
    /// Links of the HTML, then of the text, in order and each once.
    pub links: Vec<String>,
    pub list_unsubscribe: Option<String>,
    pub list_unsubscribe_post: Option<String>,
    /// The whole message as received, dots unstuffed.
    pub raw: Vec<u8>,
}

impl ReceivedMail {
    pub(super) fn read(envelope: SmtpEnvelope, raw: Vec<u8>) -> Self {
        // The parser rejects bytes without any header; the sandbox keeps them anyway, since somebody
        // sent them.
        let message = MessageParser::default().parse(&raw);
        let message = message.as_ref();
        let html = message.and_then(html_of);
        let text = message.and_then(text_of);
        Self {
            message_id: message.and_then(Message::message_id).map(str::to_owned),
            from: envelope.from,
            to: envelope.to,
            subject: message
                .and_then(Message::subject)
                .unwrap_or_default()
                .to_owned(),
            links: mail_links::of(html.as_deref(), text.as_deref()),
            html,
            text,
            list_unsubscribe: message.and_then(|message| header(message, "List-Unsubscribe")),
            list_unsubscribe_post: message
                .and_then(|message| header(message, "List-Unsubscribe-Post")),
            raw,
        }
    }
}

/// The parser converts the other part where one is missing; only real parts count here.
fn html_of(message: &Message) -> Option<String> {
    message.html_bodies().find_map(|part| match &part.body {
        PartType::Html(html) => Some(html.to_string()),
        _ => None,
    })
}

fn text_of(message: &Message) -> Option<String> {
    message.text_bodies().find_map(|part| match &part.body {
        PartType::Text(text) => Some(text.to_string()),
        _ => None,
    })
}

/// A header's value on one line: unfolded, encoded words unchanged.
fn header(message: &Message, name: &str) -> Option<String> {
    let value = message.header_raw(name)?;
    Some(value.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_message_of_one_half_has_only_that_half() {
        let html = read("Content-Type: text/html\r\n\r\n<p>Hello</p>");
        assert_eq!(
            (html.html.as_deref(), html.text),
            (Some("<p>Hello</p>"), None)
        );

        let text = read("Subject: Hi\r\n\r\nHello");
        assert_eq!((text.html, text.text.as_deref()), (None, Some("Hello")));
    }

    #[test]
    fn folded_headers_come_on_one_line() {
        let received = read("List-Unsubscribe: <mailto:a@b.c>,\r\n <https://b.c/u>\r\n\r\nHello");

        assert_eq!(
            received.list_unsubscribe.as_deref(),
            Some("<mailto:a@b.c>, <https://b.c/u>")
        );
        assert_eq!(received.list_unsubscribe_post, None);
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_read(raw in any::<Vec<u8>>(), text in "(\\PC|[:;=\r\n]){0,200}") {
            let _ = ReceivedMail::read(SmtpEnvelope::default(), raw);
            let _ = read(&format!("Content-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\n{text}"));
        }
    }

    fn read(raw: &str) -> ReceivedMail {
        ReceivedMail::read(SmtpEnvelope::default(), raw.as_bytes().to_vec())
    }
}
