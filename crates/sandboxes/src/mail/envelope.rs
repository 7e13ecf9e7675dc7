//! The arguments of `MAIL FROM` and `RCPT TO`.

use super::smtp_session::{MAX_MESSAGE_BYTES, SmtpReply};

/// The sender and recipients from the SMTP commands (not from the headers).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SmtpEnvelope {
    /// Empty for the null sender `<>`.
    pub(super) from: String,
    pub(super) to: Vec<String>,
}

/// Parses what follows `MAIL`: `FROM:<ada@example.com> SIZE=1024 BODY=8BITMIME`.
pub(super) fn sender(arguments: &str) -> Result<String, SmtpReply> {
    let (path, parameters) = path_and_parameters(arguments, "FROM:")?;
    for parameter in parameters.split_whitespace() {
        check_sender_parameter(parameter)?;
    }
    match path {
        "" => Ok(String::new()),
        address => checked(address),
    }
}

/// Parses what follows `RCPT`: `TO:<ada@example.com>`.
pub(super) fn recipient(arguments: &str) -> Result<String, SmtpReply> {
    let (path, parameters) = path_and_parameters(arguments, "TO:")?;
    if parameters.is_empty() {
        checked(path)
    } else {
        Err(UNKNOWN_PARAMETER)
    }
}

const SYNTAX: SmtpReply = SmtpReply::new(
    501,
    "5.5.4 Syntax: MAIL FROM:<address> or RCPT TO:<address>",
);
const NOT_AN_ADDRESS: SmtpReply = SmtpReply::new(501, "5.1.3 That is not a mail address");
const UNKNOWN_PARAMETER: SmtpReply = SmtpReply::new(555, "5.5.4 Unknown parameter");
const BAD_PARAMETER: SmtpReply = SmtpReply::new(501, "5.5.4 That parameter has no such value");
const TOO_LARGE: SmtpReply = SmtpReply::new(552, "5.3.4 The message is larger than 10 MiB");

fn path_and_parameters<'a>(
    arguments: &'a str,
    keyword: &str,
) -> Result<(&'a str, &'a str), SmtpReply> {
    let arguments = arguments.trim();
    let (head, rest) = arguments.split_at_checked(keyword.len()).ok_or(SYNTAX)?;
    if !head.eq_ignore_ascii_case(keyword) {
        return Err(SYNTAX);
    }
    let inside = rest.trim_start().strip_prefix('<').ok_or(SYNTAX)?;
    let (path, parameters) = inside.rsplit_once('>').ok_or(SYNTAX)?;
    Ok((path, parameters.trim()))
}

fn check_sender_parameter(parameter: &str) -> Result<(), SmtpReply> {
    let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    match name.to_ascii_uppercase().as_str() {
        "SIZE" => check_size(value),
        "BODY" if ["7BIT", "8BITMIME"].contains(&value.to_ascii_uppercase().as_str()) => Ok(()),
        "BODY" => Err(BAD_PARAMETER),
        "SMTPUTF8" | "AUTH" => Ok(()),
        _ => Err(UNKNOWN_PARAMETER),
    }
}

fn check_size(value: &str) -> Result<(), SmtpReply> {
    let announced: usize = value.parse().map_err(|_| BAD_PARAMETER)?;
    if announced > MAX_MESSAGE_BYTES {
        Err(TOO_LARGE)
    } else {
        Ok(())
    }
}

/// RFC 5321 allows 256 characters for a path and 64 before the `@`.
fn checked(address: &str) -> Result<String, SmtpReply> {
    let (local_part, domain) = address.rsplit_once('@').ok_or(NOT_AN_ADDRESS)?;
    let is_clean = !address
        .chars()
        .any(|c| c.is_control() || c.is_whitespace() || c == '<' || c == '>');
    let fits = !local_part.is_empty()
        && local_part.len() <= 64
        && !domain.is_empty()
        && address.len() <= 254;
    if is_clean && fits {
        Ok(address.to_owned())
    } else {
        Err(NOT_AN_ADDRESS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senders_may_announce_size_and_encoding() {
        check_sender("FROM:<ada@example.com>", Ok("ada@example.com"));
        check_sender(
            "from: <ada@example.com> SIZE=1000 BODY=8BITMIME SMTPUTF8",
            Ok("ada@example.com"),
        );
        check_sender("FROM:<>", Ok(""));
        check_sender("FROM:<ada@example.com> SIZE=10485761", Err(552));
        check_sender("FROM:<ada@example.com> SIZE=many", Err(501));
        check_sender("FROM:<ada@example.com> BODY=BINARYMIME", Err(501));
        check_sender("FROM:<ada@example.com> HOLDFOR=60", Err(555));
        check_sender("FROM:ada@example.com", Err(501));
        check_sender("FROM:<ada>", Err(501));
        check_sender("TO:<ada@example.com>", Err(501));
        check_sender("", Err(501));
        check_sender("FRO\u{e9}", Err(501));
    }

    #[test]
    fn recipients_are_whole_addresses() {
        check_recipient("TO:<jörg@bücher.example>", Ok("jörg@bücher.example"));
        check_recipient("TO:<>", Err(501));
        check_recipient("TO:<@example.com>", Err(501));
        check_recipient("TO:<ada@>", Err(501));
        check_recipient("TO:<ada lovelace@example.com>", Err(501));
        check_recipient("TO:<ada@example.com> NOTIFY=NEVER", Err(555));
        check_recipient(&format!("TO:<{}@example.com>", "a".repeat(65)), Err(501));
    }

    fn check_sender(arguments: &str, expected: Result<&str, u16>) {
        assert_eq!(outcome(&sender(arguments)), expected, "MAIL {arguments}");
    }

    fn check_recipient(arguments: &str, expected: Result<&str, u16>) {
        assert_eq!(outcome(&recipient(arguments)), expected, "RCPT {arguments}");
    }

    fn outcome(parsed: &Result<String, SmtpReply>) -> Result<&str, u16> {
        parsed.as_deref().map_err(SmtpReply::code)
    }
}
