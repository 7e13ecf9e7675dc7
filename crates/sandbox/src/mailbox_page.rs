//! The mailbox as a page.

use askama::Template;
use axum::http::header;
use axum::response::{Html, IntoResponse};

use super::store::MailRow;

/// The page may frame the mails, which are documents of their own.
const PAGE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src 'self' data:; \
    form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// A mail runs nothing and loads nothing but images of this server; the mailbox may frame it.
pub(super) const MAIL_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; \
    form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

#[derive(Template)]
#[template(path = "mailbox.html")]
struct MailboxPage<'a> {
    mails: &'a [MailRow],
}

pub(super) fn mailbox(mails: &[MailRow]) -> anyhow::Result<impl IntoResponse + use<>> {
    let html = MailboxPage { mails }.render()?;
    Ok(([(header::CONTENT_SECURITY_POLICY, PAGE_POLICY)], Html(html)))
}

/// Lets the links of a framed mail open in a window of their own.
pub(super) fn with_outward_links(html: &str) -> String {
    html.replacen("<head>", "<head><base target=\"_blank\">", 1)
}

/// A mail without HTML, as its reader's program would show it.
pub(super) fn as_html(text: &str) -> String {
    let escaped = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    format!(
        "<!doctype html><meta charset=\"utf-8\"><pre style=\"white-space:pre-wrap;font:15px/25px system-ui\">{escaped}</pre>"
    )
}
