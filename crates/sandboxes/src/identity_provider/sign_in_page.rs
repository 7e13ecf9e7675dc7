//! The page on which a person chooses who to be.

use askama::Template;
use axum::{
    http::{StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
};
use chrono::{DateTime, Utc};
use url::form_urlencoded;

use super::{
    IdentitySentinel, SENTINELS,
    authorization::{AuthorizationQuery, ChosenAccount},
};

/// It runs no scripts and loads nothing. `form-action` is not limited, because the form ends at the
/// client's own address.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
    frame-ancestors 'none'";

/// Somebody to be at a click.
struct SampleAccount {
    name: &'static str,
    email: &'static str,
}

const ACCOUNTS: [SampleAccount; 2] = [
    SampleAccount {
        name: "Nora Feld",
        email: "nora@paperlark.example",
    },
    SampleAccount {
        name: "Sam Ortiz",
        email: "sam@cragdesk.example",
    },
];

#[derive(Template)]
#[template(path = "identity_provider/sign_in.html")]
struct SignInPage<'a> {
    site: &'a str,
    parameters: &'a [(String, String)],
    accounts: &'static [SampleAccount],
    sentinels: &'static [IdentitySentinel],
    problem: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "identity_provider/refused.html")]
struct RefusedPage<'a> {
    problem: &'a str,
}

/// The page, or why there is none.
pub(super) fn show(query: Result<AuthorizationQuery, &'static str>) -> Response {
    match query {
        Ok(query) => choice(StatusCode::OK, &query, None),
        Err(problem) => page(StatusCode::BAD_REQUEST, &RefusedPage { problem }),
    }
}

/// What the person chose: back to the client with a code, or with the denial.
pub(super) fn choose(form: &[u8], now: DateTime<Utc>) -> Response {
    let query = match AuthorizationQuery::read(form) {
        Ok(query) => query,
        Err(problem) => return show(Err(problem)),
    };
    let text = |wanted: &str| {
        let mut fields = form_urlencoded::parse(form);
        let found = fields.find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.trim().to_owned())
    };
    if text("decision").as_deref() == Some("deny") {
        return Redirect::to(query.deny().as_str()).into_response();
    }
    let sample = text("account");
    let sample = ACCOUNTS
        .iter()
        .find(|account| Some(account.email) == sample.as_deref());
    let account = match sample {
        Some(account) => Some(ChosenAccount {
            email: account.email.to_owned(),
            name: account.name.to_owned(),
        }),
        None => entered(text("email"), text("name")),
    };
    match account {
        Some(account) => Redirect::to(query.accept(account, now).as_str()).into_response(),
        None => choice(
            StatusCode::UNPROCESSABLE_ENTITY,
            &query,
            Some("Enter a whole email address."),
        ),
    }
}

fn entered(email: Option<String>, name: Option<String>) -> Option<ChosenAccount> {
    let email = email.filter(|email| {
        let parts = email.split_once('@');
        parts.is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'))
    })?;
    let local_part = email.split('@').next().unwrap_or_default().to_owned();
    Some(ChosenAccount {
        name: name.filter(|name| !name.is_empty()).unwrap_or(local_part),
        email,
    })
}

fn choice(status: StatusCode, query: &AuthorizationQuery, problem: Option<&str>) -> Response {
    let template = SignInPage {
        site: query.redirect_uri.host_str().unwrap_or_default(),
        parameters: &query.parameters,
        accounts: &ACCOUNTS,
        sentinels: &SENTINELS,
        problem,
    };
    page(status, &template)
}

fn page(status: StatusCode, template: &impl Template) -> Response {
    let Ok(html) = template.render() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (status, headers, Html(html)).into_response()
}
