//! The query parameters of a list: texts as they come, read into what they mean.
//!
//! Parameters arrive as texts, so that a wrong one is answered with what would be right and not
//! with a parser's words.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use utoipa::IntoParams;

use platform::api_error::ApiError;

/// Which part of a list is asked for.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct PageParams {
    /// At most 200.
    #[param(example = 50)]
    limit: Option<String>,
    #[param(example = 0)]
    offset: Option<String>,
    /// The `asOf` of the first page. It keeps pages stable: later finds are left out, and rows read since keep their place.
    as_of: Option<String>,
}

/// The same, checked.
#[derive(Clone, Copy, Debug)]
pub struct ListPage {
    pub limit: i64,
    pub offset: i64,
    pub as_of: Option<DateTime<Utc>>,
}

/// A parameter that makes no sense, in words that say what would. It is no `Error`: those become a
/// 500, and this is answered with a 400.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadParameter {
    pub message: Cow<'static, str>,
}

/// The page size of the spec (§9), and the most that is handed out at once.
const DEFAULT_LIMIT: i64 = 50;
pub const MAX_LIMIT: i64 = 200;
const MAX_OFFSET: i64 = i32::MAX as i64;

impl BadParameter {
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            message: message.into(),
        }
    }
}

impl From<BadParameter> for ApiError {
    fn from(bad: BadParameter) -> Self {
        ApiError::bad_request(bad.message)
    }
}

impl PageParams {
    pub fn parse(&self) -> Result<ListPage, BadParameter> {
        let limit = number(self.limit.as_ref(), 1..=MAX_LIMIT, DEFAULT_LIMIT);
        let offset = number(self.offset.as_ref(), 0..=MAX_OFFSET, 0);
        let as_of = given(self.as_of.as_ref()).map(str::parse).transpose();
        Ok(ListPage {
            limit: limit.ok_or_else(|| {
                BadParameter::new(format!("limit must be a number from 1 to {MAX_LIMIT}."))
            })?,
            offset: offset.ok_or_else(|| BadParameter::new("offset must be 0 or more."))?,
            as_of: as_of
                .map_err(|_| BadParameter::new("asOf must be a time from an earlier response."))?,
        })
    }
}

impl ListPage {
    /// Whether there is another page after this one, which has `count` of `total` rows.
    pub fn has_more(&self, count: usize, total: i64) -> bool {
        self.offset + i64::try_from(count).unwrap_or(0) < total
    }
}

/// A text that says something; none for what was left out or left empty.
pub fn given(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// A parameter that is true or false; false where it was left out.
pub fn flag(text: Option<&String>, name: &str) -> Result<bool, BadParameter> {
    match given(text) {
        None | Some("false" | "0") => Ok(false),
        Some("true" | "1") => Ok(true),
        Some(_) => Err(BadParameter::new(format!("{name} must be true or false."))),
    }
}

/// `default` where the number was left out; none for anything but a number of the range.
pub fn number(text: Option<&String>, range: RangeInclusive<i64>, default: i64) -> Option<i64> {
    let Some(text) = given(text) else {
        return Some(default);
    };
    let number: i64 = text.parse().ok()?;
    range.contains(&number).then_some(number)
}

/// The words of a text search. Ten say what is meant; the rest is left out.
pub fn words(typed: Option<&String>) -> Vec<String> {
    const MAX_WORDS: usize = 10;
    let folded = typed.map(|typed| typed.to_lowercase()).unwrap_or_default();
    let words = folded.split_whitespace().take(MAX_WORDS);
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(limit: &str, offset: &str, as_of: &str) -> Result<(i64, i64, bool), String> {
        let text = |text: &str| Some(text.to_owned());
        let params = PageParams {
            limit: text(limit),
            offset: text(offset),
            as_of: text(as_of),
        };
        let page = params.parse().map_err(|bad| bad.message.into_owned())?;
        Ok((page.limit, page.offset, page.as_of.is_some()))
    }

    #[test]
    fn a_page_has_fifty_rows_from_the_first_unless_asked_otherwise() {
        assert_eq!(parsed("", " ", ""), Ok((50, 0, false)));
        assert_eq!(
            parsed("200", "50", "2026-11-15T12:00:00Z"),
            Ok((200, 50, true))
        );
    }

    #[test]
    fn a_page_that_makes_no_sense_is_refused_with_what_would() {
        let limit = Err("limit must be a number from 1 to 200.".to_owned());
        assert_eq!(parsed("201", "", ""), limit);
        assert_eq!(parsed("0", "", ""), limit);
        assert_eq!(
            parsed("", "-1", ""),
            Err("offset must be 0 or more.".to_owned())
        );
        assert_eq!(
            parsed("", "", "noon"),
            Err("asOf must be a time from an earlier response.".to_owned())
        );
    }
}
