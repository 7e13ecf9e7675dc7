//! Counts mentions by sentiment, in total and per day.

use std::collections::HashMap;

use chrono::TimeDelta;
use uuid::Uuid;

use super::api_types::{MentionDay, MentionStats};
use super::store;
use finds::RowState;
use platform::clock::Clock;
use platform::db::Db;

const DAYS: i64 = 90;

pub(super) async fn of(db: &Db, clock: &Clock, user_id: Uuid) -> anyhow::Result<MentionStats> {
    let today = clock.now().date_naive();
    let named = |days_ago: i64| {
        (today - TimeDelta::days(days_ago))
            .format("%Y-%m-%d")
            .to_string()
    };
    let first = named(DAYS - 1);
    let (counts, days) = tokio::try_join!(
        store::counts(db, user_id),
        store::day_counts(db, user_id, &first)
    )?;
    let mut by_day: HashMap<String, MentionDay> = HashMap::new();
    for (day, leaning, count) in days {
        let entry = by_day.entry(day.clone()).or_default();
        entry.day = day;
        entry.count += count;
        match leaning.as_str() {
            "positive" => entry.positive += count,
            "negative" => entry.negative += count,
            "neutral" => entry.neutral += count,
            _ => {}
        }
    }
    let days = (0..DAYS).rev().map(|days_ago| {
        let day = named(days_ago);
        let known = by_day.remove(&day);
        known.unwrap_or_else(|| MentionDay {
            day,
            ..MentionDay::default()
        })
    });
    let counted = |is: &dyn Fn(&store::MentionCountRow) -> bool| -> i64 {
        let rows = counts.iter().filter(|row| is(row));
        rows.map(|row| row.number).sum()
    };
    let is_rejected = |row: &store::MentionCountRow| row.state == RowState::Rejected.id();
    let kept = |is: &dyn Fn(&store::MentionCountRow) -> bool| -> i64 {
        counted(&|row| !is_rejected(row) && is(row))
    };
    let is_listed = |row: &store::MentionCountRow| {
        let listed = [RowState::Open, RowState::Saved];
        listed.iter().any(|state| row.state == state.id())
    };
    Ok(MentionStats {
        total: kept(&|_| true),
        unread: counted(&|row| is_listed(row) && !row.is_read),
        rejected: counted(&is_rejected),
        positive: kept(&|row| row.leaning == "positive"),
        negative: kept(&|row| row.leaning == "negative"),
        neutral: kept(&|row| row.leaning == "neutral"),
        days: days.collect(),
    })
}
