//! The signature on a webhook: `t=…,v1=…[,v1=…]`, an HMAC-SHA256 of the time and the raw bytes.

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The header that carries it.
pub const HEADER: &str = "stripe-signature";

/// How far the signature's time may be from ours, either way.
const TOLERANCE_S: i64 = 300;

/// Why a webhook is not believed. The caller answers all arms alike; the log tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Forged {
    #[error("There is no secret to check the signature with.")]
    NoSecret,
    #[error("The signature is missing or cannot be read.")]
    Unreadable,
    #[error("The signature is too old or from the future.")]
    Stale,
    #[error("The signature is of other bytes or by another secret.")]
    Wrong,
}

/// The header for these bytes, as the provider writes it.
pub fn sign(secret: &str, raw: &[u8], at: DateTime<Utc>) -> String {
    let time = at.timestamp();
    let signed = mac(secret, &time.to_string(), raw).finalize().into_bytes();
    format!("t={time},v1={}", hex(&signed))
}

/// Any of the `v1` values will do: while a secret is exchanged there are several. What is not
/// `t` or `v1` is of another scheme and proves nothing.
pub(super) fn verify(
    secret: &str,
    raw: &[u8],
    header: &str,
    now: DateTime<Utc>,
) -> Result<(), Forged> {
    let parts = || {
        header
            .split(',')
            .filter_map(|part| part.trim().split_once('='))
    };
    let mut times = parts().filter(|(name, _)| *name == "t");
    let (Some((_, time)), None) = (times.next(), times.next()) else {
        return Err(Forged::Unreadable);
    };
    let signed_at: i64 = time.parse().map_err(|_| Forged::Unreadable)?;
    let signatures: Vec<Vec<u8>> = parts()
        .filter(|(name, _)| *name == "v1")
        .filter_map(|(_, value)| unhex(value))
        .collect();
    if signatures.is_empty() {
        return Err(Forged::Unreadable);
    }
    // All are compared, each in constant time.
    let fits = signatures.iter().fold(false, |fits, signature| {
        mac(secret, time, raw).verify_slice(signature).is_ok() | fits
    });
    if !fits {
        return Err(Forged::Wrong);
    }
    let age = i128::from(now.timestamp()) - i128::from(signed_at);
    if age.abs() > i128::from(TOLERANCE_S) {
        return Err(Forged::Stale);
    }
    Ok(())
}

/// The whole secret is the key, with its `whsec_`.
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
    fn five_minutes_either_way_are_believed_and_a_second_more_is_not() {
        let header = sign(SECRET, BODY, time(0));
        for (seconds, expected) in [
            (0, Ok(())),
            (300, Ok(())),
            (-300, Ok(())),
            (301, Err(Forged::Stale)),
            (-301, Err(Forged::Stale)),
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
            (format!("{t},{other}"), Err(Forged::Wrong)),
            (format!("{t},{v0}"), Err(Forged::Unreadable)),
            (format!("{t},v1="), Err(Forged::Wrong)),
            (format!("{t},{}", &v1[..v1.len() - 2]), Err(Forged::Wrong)),
            (t.to_owned(), Err(Forged::Unreadable)),
            (v1.to_owned(), Err(Forged::Unreadable)),
            (format!("{t},t=1,{v1}"), Err(Forged::Unreadable)),
            (format!("t=soon,{v1}"), Err(Forged::Unreadable)),
            (format!("t={},{v1}", i64::MIN), Err(Forged::Wrong)),
            (String::new(), Err(Forged::Unreadable)),
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
                Err(Forged::Wrong)
            );
        }
        assert_eq!(
            verify("whsec_of_a_tesT", BODY, &header, time(0)),
            Err(Forged::Wrong)
        );
    }

    fn time(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(AT + seconds, 0).unwrap()
    }
}
