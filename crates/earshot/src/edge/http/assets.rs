//! The web app's files, from inside the binary.

use std::borrow::Cow;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use platform::api_error::ApiError;
use platform::app::App;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct WebFiles;

/// The app's own addresses; the page at each is the index, and the script does the rest.
const APP_ROUTES: [&str; 7] = [
    "/",
    "/auth",
    "/signin",
    "/signup",
    "/onboarding",
    "/payment",
    "/dashboard",
];

/// The web app's parts on one page, for those who build it.
const GALLERY: &str = "/dev/gallery";

/// Addresses of programs, where a page would only confuse.
const PROGRAM_PREFIXES: [&str; 7] = [
    "/api/",
    "/auth/v1/",
    "/rest/v1/",
    "/realtime/v1/",
    "/sandbox/",
    "/assets/",
    "/metrics",
];

/// Everything that no route answers: a file, a page of the app, or nothing.
pub async fn serve(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path();
    if method != Method::GET && method != Method::HEAD {
        return ApiError::wrong_method().into_response();
    }
    if let Some(file) = file(path) {
        return file.into_response(&headers);
    }
    let page = without_trailing_slash(path);
    if APP_ROUTES.contains(&page) || (page == GALLERY && !app.settings.is_production) {
        return index(StatusCode::OK, &headers);
    }
    if PROGRAM_PREFIXES
        .iter()
        .any(|prefix| path.starts_with(prefix))
        || !wants_page(&headers)
    {
        return ApiError::not_found().into_response();
    }
    index(StatusCode::NOT_FOUND, &headers)
}

/// The address of a built file whose name carries a hash, if the web app is part of this build.
pub(super) fn hashed(name: &str, ending: &str) -> Option<String> {
    let is_it = |file: &str| {
        let hash = file
            .strip_prefix("assets/")
            .and_then(|file| file.strip_prefix(name))
            .and_then(|rest| rest.strip_suffix(ending));
        hash.is_some_and(|hash| hash.starts_with('-'))
    };
    WebFiles::iter()
        .find(|file| is_it(file))
        .map(|file| format!("/{file}"))
}

fn without_trailing_slash(path: &str) -> &str {
    if path.len() > 1 {
        path.trim_end_matches('/')
    } else {
        path
    }
}

fn wants_page(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"))
}

fn index(status: StatusCode, headers: &HeaderMap) -> Response {
    let Some(file) = WebFile::named("index.html") else {
        return ApiError::unavailable(
            "The web app is not part of this build. `make run` builds it.",
        )
        .into_response();
    };
    let mut response = file.into_response(headers);
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    response
}

/// A file by its exact name; the index and the compressed twins have no address of their own.
fn file(path: &str) -> Option<WebFile> {
    let name = path.strip_prefix('/')?;
    let extension = name.rsplit('.').next();
    if name == "index.html" || matches!(extension, Some("br" | "gz")) {
        return None;
    }
    WebFile::named(name)
}

struct WebFile {
    name: String,
    plain: EmbeddedFile,
}

impl WebFile {
    fn named(name: &str) -> Option<Self> {
        Some(Self {
            name: name.to_owned(),
            plain: WebFiles::get(name)?,
        })
    }

    fn into_response(self, headers: &HeaderMap) -> Response {
        let etag = self.etag();
        if headers
            .get(header::IF_NONE_MATCH)
            .is_some_and(|known| *known == etag)
        {
            return (StatusCode::NOT_MODIFIED, self.fixed_headers(etag)).into_response();
        }
        let fixed = self.fixed_headers(etag);
        let (encoding, file) = self.best_for(headers);
        let mut response = (fixed, Body::from(bytes(file.data))).into_response();
        if let Some(encoding) = encoding {
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }

    fn fixed_headers(&self, etag: HeaderValue) -> [(header::HeaderName, HeaderValue); 5] {
        // A hashed name never changes its content; a picture of the site may show last week's
        // screen for a day; everything else is asked for again.
        let caching = if self.name.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else if self.name.starts_with("site/") {
            "public, max-age=86400"
        } else {
            "no-cache"
        };
        [
            (
                header::CONTENT_TYPE,
                HeaderValue::from_static(content_type(&self.name)),
            ),
            (header::CACHE_CONTROL, HeaderValue::from_static(caching)),
            (header::ETAG, etag),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
            (
                header::HeaderName::from_static("cross-origin-resource-policy"),
                HeaderValue::from_static(who_may_show(&self.name)),
            ),
        ]
    }

    fn etag(&self) -> HeaderValue {
        let hash = self.plain.metadata.sha256_hash();
        let short = u64::from_be_bytes(
            hash[..8]
                .try_into()
                .expect("a SHA-256 is longer than eight bytes"),
        );
        HeaderValue::from_str(&format!("\"{short:016x}\"")).expect("hex digits are plain ASCII")
    }

    /// The smallest form the client understands. They were compressed when the app was built.
    fn best_for(self, headers: &HeaderMap) -> (Option<&'static str>, EmbeddedFile) {
        let accepted = headers
            .get(header::ACCEPT_ENCODING)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        for (encoding, ending) in [("br", ".br"), ("gzip", ".gz")] {
            if accepts(accepted, encoding)
                && let Some(file) = WebFiles::get(&format!("{}{ending}", self.name))
            {
                return (Some(encoding), file);
            }
        }
        (None, self.plain)
    }
}

/// Whether `Accept-Encoding` names the encoding without ruling it out by `q=0`.
fn accepts(accepted: &str, encoding: &str) -> bool {
    accepted.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let is_named = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        is_named
            && !parts.any(|parameter| matches!(parameter, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(inside) => Bytes::from_static(inside),
        Cow::Owned(read) => Bytes::from(read),
    }
}

/// The images of mails are shown by pages of other origins: those of people's mailboxes. So is the
/// picture of a shared link, wherever it is shared.
fn who_may_show(name: &str) -> &'static str {
    if name.starts_with("mail/") || name == "site/shared.jpg" {
        "cross-origin"
    } else {
        "same-origin"
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_images_of_mails_and_shared_links_may_be_shown_elsewhere() {
        for (name, expected) in [
            ("mail/wave.png", "cross-origin"),
            ("site/shared.jpg", "cross-origin"),
            ("site/posts-light.webp", "same-origin"),
            ("favicon.svg", "same-origin"),
            ("assets/mail/index.js", "same-origin"),
        ] {
            assert_eq!(who_may_show(name), expected, "{name}");
        }
    }

    #[test]
    fn an_encoding_counts_when_it_is_named_and_not_ruled_out() {
        for (header, expected) in [
            ("br", true),
            ("gzip, deflate, br", true),
            ("gzip;q=1.0, BR;q=0.8", true),
            ("br;q=0", false),
            ("brotli", false),
            ("", false),
        ] {
            assert_eq!(accepts(header, "br"), expected, "{header}");
        }
    }
}
