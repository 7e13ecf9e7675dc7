//! The `Retry-After` header: seconds, or a date.

use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, RETRY_AFTER};

/// How long the provider asks to wait, if the header is valid.
pub(crate) fn of(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?;
    parse(value, SystemTime::now())
}

/// A date is compared with the wall clock because the provider's own clock wrote it. One in
/// the past means now. Fractions of a second are not standard, but some providers send them.
fn parse(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_dates_are_parsed_and_invalid_values_are_not() {
        check("0", Some(0));
        check("120", Some(120));
        check(" 7 ", Some(7));
        check("Sun, 06 Nov 1994 08:49:37 GMT", Some(37));
        check("Sunday, 06-Nov-94 08:49:37 GMT", Some(37));
        check("Sun Nov  6 08:49:37 1994", Some(37));
        check("Sun, 06 Nov 1994 08:00:00 GMT", Some(0));
        check("-1", None);
        check("NaN", None);
        check("inf", None);
        check("1e300", None);
        check("soon", None);
        check("", None);
    }

    #[test]
    fn fractions_of_a_second_count() {
        assert_eq!(
            parse("0.5", SystemTime::now()),
            Some(Duration::from_millis(500))
        );
    }

    fn check(value: &str, expected_seconds: Option<u64>) {
        let now = httpdate::parse_http_date("Sun, 06 Nov 1994 08:49:00 GMT").unwrap();
        assert_eq!(
            parse(value, now),
            expected_seconds.map(Duration::from_secs),
            "{value:?}"
        );
    }
}
