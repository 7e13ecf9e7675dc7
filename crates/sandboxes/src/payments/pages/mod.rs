//! The pages for checkout and billing.

pub(super) mod checkout;
pub(super) mod portal;

use askama::Template;
use axum::{
    http::{StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use chrono::DateTime;

use super::stripe_error::StripeError;

/// The pages run no scripts and load nothing. `form-action` is not limited, because after paying
/// people are redirected to the shop's own address.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
    frame-ancestors 'none'";

fn page(status: StatusCode, template: &impl Template) -> Result<Response, StripeError> {
    let html = template.render().map_err(|_| StripeError::broken())?;
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    Ok((status, headers, Html(html)).into_response())
}

/// A page with one message and one link.
#[derive(Template)]
#[template(path = "payments/notice.html")]
struct NoticePage<'a> {
    title: &'a str,
    text: &'a str,
    back: Option<&'a str>,
}

fn nothing_here() -> Result<Response, StripeError> {
    let notice = NoticePage {
        title: "Nothing here",
        text: "This page does not exist or has expired.",
        back: None,
    };
    page(StatusCode::NOT_FOUND, &notice)
}

/// `$10.00`
fn dollars(cents: i64) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}

/// `18 Nov 2026`
fn day(seconds: i64) -> String {
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    time.format("%-d %b %Y").to_string()
}
