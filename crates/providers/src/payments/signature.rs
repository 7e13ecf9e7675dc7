//! The signature on a webhook: `t=…,v1=…[,v1=…]`, an HMAC-SHA256 of the time and the raw bytes.

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The header that carries it.
pub const HEADER: &str = "stripe-signature";

/// How far the signature's time may be from ours, either way.
const TOLERANCE_S: i64 = 300;

/// Why a webhook signature is invalid. Callers treat all variants alike; the log tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    #[error("No webhook secret is set.")]
    NoSecret,
    #[error("The signature is missing or cannot be read.")]
    Unreadable,
    #[error("The signature is too old or from the future.")]
    Stale,
    #[error("The signature does not match.")]
    Wrong,
}

/// The signature header for these bytes, as the provider sends it.
pub fn sign(secret: &str, raw: &[u8], at: DateTime<Utc>) -> String {
    let time = at.timestamp();
    let signed = mac(secret, &time.to_string(), raw).finalize().into_bytes();
    format!("t={time},v1={}", hex(&signed))
}

/// Any of the `v1` values may match: there are several while a secret is being rotated. Other
/// fields belong to other schemes and are ignored.
pub(super) fn verify(
    secret: &str,
    raw: &[u8],
    header: &str,
    now: DateTime<Utc>,
) -> Result<(), SignatureError> {
    let parts = || {
        header
            .split(',')
            .filter_map(|part| part.trim().split_once('='))
    };
    let mut times = parts().filter(|(name, _)| *name == "t");
    let (Some((_, time)), None) = (times.next(), times.next()) else {
        return Err(SignatureError::Unreadable);
    };
    let signed_at: i64 = time.parse().map_err(|_| SignatureError::Unreadable)?;
    let signatures: Vec<Vec<u8>> = parts()
        .filter(|(name, _)| *name == "v1")
        .filter_map(|(_, value)| unhex(value))
        .collect();
    if signatures.is_empty() {
        return Err(SignatureError::Unreadable);
    }
    // All are compared, each in constant time.
    let fits = signatures.iter().fold(false, |fits, signature| {
        mac(secret, time, raw).verify_slice(signature).is_ok() | fits
    });
    if !fits {
        return Err(SignatureError::Wrong);
    }
    let age = i128::from(now.timestamp()) - i128::from(signed_at);
    if age.abs() > i128::from(TOLERANCE_S) {
        return Err(SignatureError::Stale);
    }
    Ok(())
}

/// The key is the whole secret, including `whsec_`.
fn mac(secret: &str, time: &str, raw: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::new_from_slice(secret.as_bytes()).expect("a key of any length will do");
    mac.update(time.as_bytes());
    mac.update(b".");
    mac.update(raw);
    mac
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a text takes what is written");
        text
    })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = text.as_bytes().chunks(2).map(|pair| match pair {
        [high, low] => u8::try_from(digit(*high)? * 16 + digit(*low)?).ok(),
        _ => None,
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "whsec_of_a_test";
    const BODY: &[u8] = br#"{"id":"evt_1"}"#;
    const AT: i64 = 1_800_000_000;

    #[test]
    fn the_signature_is_the_one_that_the_protocol_describes() {
        // printf '1800000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_of_a_test
        assert_eq!(
            sign(SECRET, BODY, time(0)),
            "t=1800000000,v1=3cd978215cd67805cbd1999172cca65ea5e7de7fb271cb0ee4b15a5acc7fb63f"
        );
    }

    #[test]
    fn a_signature_is_valid_for_five_minutes_either_way() {
        let header = sign(SECRET, BODY, time(0));
        for (seconds, expected) in [
            (0, Ok(())),
            (300, Ok(())),
            (-300, Ok(())),
            (301, Err(SignatureError::Stale)),
            (-301, Err(SignatureError::Stale)),
        ] {
            assert_eq!(
                verify(SECRET, BODY, &header, time(seconds)),
                expected,
                "{seconds}"
            );
        }
    }

    #[test]
    fn one_of_several_signatures_is_enough_and_other_schemes_prove_nothing() {
        let right = sign(SECRET, BODY, time(0));
        let (t, v1) = right.split_once(',').unwrap();
        let other = sign("whsec_other", BODY, time(0));
        let other = other.split_once(',').unwrap().1;
        let v0 = v1.replace("v1", "v0");
        for (header, expected) in [
            (format!("{t},{other},{v1}"), Ok(())),
            (format!("{t},{v1},{other}"), Ok(())),
            (format!("{v1},{t}"), Ok(())),
            (format!("{t}, {v1}, v0=ff"), Ok(())),
            (format!("{t},v1=zz,{v1}"), Ok(())),
            (format!("{t},{other}"), Err(SignatureError::Wrong)),
            (format!("{t},{v0}"), Err(SignatureError::Unreadable)),
            (format!("{t},v1="), Err(SignatureError::Wrong)),
            (
                format!("{t},{}", &v1[..v1.len() - 2]),
                Err(SignatureError::Wrong),
            ),
            (t.to_owned(), Err(SignatureError::Unreadable)),
            (v1.to_owned(), Err(SignatureError::Unreadable)),
            (format!("{t},t=1,{v1}"), Err(SignatureError::Unreadable)),
            (format!("t=soon,{v1}"), Err(SignatureError::Unreadable)),
            (format!("t={},{v1}", i64::MIN), Err(SignatureError::Wrong)),
            (String::new(), Err(SignatureError::Unreadable)),
        ] {
            assert_eq!(verify(SECRET, BODY, &header, time(0)), expected, "{header}");
        }
    }

    #[test]
    fn any_changed_byte_is_noticed() {
        let header = sign(SECRET, BODY, time(0));
        for at in 0..BODY.len() {
            let mut tampered = BODY.to_vec();
            tampered[at] ^= 1;

            assert_eq!(
                verify(SECRET, &tampered, &header, time(0)),
                Err(SignatureError::Wrong)
            );
        }
        assert_eq!(
            verify("whsec_of_a_tesT", BODY, &header, time(0)),
            Err(SignatureError::Wrong)
        );
    }

    fn time(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(AT + seconds, 0).unwrap()
    }
}
