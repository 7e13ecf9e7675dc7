//! What goes back: rows, or a refusal in PostgREST's four fields.

use std::borrow::Cow;
use std::fmt;

use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::tables::{Column, Table};
use platform::api_error::ApiError;

/// The media type of a single row, which the client's `.single()` asks for.
pub(super) const OBJECT: &str = "application/vnd.pgrst.object+json";

/// Why a request got no rows. The client shows the four fields of the body to its program, and
/// takes a 404 without them for success.
#[derive(Debug)]
pub(super) struct Refusal(Box<Parts>);

#[derive(Debug)]
struct Parts {
    status: StatusCode,
    header: Option<(HeaderName, HeaderValue)>,
    body: Body,
}

#[derive(Debug, Serialize)]
struct Body {
    code: Option<&'static str>,
    message: Cow<'static, str>,
    details: Option<Cow<'static, str>>,
    hint: Option<&'static str>,
}

/// A body of JSON with the type that fits what was asked for.
pub(super) fn json(status: StatusCode, is_object: bool, body: Vec<u8>) -> Response {
    let kind = if is_object {
        HeaderValue::from_static("application/vnd.pgrst.object+json; charset=utf-8")
    } else {
        HeaderValue::from_static("application/json; charset=utf-8")
    };
    (status, [(header::CONTENT_TYPE, kind)], body).into_response()
}

/// Says which rows of how many these are: `0-9/57`, `*` for none or for not counted.
pub(super) fn content_range(
    offset: i64,
    rows: i64,
    total: Option<i64>,
) -> (HeaderName, HeaderValue) {
    let last = offset.saturating_add(rows) - 1;
    let rows = match rows {
        0 => "*".to_owned(),
        _ => format!("{offset}-{last}"),
    };
    let total = total.map_or_else(|| "*".to_owned(), |total| total.to_string());
    (header::CONTENT_RANGE, value(&format!("{rows}/{total}")))
}

impl Refusal {
    pub(super) fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        let body = Body {
            code: Some(code),
            message: message.into(),
            details: None,
            hint: None,
        };
        Self(Box::new(Parts {
            status,
            header: None,
            body,
        }))
    }

    pub(super) fn bad(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    pub(super) fn details(mut self, details: impl Into<Cow<'static, str>>) -> Self {
        self.0.body.details = Some(details.into());
        self
    }

    pub(super) fn hint(mut self, hint: &'static str) -> Self {
        self.0.body.hint = Some(hint);
        self
    }

    fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.header = Some((name, value));
        self
    }

    /// The gateway in front of upstream's service refuses keys, and its errors have no code.
    pub(super) fn key(message: &'static str, hint: &'static str) -> Self {
        let mut refusal = Self::new(StatusCode::UNAUTHORIZED, "", message).hint(hint);
        refusal.0.body.code = None;
        refusal
    }

    pub(super) fn token(code: &'static str, message: &'static str) -> Self {
        let challenge = format!("Bearer error=\"invalid_token\", error_description=\"{message}\"");
        Self::new(StatusCode::UNAUTHORIZED, code, message)
            .header(header::WWW_AUTHENTICATE, value(&challenge))
    }

    /// `thing` is a table or a function, such as `table profiles`.
    pub(super) fn anonymous(thing: impl fmt::Display) -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "42501",
            format!("permission denied for {thing}"),
        )
        .header(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
    }

    pub(super) fn forbidden(thing: impl fmt::Display) -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "42501",
            format!("permission denied for {thing}"),
        )
    }

    pub(super) fn method(method: &Method, allowed: &'static str) -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "PGRST117",
            format!("Unsupported HTTP method: {}", cut(method.as_str())),
        )
        .header(header::ALLOW, HeaderValue::from_static(allowed))
    }

    pub(super) fn no_table(name: &str) -> Self {
        let message = format!(
            "Could not find the table 'public.{}' in the schema cache",
            cut(name)
        );
        Self::new(StatusCode::NOT_FOUND, "PGRST205", message)
    }

    pub(super) fn no_column(table: &Table, name: &str) -> Self {
        let message = format!("column {}.{} does not exist", table.name, cut(name));
        Self::bad("42703", message)
    }

    pub(super) fn no_column_for_writing(table: &Table, name: &str) -> Self {
        let message = format!(
            "Could not find the '{}' column of '{}' in the schema cache",
            cut(name),
            table.name
        );
        Self::bad("PGRST204", message)
    }

    pub(super) fn wrong_value(column: &Column, text: &str) -> Self {
        let message = format!(
            "invalid input syntax for type {}: \"{}\"",
            long_name(column),
            cut(text)
        );
        Self::bad("22P02", message)
    }

    pub(super) fn no_operator(column: &Column, operator: &str) -> Self {
        let kind = column.kind.name();
        Self::bad(
            "42883",
            format!("operator does not exist: {kind} {operator} unknown"),
        )
    }

    pub(super) fn not_one(rows: i64) -> Self {
        let message = "Cannot coerce the result to a single JSON object";
        Self::new(StatusCode::NOT_ACCEPTABLE, "PGRST116", message)
            .details(format!("The result contains {rows} rows"))
    }

    pub(super) fn beyond_the_end(offset: i64, total: i64) -> Self {
        let details =
            format!("An offset of {offset} was requested, but there are only {total} rows.");
        let (name, range) = content_range(0, 0, Some(total));
        Self::new(
            StatusCode::RANGE_NOT_SATISFIABLE,
            "PGRST103",
            "Requested range not satisfiable",
        )
        .details(details)
        .header(name, range)
    }
}

/// Everything unforeseen, an outage of the database first of all: its cause is logged, not told.
impl<E: Into<anyhow::Error>> From<E> for Refusal {
    fn from(error: E) -> Self {
        let public = ApiError::from(error).into_public();
        let code = match public.status {
            StatusCode::SERVICE_UNAVAILABLE => "PGRST000",
            StatusCode::INSUFFICIENT_STORAGE => "53100",
            _ => "PGRSTX00",
        };
        let refusal = Self::new(public.status, code, public.message);
        match public.retry_after_s {
            Some(seconds) => refusal.header(header::RETRY_AFTER, HeaderValue::from(seconds)),
            None => refusal,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Parts {
            status,
            header,
            body,
        } = *self.0;
        let text = serde_json::to_vec(&body).expect("four texts are JSON");
        let mut response = json(status, false, text);
        response.headers_mut().extend(header);
        response
    }
}

/// What a client sent, short enough to be sent back.
pub(super) fn cut(text: &str) -> &str {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// A type as PostgreSQL calls it in its messages.
fn long_name(column: &Column) -> &'static str {
    match column.kind.name() {
        "bool" => "boolean",
        "int8" => "bigint",
        "float8" => "double precision",
        "timestamptz" => "timestamp with time zone",
        short => short,
    }
}

fn value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).expect("built from numbers and plain words")
}
