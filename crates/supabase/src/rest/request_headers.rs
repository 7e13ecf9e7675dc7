//! What the headers of a request ask for.

use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, Method, StatusCode};

use super::rest_response::{OBJECT, Refusal, cut};
use crate::caller::{NoKey, Sender, check_api_key, sender};
use identity::{BadToken, Caller};
use platform::app::App;

/// How the answer shall look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// One row as an object, and nothing else.
    pub(super) is_object: bool,
    pub(super) wants_count: bool,
    /// Changed rows are to be sent back.
    pub(super) wants_rows: bool,
}

impl Asked {
    pub(super) fn read(method: &Method, headers: &HeaderMap) -> Result<Self, Refusal> {
        refuse_other_schema(method, headers)?;
        let prefers = |wish: &str| words(headers, "prefer").any(|word| word == wish);
        Ok(Self {
            is_object: wants_object(headers)?,
            // An exact number is as good as an estimate, and there is no better one.
            wants_count: ["count=exact", "count=planned", "count=estimated"]
                .into_iter()
                .any(prefers),
            wants_rows: prefers("return=representation"),
        })
    }
}

/// Who asks: nobody we know for the key that every page has, a person for a token.
pub(super) async fn caller(app: &App, headers: &HeaderMap) -> Result<Option<Caller>, Refusal> {
    check_api_key(app, headers).map_err(|refused| match refused {
        NoKey::Missing => Refusal::key(
            "No API key found in request",
            "No `apikey` request header or url param was found.",
        ),
        NoKey::Wrong => Refusal::key(
            "Invalid API key",
            "Double check the publishable key of this server.",
        ),
    })?;
    match sender(app, headers).await {
        Ok(Sender::Nobody) => Ok(None),
        Ok(Sender::Somebody(caller)) => Ok(Some(caller)),
        Err(bad) => Err(refused(bad)),
    }
}

pub(super) fn refused(bad: BadToken) -> Refusal {
    match bad {
        BadToken::Expired => Refusal::token("PGRST303", "JWT expired"),
        BadToken::Invalid => Refusal::token("PGRST301", "JWT could not be parsed or verified"),
        BadToken::SessionEnded => Refusal::token("PGRST301", "JWT of a session that has ended"),
        BadToken::UserGone => Refusal::token("PGRST301", "JWT of a user that does not exist"),
        BadToken::Unknown(cause) => Refusal::from(cause),
    }
}

fn refuse_other_schema(method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    let header = match *method {
        Method::GET | Method::HEAD => "accept-profile",
        _ => "content-profile",
    };
    match headers.get(header) {
        Some(schema) if schema != "public" => {
            let schema = String::from_utf8_lossy(schema.as_bytes());
            let message = format!("Invalid schema: {}", cut(&schema));
            Err(
                Refusal::new(StatusCode::NOT_ACCEPTABLE, "PGRST106", message)
                    .hint("Only the following schemas are exposed: public"),
            )
        }
        _ => Ok(()),
    }
}

fn wants_object(headers: &HeaderMap) -> Result<bool, Refusal> {
    let wanted: Vec<&str> = words(headers, ACCEPT.as_str()).collect();
    let takes = |kind: &str| wanted.iter().any(|word| plain(word) == Some(kind));
    let lists = [
        "*/*",
        "application/*",
        "application/json",
        "application/vnd.pgrst.array+json",
    ];
    if takes(OBJECT) {
        return Ok(true);
    }
    if wanted.is_empty() || lists.into_iter().any(takes) {
        return Ok(false);
    }
    let kinds = wanted.join(", ");
    let message = format!("None of these media types are available: {}", cut(&kinds));
    Err(Refusal::new(
        StatusCode::NOT_ACCEPTABLE,
        "PGRST107",
        message,
    ))
}

/// A media type without what makes no difference; none if it asks for one, such as stripped nulls.
fn plain(word: &str) -> Option<&str> {
    let mut parts = word.split(';').map(str::trim);
    let kind = parts.next()?;
    let is_idle = |part: &str| part.starts_with("q=") || part.starts_with("charset=");
    parts.all(is_idle).then_some(kind)
}

/// The words of a list that may be spread over several headers.
fn words<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .filter(|word| !word.is_empty())
}
