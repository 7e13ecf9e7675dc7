//! The cookie of `/ops`: proof that its bearer has typed the token, until a moment that is signed with
//! the token itself. Another token makes every cookie worthless.

use std::fmt::Write;

use axum::http::{HeaderMap, HeaderValue, header};
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const NAME: &str = "earshot_ops";
const LIFE: TimeDelta = TimeDelta::hours(12);

/// The header that gives the cookie. It goes to `/ops` alone, and never with another site's request.
pub(super) fn give(token: &str, now: DateTime<Utc>, is_https: bool) -> HeaderValue {
    let until = (now + LIFE).timestamp();
    let proof = hex(signing(token, until).finalize().into_bytes().as_slice());
    header_of(&format!("{until}.{proof}"), LIFE, is_https)
}

/// The header that takes the cookie away.
pub(super) fn take_away(is_https: bool) -> HeaderValue {
    header_of("", TimeDelta::zero(), is_https)
}

pub(super) fn is_valid(token: &str, headers: &HeaderMap, now: DateTime<Utc>) -> bool {
    given(headers).is_some_and(|value| is_proof(token, value, now))
}

fn is_proof(token: &str, value: &str, now: DateTime<Utc>) -> bool {
    let Some((until, proof)) = value.split_once('.') else {
        return false;
    };
    let (Ok(until), Some(proof)) = (until.parse::<i64>(), bytes_of(proof)) else {
        return false;
    };
    until > now.timestamp() && signing(token, until).verify_slice(&proof).is_ok()
}

fn signing(token: &str, until: i64) -> Hmac<Sha256> {
    let mut signing =
        Hmac::<Sha256>::new_from_slice(token.as_bytes()).expect("a key of any length will do");
    signing.update(format!("operations page until {until}").as_bytes());
    signing
}

fn given(headers: &HeaderMap) -> Option<&str> {
    let lines = headers.get_all(header::COOKIE).iter();
    let mut cookies = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'));
    cookies.find_map(|cookie| cookie.trim().strip_prefix(NAME)?.strip_prefix('='))
}

fn header_of(value: &str, life: TimeDelta, is_https: bool) -> HeaderValue {
    let secure = if is_https { "; Secure" } else { "" };
    let seconds = life.num_seconds();
    let text =
        format!("{NAME}={value}; Path=/ops; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&text).expect("digits and hex digits are plain ASCII")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = hex.chars().map(|digit| digit.to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    let pairs = digits
        .chunks(2)
        .map(|pair| u8::try_from(pair[0] * 16 + pair[1]));
    pairs.collect::<Result<_, _>>().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_794_744_000, 0).unwrap()
    }

    fn shown(header: &HeaderValue) -> HeaderMap {
        let text = header.to_str().unwrap();
        let pair = text.split(';').next().unwrap();
        let line = format!("theme=dark; {pair}");
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(&line).unwrap())])
    }

    #[test]
    fn a_cookie_holds_for_twelve_hours_and_for_its_token_alone() {
        let token = "sesame-open";
        let cookie = shown(&give(token, noon(), false));

        assert!(is_valid(token, &cookie, noon()));
        assert!(is_valid(token, &cookie, noon() + TimeDelta::minutes(719)));
        assert!(!is_valid(token, &cookie, noon() + TimeDelta::hours(12)));
        assert!(!is_valid("another", &cookie, noon()));
    }

    #[test]
    fn what_was_changed_or_is_no_cookie_proves_nothing() {
        let token = "sesame-open";
        let given = give(token, noon(), false).to_str().unwrap().to_owned();
        let later = given.replacen("=17", "=27", 1);
        for line in [
            later.as_str(),
            "earshot_ops=",
            "earshot_ops=1.",
            "earshot_ops=9999999999.é",
            "",
        ] {
            let value = HeaderValue::from_bytes(line.as_bytes()).unwrap();
            let headers = HeaderMap::from_iter([(header::COOKIE, value)]);

            assert!(!is_valid(token, &headers, noon()), "{line}");
        }
    }

    #[test]
    fn it_stays_with_the_page_and_away_from_scripts() {
        let text = give("sesame-open", noon(), true);

        let text = text.to_str().unwrap();
        assert!(text.ends_with("; Path=/ops; Max-Age=43200; HttpOnly; SameSite=Strict; Secure"));
    }
}
