//! What was found, as a table.

use chrono::{DateTime, Utc};
use comfy_table::{ContentArrangement, Table};
use serde_json::Value;

use super::super::say;
use super::FindReport;

pub(super) fn print(found: &FindReport) -> anyhow::Result<()> {
    let name = &found.company.company_name;
    say(&format!("{name}: {}\n", found.keywords.join(", ")))?;
    if found.posts.is_empty() {
        say("No posts worth answering right now.")?;
    } else {
        say(&table(&found.posts, found.clock.now()).trim_fmt())?;
    }
    for failure in &found.failures {
        say(&format!("\nNot heard: {}. {}", failure.what, failure.why))?;
    }
    Ok(())
}

fn table(posts: &[Value], now: DateTime<Utc>) -> Table {
    let mut table = Table::new();
    table.load_preset(comfy_table::presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(["score", "rank", "age", "subreddit", "title", "reason"]);
    for post in posts {
        table.add_row(row(post, now));
    }
    table
}

fn row(post: &Value, now: DateTime<Utc>) -> [String; 6] {
    let text = |name: &str| post[name].as_str().unwrap_or_default().to_owned();
    let rank = post["google_ranking"].as_i64();
    [
        post["relevance_score"].to_string(),
        rank.map_or_else(String::new, |place| format!("#{place}")),
        text("created_at")
            .parse()
            .map_or_else(|_| String::new(), |at| age(at, now)),
        format!("r/{}", text("subreddit")),
        text("title"),
        text("relevance_reason"),
    ]
}

/// As the web shows it (spec §9).
fn age(written: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let hours = (now - written).num_hours().max(0);
    if hours < 24 {
        format!("{hours}h ago")
    } else {
        format!("{}d ago", hours / 24)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_row_has_score_rank_age_community_title_and_reason() {
        let now: DateTime<Utc> = "2026-11-15T12:00:00Z".parse().unwrap();
        let written = now - TimeDelta::hours(50);
        let post = json!({
            "relevance_score": 87, "google_ranking": 3, "created_at": written,
            "subreddit": "freelance", "title": "Late again", "relevance_reason": "Asks for a tool.",
        });

        let expected = [
            "87",
            "#3",
            "2d ago",
            "r/freelance",
            "Late again",
            "Asks for a tool.",
        ];
        assert_eq!(row(&post, now), expected.map(str::to_owned));
        assert_eq!(age(now - TimeDelta::minutes(10), now), "0h ago");
        assert_eq!(age(now - TimeDelta::minutes(24 * 60 - 1), now), "23h ago");
    }
}
