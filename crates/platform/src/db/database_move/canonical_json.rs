//! One text for all spellings of the same JSON.
//!
//! SQLite keeps the text as it was written; PostgreSQL's `jsonb` orders keys, drops spaces and
//! writes out exponents (`1e2` becomes `100`). For a digest both become the same text. Numbers are
//! compared as decimals and never as floats, which would call different ones equal.

use std::fmt::Write;

use serde_json::Value;

pub(super) fn canonical(text: &str) -> serde_json::Result<String> {
    let value: Value = serde_json::from_str(&with_numbers_as_text(text))?;
    let mut canonical = String::with_capacity(text.len());
    write(&value, &mut canonical);
    Ok(canonical)
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for item in items {
                write(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(fields) => {
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort_unstable();
            out.push('{');
            for name in names {
                let _ = write!(out, "{name:?}:");
                write(&fields[name], out);
                out.push(',');
            }
            out.push('}');
        }
        Value::String(text) => {
            let _ = write!(out, "{text:?}");
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            let _ = write!(out, "{value}");
        }
    }
}

/// Rewrites valid JSON so that each number is a text, marked with `n`; texts are marked with `s`, so
/// that no text looks like a number.
fn with_numbers_as_text(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + 16);
    let mut rest = json;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => {
                let length = length_of_text(rest);
                out.push_str("\"s");
                out.push_str(&rest[1..length]);
                length
            }
            '-' | '0'..='9' => {
                let is_over = |next: char| !matches!(next, '+' | '-' | '.' | 'e' | 'E' | '0'..='9');
                let length = rest.find(is_over).unwrap_or(rest.len());
                let _ = write!(out, "\"n{}\"", decimal(&rest[..length]));
                length
            }
            other => {
                out.push(other);
                other.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    out
}

/// How long the text is that begins here, with both quotation marks.
fn length_of_text(json: &str) -> usize {
    let mut is_escaped = false;
    for (place, byte) in json.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return place + 1,
            _ => {}
        }
    }
    json.len()
}

/// The digits without needless zeros, and where the point is: `-12.50e1` is `-125e0`.
fn decimal(number: &str) -> String {
    let (sign, size) = match number.strip_prefix('-') {
        Some(size) => ("-", size),
        None => ("", number),
    };
    let (mantissa, exponent) = size.split_once(['e', 'E']).unwrap_or((size, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_end_matches('0');
    // `jsonb` has no negative zero.
    if significant.is_empty() {
        return "0".to_owned();
    }
    let trailing = digits.len() - significant.len();
    let Ok(exponent) = exponent.parse::<i128>() else {
        return number.to_owned();
    };
    let exponent = exponent - fraction.len() as i128 + trailing as i128;
    format!("{sign}{}e{exponent}", significant.trim_start_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::canonical;

    fn same(one: &str, other: &str) {
        assert_eq!(canonical(one).unwrap(), canonical(other).unwrap());
    }

    fn different(one: &str, other: &str) {
        assert_ne!(canonical(one).unwrap(), canonical(other).unwrap());
    }

    #[test]
    fn spellings_of_the_same_value_have_one_text() {
        same(
            r#"{"b":1,"a":[true,null]}"#,
            r#"{ "a": [true, null], "b": 1 }"#,
        );
        same("[1e2,-0.0,1.50]", "[100, 0.0, 1.5]");
        same("1.5e-7", "0.00000015");
        same(r#""é""#, "\"\u{e9}\"");
        same(r#"{"a":1,"a":2}"#, r#"{"a":2}"#);
    }

    #[test]
    fn different_values_have_different_texts() {
        different("1", "\"1\"");
        different("\"n1e0\"", "1");
        different("0.1", "0.10000000000000001");
        different("9007199254740993", "9007199254740992");
        different("1", "-1");
        different(r#"["a","b"]"#, r#"["a,b"]"#);
        different(r#"["a\",\"b"]"#, r#"["a","b"]"#);
        different(r#"{"a":null}"#, "{}");
    }
}
