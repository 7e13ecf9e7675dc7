//! The page on which people read a sample post: what it says, and that it is a sample.

use askama::Template;
use axum::{
    http::{StatusCode, header},
    response::{Html, IntoResponse, Response},
};

/// It runs no scripts and loads nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Template)]
#[template(path = "sample_post.html")]
pub(crate) struct SamplePostPage<'a> {
    /// The provider's name.
    pub(crate) service: &'a str,
    pub(crate) title: &'a str,
    /// Who wrote it, and what it belongs to.
    pub(crate) by_line: String,
    /// Plain text.
    pub(crate) text: &'a str,
    /// Shown and not followed: samples link to websites that do not exist.
    pub(crate) link: Option<&'a str>,
}

/// The page, or one that says that nothing is here.
pub(crate) fn show(service: &str, page: Option<&SamplePostPage<'_>>) -> Response {
    let missing = SamplePostPage {
        service,
        title: "Nothing here",
        by_line: String::new(),
        text: "There is no sample post at this address, or it was deleted.",
        link: None,
    };
    let status = match page {
        Some(_) => StatusCode::OK,
        None => StatusCode::NOT_FOUND,
    };
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    match page.unwrap_or(&missing).render() {
        Ok(html) => (status, headers, Html(html)).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
