//! Posts as a table for spreadsheets.

use serde::Deserialize;

use super::listing::Asked;
use super::store;
use crate::platform::db::Db;

/// All posts that were asked for, whatever page.
pub(super) async fn table(db: &Db, asked: &Asked) -> anyhow::Result<String> {
    let mut table = format!("{MARK}{HEADER}");
    let mut offset = 0;
    while offset < MOST_ROWS {
        let part = (ROWS_AT_ONCE, offset);
        let rows = store::page(db, &asked.which, asked.order, part).await?;
        let count = i64::try_from(rows.count).unwrap_or(0);
        let lines: Vec<Line> = serde_json::from_slice(&rows.into_array())?;
        for line in lines {
            line.write(&mut table);
        }
        if count < ROWS_AT_ONCE {
            break;
        }
        offset += count;
    }
    Ok(table)
}

/// Spreadsheets take a file for UTF-8 when it begins with this mark.
const MARK: &str = "\u{feff}";
/// How many rows are in memory as JSON at a time, and how many a table has at most.
const ROWS_AT_ONCE: i64 = 1_000;
const MOST_ROWS: i64 = 100_000;

/// A post as the table has it; read from what a page gets.
#[derive(Debug, Deserialize)]
struct Line {
    title: String,
    subreddit: String,
    author: String,
    created_at: String,
    score: i64,
    comments: i64,
    google_ranking: Option<i64>,
    keywords_matched: Vec<String>,
    relevance_score: i64,
    relevance_reason: String,
    rejected: bool,
    rejected_reason: Option<String>,
    permalink: String,
    content: Option<String>,
}

const HEADER: &str = "title,subreddit,author,created_at,score,comments,google_ranking,\
    keywords_matched,relevance_score,relevance_reason,rejected,rejected_reason,permalink,content\r\n";

impl Line {
    fn write(&self, table: &mut String) {
        let ranking = self.google_ranking.map(|rank| rank.to_string());
        let cells = [
            &self.title,
            &self.subreddit,
            &self.author,
            &self.created_at,
            &self.score.to_string(),
            &self.comments.to_string(),
            &ranking.unwrap_or_default(),
            &self.keywords_matched.join("; "),
            &self.relevance_score.to_string(),
            &self.relevance_reason,
            &self.rejected.to_string(),
            self.rejected_reason.as_ref().unwrap_or(&String::new()),
            &self.permalink,
            self.content.as_ref().unwrap_or(&String::new()),
        ]
        .map(|cell| cell_of(cell));
        table.push_str(&cells.join(","));
        table.push_str("\r\n");
    }
}

/// A cell that a spreadsheet takes for text (security.md): one that begins like a formula gets an
/// apostrophe before it. Numbers below zero stay numbers.
fn cell_of(text: &str) -> String {
    let starts_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '|', '%']);
    let is_number = text.parse::<i64>().is_ok();
    let guard = if starts_formula && !is_number {
        "'"
    } else {
        ""
    };
    if guard.is_empty() && !text.contains(['"', ',', '\n', '\r', ';']) {
        return text.to_owned();
    }
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_formula_is_text_and_quotes_are_doubled() {
        let cases = [
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("+1 for this", "\"'+1 for this\""),
            ("-12", "-12"),
            ("@sum", "\"'@sum\""),
            ("\tx", "\"'\tx\""),
            ("a, b", "\"a, b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("plain", "plain"),
            ("", ""),
        ];

        for (text, expected) in cases {
            assert_eq!(cell_of(text), expected, "{text:?}");
        }
    }
}
