//! Billing months.

use chrono::{DateTime, Months};

pub(super) const DAY_S: i64 = 24 * 3600;

/// The time `months` later; in a short month, the 31st becomes the last day.
pub(super) fn months_after(start: i64, months: u32) -> i64 {
    DateTime::from_timestamp(start, 0)
        .and_then(|start| start.checked_add_months(Months::new(months)))
        .map_or(i64::MAX, |end| end.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bills_keep_to_the_day_on_which_they_began() {
        for (start, months, expected) in [
            ("2026-11-18T12:00:00Z", 1, "2026-12-18T12:00:00Z"),
            ("2027-01-31T08:00:00Z", 1, "2027-02-28T08:00:00Z"),
            ("2027-01-31T08:00:00Z", 2, "2027-03-31T08:00:00Z"),
            ("2027-12-31T23:59:59Z", 2, "2028-02-29T23:59:59Z"),
        ] {
            let seconds = |text: &str| text.parse::<DateTime<chrono::Utc>>().unwrap().timestamp();
            assert_eq!(
                months_after(seconds(start), months),
                seconds(expected),
                "{start}"
            );
        }
    }
}
