//! How long ago somebody wrote, in the words of a mail.

use chrono::{DateTime, Utc};

/// "5 hours ago"; the largest unit that fits, rounded down.
pub(super) fn post_age(created_at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let minutes = (now - created_at).num_minutes().max(0);
    let (count, unit) = match minutes {
        0..60 => return "just now".to_owned(),
        60..1_440 => (minutes / 60, "hour"),
        1_440..20_160 => (minutes / 1_440, "day"),
        20_160..86_400 => (minutes / 10_080, "week"),
        86_400..525_600 => (minutes / 43_200, "month"),
        _ => (minutes / 525_600, "year"),
    };
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{ending} ago")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn an_age_is_said_in_the_largest_unit_that_fits() {
        let now = DateTime::UNIX_EPOCH;
        for (age, expected) in [
            (TimeDelta::minutes(-5), "just now"),
            (TimeDelta::minutes(59), "just now"),
            (TimeDelta::minutes(60), "1 hour ago"),
            (TimeDelta::hours(23), "23 hours ago"),
            (TimeDelta::hours(24), "1 day ago"),
            (TimeDelta::days(13), "13 days ago"),
            (TimeDelta::days(14), "2 weeks ago"),
            (TimeDelta::days(59), "8 weeks ago"),
            (TimeDelta::days(60), "2 months ago"),
            (TimeDelta::days(364), "12 months ago"),
            (TimeDelta::days(365), "1 year ago"),
        ] {
            assert_eq!(post_age(now - age, now), expected);
        }
    }
}
