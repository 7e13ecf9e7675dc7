//! Tables for spreadsheets, in which no cell is taken for a formula (security.md).

/// Spreadsheets take a file for UTF-8 when it begins with this mark.
pub const MARK: &str = "\u{feff}";

/// Adds a line of cells.
pub fn push_line<'a>(table: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    for (at, text) in cells.into_iter().enumerate() {
        if at > 0 {
            table.push(',');
        }
        table.push_str(&cell(text));
    }
    table.push_str("\r\n");
}

/// A cell that begins like a formula gets an apostrophe before it. Numbers below zero stay numbers.
fn cell(text: &str) -> String {
    let starts_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '|', '%']);
    let is_number = text.parse::<f64>().is_ok();
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
        let mut table = String::new();

        push_line(
            &mut table,
            ["=1+1", "-0.75", "@sum", "a, \"b\"", "plain", ""],
        );

        assert_eq!(
            table,
            "\"'=1+1\",-0.75,\"'@sum\",\"a, \"\"b\"\"\",plain,\r\n"
        );
    }
}
