//! Tables for spreadsheets, in which no cell is taken for a formula (security.md).

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::db::{DbResult, JsonRows};

/// A column: what stands above it, and where its cells are in a row (a JSON pointer).
pub type Column = (&'static str, &'static str);

/// A table of all rows, which come a page at a time: so many, after so many others.
pub async fn table<Page>(
    columns: &[Column],
    page: impl Fn((i64, i64)) -> Page,
) -> anyhow::Result<String>
where
    Page: Future<Output = DbResult<JsonRows>>,
{
    let mut table = MARK.to_owned();
    push_line(&mut table, columns.iter().map(|(name, _)| cell(name)));
    let mut offset = 0;
    while offset < MOST_ROWS {
        let rows = page((ROWS_AT_ONCE, offset)).await?;
        let count = i64::try_from(rows.count).unwrap_or(0);
        let rows: Vec<Value> = serde_json::from_slice(&rows.into_array())?;
        for row in rows {
            let values = columns.iter().map(|(_, place)| row.pointer(place));
            push_line(&mut table, values.map(|value| cell(&written(value))));
        }
        if count < ROWS_AT_ONCE {
            break;
        }
        offset += count;
    }
    Ok(table)
}

/// The table as a file to keep.
pub fn download(name: &str, table: String) -> Response {
    let named = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, named),
    ];
    (headers, table).into_response()
}

/// Spreadsheets take a file for UTF-8 when it begins with this mark.
const MARK: &str = "\u{feff}";
/// How many rows are in memory as JSON at a time, and how many a table has at most.
const ROWS_AT_ONCE: i64 = 1_000;
const MOST_ROWS: i64 = 100_000;

fn push_line(table: &mut String, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    table.push_str(&cells.join(","));
    table.push_str("\r\n");
}

/// A value as people read it: nothing where there is none, and a list in one cell.
fn written(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) => {
            let items: Vec<String> = items.iter().map(|item| written(Some(item))).collect();
            items.join("; ")
        }
        Some(other) => other.to_string(),
    }
}

/// A cell that begins like a formula gets an apostrophe before it. Numbers below zero stay numbers.
fn cell(text: &str) -> String {
    let guard = if starts_formula(text) && text.parse::<f64>().is_err() {
        "'"
    } else {
        ""
    };
    if guard.is_empty() && !text.contains(['"', ',', '\n', '\r', ';']) {
        return text.to_owned();
    }
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

/// Spreadsheets drop blanks and signs that nobody sees before they look for a formula, and some take
/// the full-width signs of East Asian keyboards for the plain ones.
fn starts_formula(text: &str) -> bool {
    let seen = text.trim_start_matches(is_unseen);
    seen.starts_with(FORMULA_SIGNS) || text.starts_with(['\t', '\r', '\n'])
}

const FORMULA_SIGNS: [char; 15] = [
    '=', '+', '-', '@', '|', '%', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−',
];

fn is_unseen(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_formula_is_text_and_quotes_are_doubled() {
        let cases = [
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("=1+1", "\"'=1+1\""),
            ("+1 for this", "\"'+1 for this\""),
            ("-12", "-12"),
            ("-0.75", "-0.75"),
            ("@sum", "\"'@sum\""),
            ("\tx", "\"'\tx\""),
            (" =1+1", "\"' =1+1\""),
            ("\u{a0}\u{3000}@sum", "\"'\u{a0}\u{3000}@sum\""),
            ("\u{feff}=1+1", "\"'\u{feff}=1+1\""),
            ("\u{200b}\u{2060}-2+3", "\"'\u{200b}\u{2060}-2+3\""),
            ("＝1+1", "\"'＝1+1\""),
            ("＋1", "\"'＋1\""),
            ("－2+3", "\"'－2+3\""),
            ("＠sum", "\"'＠sum\""),
            (" plain", " plain"),
            ("\u{200b}plain", "\u{200b}plain"),
            ("a, b", "\"a, b\""),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("plain", "plain"),
            ("", ""),
        ];

        for (text, expected) in cases {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }
}
