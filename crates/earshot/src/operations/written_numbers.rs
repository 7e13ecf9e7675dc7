//! Numbers, times and lengths of time as operators read them.

use chrono::{DateTime, TimeDelta, Utc};

/// `1,204`.
pub(super) fn number(count: i64) -> String {
    let digits = count.unsigned_abs().to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if count < 0 { format!("-{text}") } else { text }
}

/// `40 s`, `22 min`, `3 h`, `12 days`.
pub(super) fn length(length: TimeDelta) -> String {
    let seconds = length.num_seconds().max(0);
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds / 60),
        7_200..172_800 => format!("{} h", seconds / 3_600),
        _ => format!("{} days", seconds / 86_400),
    }
}

/// `15 Nov, 12:05`, in UTC.
pub(super) fn moment(at: DateTime<Utc>) -> String {
    at.format("%-d %b, %H:%M").to_string()
}

/// `15 November 2026`.
pub(super) fn day(at: DateTime<Utc>) -> String {
    at.format("%-d %B %Y").to_string()
}

/// `send_mail` as `Send mail`.
pub(super) fn kind(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// How many of something: `1 job`, `3 jobs`.
pub(super) fn count_of(count: i64, one: &str, many: &str) -> String {
    let word = if count == 1 { one } else { many };
    format!("{} {word}", number(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_and_lengths_a_unit_that_fits() {
        let numbers = [0, 7, 999, 1_000, 1_234_567, -1_204].map(number);
        assert_eq!(numbers, ["0", "7", "999", "1,000", "1,234,567", "-1,204"]);
        let lengths = [0, 119, 120, 7_199, 7_200, 172_799, 172_800, -5];
        let lengths = lengths.map(|seconds| length(TimeDelta::seconds(seconds)));
        assert_eq!(
            lengths,
            [
                "0 s", "119 s", "2 min", "119 min", "2 h", "47 h", "2 days", "0 s"
            ]
        );
        assert_eq!(kind("send_mail"), "Send mail");
    }
}
