//! What handlers take from a request: body, query and path, parsed at the door. Wrong input becomes
//! one of our answers instead of the framework's, and NUL is refused.
//!
//! A body is read whole, also what nobody asks for: the parser skips the values of unknown fields
//! without a look, however deep they are and whatever bytes they hold.

use std::fmt;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::api_error::ApiError;

/// The whole body must have arrived by then, however slowly its pieces trickle in. Shorter than the
/// time limit of a request, so that the answer can say what was wrong.
const BODY_DEADLINE: Duration = Duration::from_secs(10);

/// A JSON body, checked and parsed.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Please send application/json.",
            ));
        }
        let bytes = read(request, state).await?;
        parse(&bytes).map(Json)
    }
}

/// The body of a call that takes none. Clients send an empty object all the same; anything else was
/// meant for another call.
#[derive(Debug)]
pub struct NoBody;

impl<S: Send + Sync> FromRequest<S> for NoBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let bytes = read(request, state).await?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(Self);
        }
        parse::<serde::de::IgnoredAny>(&bytes).map(|_| Self)
    }
}

/// The parameters behind the question mark.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::from_request_parts(parts, state).await;
        query
            .map(|axum::extract::Query(query)| Self(query))
            .map_err(|_rejection| ApiError::bad_request("Invalid query parameters."))
    }
}

/// The variable parts of the path. One that does not parse names nothing we have.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(path)| Self(path))
            .map_err(|_rejection| ApiError::not_found())
    }
}

/// The whole body as it came, for edges whose protocol has errors of its own.
pub async fn read_body(request: Request) -> Result<Bytes, ApiError> {
    read(request, &()).await
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = kind
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    match tokio::time::timeout(BODY_DEADLINE, Bytes::from_request(request, state)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "The request is too large."),
        ),
        Ok(Err(_broken)) => Err(ApiError::bad_request("The request was incomplete.")),
        Err(_elapsed) => Err(ApiError::new(
            StatusCode::REQUEST_TIMEOUT,
            "The request took too long to arrive.",
        )),
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    if names_nul(bytes) {
        return Err(ApiError::bad_request(
            "The text contains a character that is not allowed.",
        ));
    }
    check_whole(bytes)?;
    // A list would be taken for the fields in the order in which the source has them.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "The request is not valid: it is not a JSON object.",
        ));
    }
    serde_json::from_slice(bytes).map_err(|error| match error.classify() {
        // Well-formed JSON of another shape: say which field, it is the caller's own input.
        serde_json::error::Category::Data => ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("The request is not valid: {error}."),
        ),
        _ => ApiError::bad_request("The request is not valid JSON."),
    })
}

/// Whether all of it is JSON in UTF-8, no deeper than the parser goes.
pub fn check_whole(bytes: &[u8]) -> Result<(), ApiError> {
    serde_json::from_slice(bytes)
        .map(|WholeJson| ())
        .map_err(|_broken| ApiError::bad_request("The request is not valid JSON."))
}

/// Whether a string of the text contains the escape `\u0000`. A raw NUL is no JSON anyway.
fn names_nul(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        if rest[at + 1..].starts_with(b"u0000") {
            return true;
        }
        // Skips the escaped character too, so that `\\u0000` stays the harmless text it is.
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    false
}

/// Any JSON, looked at to its last character and not kept.
struct WholeJson;

impl<'de> Deserialize<'de> for WholeJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WholeJsonVisitor)
    }
}

struct WholeJsonVisitor;

impl<'de> Visitor<'de> for WholeJsonVisitor {
    type Value = WholeJson;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<WholeJson, E> {
        Ok(WholeJson)
    }

    fn visit_i64<E>(self, _: i64) -> Result<WholeJson, E> {
        Ok(WholeJson)
    }

    fn visit_u64<E>(self, _: u64) -> Result<WholeJson, E> {
        Ok(WholeJson)
    }

    fn visit_f64<E>(self, _: f64) -> Result<WholeJson, E> {
        Ok(WholeJson)
    }

    fn visit_str<E>(self, _: &str) -> Result<WholeJson, E> {
        Ok(WholeJson)
    }

    fn visit_unit<E>(self) -> Result<WholeJson, E> {
        Ok(WholeJson)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<WholeJson, A::Error> {
        while items.next_element::<WholeJson>()?.is_some() {}
        Ok(WholeJson)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<WholeJson, A::Error> {
        while fields.next_entry::<WholeJson, WholeJson>()?.is_some() {}
        Ok(WholeJson)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_found_in_every_string_and_nowhere_else() {
        for (text, expected) in [
            (r#"{"a":"\u0000"}"#, true),
            (r#"{"\u0000":1}"#, true),
            (r#"["x\\\u0000"]"#, true),
            (r#"["\\u0000"]"#, false),
            (r#"["\u00001"]"#, true),
            (r#"["\u0001"]"#, false),
            (r#"["\"#, false),
        ] {
            assert_eq!(names_nul(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn bad_json_and_a_wrong_shape_have_their_own_answers() {
        #[derive(Debug, serde::Deserialize)]
        struct Plan {
            #[expect(dead_code, reason = "only its type matters")]
            plan: String,
        }

        for (text, status) in [("{", 400), ("{\"plan\":1}", 422), ("[]", 422), ("{}", 422)] {
            assert_eq!(
                parse::<Plan>(text.as_bytes())
                    .unwrap_err()
                    .status()
                    .as_u16(),
                status
            );
        }
    }
}
