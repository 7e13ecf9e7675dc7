//! Builds the SMTP message from a [`Mail`]. Everything a stranger may have typed (names, subjects,
//! addresses) passes through here, so this is where header injection is prevented.

use lettre::{
    Message,
    address::Envelope,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
};

use super::{Mail, MailError};

pub(super) fn message(from: &Mailbox, mail: &Mail) -> Result<Message, MailError> {
    let to = recipient(&mail.to)?;
    let envelope = Envelope::new(Some(from.email.clone()), vec![to.email.clone()])
        .map_err(|_| not_an_address())?;
    let mut builder = Message::builder()
        .envelope(envelope)
        .from(from.clone())
        .to(to)
        .subject(single_line(&mail.subject))
        .message_id(Some(message_id(&mail.message_id)?))
        .date_now();
    for (name, value) in &mail.headers {
        builder = builder.raw_header(HeaderValue::new(header_name(name)?, single_line(value)));
    }
    builder
        .multipart(MultiPart::alternative_plain_html(
            mail.text.clone(),
            mail.html.clone(),
        ))
        .map_err(|_| refused("the message cannot be written down"))
}

/// Parses one mailbox. Control characters are rejected rather than removed: an address with a
/// line break in it was not typed by its owner.
pub(super) fn mailbox(raw: &str) -> Option<Mailbox> {
    if raw.chars().any(char::is_control) {
        return None;
    }
    raw.trim().parse().ok()
}

/// Headers that this crate writes itself. A second copy would let a caller redirect or
/// re-type the message by accident.
const OWN_HEADERS: [&str; 10] = [
    "from",
    "sender",
    "to",
    "cc",
    "bcc",
    "reply-to",
    "subject",
    "date",
    "message-id",
    "mime-version",
];

fn recipient(raw: &str) -> Result<Mailbox, MailError> {
    mailbox(raw).ok_or_else(not_an_address)
}

fn header_name(name: &str) -> Result<HeaderName, MailError> {
    let lower = name.to_ascii_lowercase();
    let is_token = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_own = OWN_HEADERS.contains(&lower.as_str()) || lower.starts_with("content-");
    if !is_token || is_own {
        return Err(refused("a header of that name cannot be added"));
    }
    HeaderName::new_from_ascii(name.to_owned())
        .map_err(|_| refused("a header of that name cannot be added"))
}

fn message_id(raw: &str) -> Result<String, MailError> {
    let id = raw.trim_start_matches('<').trim_end_matches('>');
    let is_legal = !id.is_empty()
        && id
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'<' && byte != b'>');
    if is_legal {
        Ok(format!("<{id}>"))
    } else {
        Err(refused("the message id is not one"))
    }
}

/// One line of text: runs of control characters and spaces become a single space. Folding may
/// drop the second of two spaces on the way, so it is removed from the start.
fn single_line(text: &str) -> String {
    text.split(|c: char| c.is_control() || c == ' ')
        .filter(|piece| !piece.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn not_an_address() -> MailError {
    MailError::AddressRefused {
        reason: "the address is not a mail address".to_owned(),
    }
}

fn refused(reason: &str) -> MailError {
    MailError::Refused {
        reason: reason.to_owned(),
    }
}
