//! Compressing long answers. The web app's files were compressed when they were built and pass
//! through untouched.

use std::convert::Infallible;
use std::future::ready;

use axum::body::{Body, HttpBody};
use axum::http::{HeaderValue, Request, header};
use axum::response::Response;
use tower::{Layer, ServiceExt, service_fn};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// Below this the effort is greater than the gain.
const WORTHWHILE: u64 = 1024;

/// The answer as it travels to a client that understands these encodings. A short one is passed on
/// at once, so that it does not pay for the machinery.
pub(super) async fn compressed(response: Response, encodings: Option<HeaderValue>) -> Response {
    let length = response.body().size_hint().exact();
    let is_short = length.is_some_and(|bytes| bytes < WORTHWHILE);
    match encodings {
        Some(encodings) if !is_short => compress(response, encodings).await,
        _ => response,
    }
}

async fn compress(response: Response, encodings: HeaderValue) -> Response {
    let suitable = SizeAbove::new(WORTHWHILE)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("font/"));
    let mut request = Request::new(());
    request
        .headers_mut()
        .insert(header::ACCEPT_ENCODING, encodings);
    let mut answer = Some(response);
    let once = service_fn(move |_request: Request<()>| {
        ready(Ok::<_, Infallible>(
            answer.take().expect("it is asked once"),
        ))
    });
    let compressing = CompressionLayer::new().compress_when(suitable).layer(once);
    match compressing.oneshot(request).await {
        Ok(compressed) => compressed.map(Body::new),
    }
}
