//! The response to a request, without IO.

use std::fmt::Write;

use bytes::Bytes;

use super::{
    LISTINGS, SENTINELS, SITES, STOREFRONT, failing_pages,
    sentinels::{SiteBehaviour, behaviour_of},
    sites, storefront,
};

/// The relevant parts of a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SiteRequest {
    /// The `Host` header, with its port.
    authority: String,
    path: String,
    pub(super) wants_body: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct SiteResponse {
    pub(super) status: u16,
    pub(super) headers: String,
    pub(super) body: SiteBody,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum SiteBody {
    Whole(Bytes),
    /// The same bytes for ever.
    Endless(Bytes),
    /// One byte per second.
    Drip,
    /// No response at all.
    Silence,
}

impl SiteRequest {
    pub(super) fn parse(head: &str) -> Self {
        let mut lines = head.lines();
        let mut first = lines.next().unwrap_or_default().split(' ');
        let method = first.next().unwrap_or_default();
        let path = first.next().unwrap_or_default();
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let authority = lines
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("host"))
            .map_or("", |(_, value)| value.trim());
        Self {
            authority: authority.to_ascii_lowercase(),
            path: path.to_owned(),
            wants_body: method != "HEAD",
        }
    }

    /// The requested host, without the `.localhost` that browsers need.
    fn host(&self) -> &str {
        let host = self.authority.split(':').next().unwrap_or_default();
        let host = host.trim_end_matches('.');
        host.strip_suffix(".localhost").unwrap_or(host)
    }
}

impl SiteResponse {
    /// The status line and the headers, as they go over the wire.
    pub(super) fn head(&self) -> String {
        let length = match &self.body {
            SiteBody::Whole(bytes) => format!("content-length: {}\r\n", bytes.len()),
            _ => String::new(),
        };
        format!(
            "HTTP/1.1 {} {}\r\nconnection: close\r\n{length}{}\r\n",
            self.status,
            reason(self.status),
            self.headers
        )
    }

    pub(super) fn whole(status: u16, content_type: &str, body: impl Into<Bytes>) -> Self {
        Self {
            status,
            headers: format!("content-type: {content_type}\r\n"),
            body: SiteBody::Whole(body.into()),
        }
    }

    fn html(status: u16, page: impl Into<Bytes>) -> Self {
        Self::whole(status, HTML, page)
    }

    fn packed(content_encoding: &str, body: Bytes) -> Self {
        let headers = format!("content-type: {HTML}\r\ncontent-encoding: {content_encoding}\r\n");
        Self {
            headers,
            ..Self::html(200, body)
        }
    }

    fn without_end(body: SiteBody) -> Self {
        Self {
            body,
            ..Self::html(200, "")
        }
    }

    fn redirect(location: &str) -> Self {
        let headers = format!("location: {location}\r\n");
        Self {
            headers,
            ..Self::html(302, "")
        }
    }
}

const HTML: &str = "text/html; charset=utf-8";

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        302 => "Found",
        403 => "Forbidden",
        404 => "Not Found",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

pub(super) fn answer(request: &SiteRequest) -> SiteResponse {
    let host = request.host();
    let name = host.strip_prefix("www.").unwrap_or(host);
    if let Some(behaviour) = behaviour_of(name) {
        return misbehave(behaviour, &request.path);
    }
    if name == STOREFRONT {
        let page = storefront::page(&request.path);
        let status = if page.is_some() { 200 } else { 404 };
        return SiteResponse::html(status, page.unwrap_or("<h1>Not found</h1>"));
    }
    if !SITES.contains(&name) {
        return SiteResponse::html(200, list(&request.authority));
    }
    // One of the three redirects to its `www.` name, as many sites do.
    if sites::prefers_www(name) && !host.starts_with("www.") {
        return SiteResponse::redirect(&format!("//www.{}{}", request.authority, request.path));
    }
    match sites::file(name, &request.path) {
        Some((content_type, body)) => SiteResponse::whole(200, content_type, body),
        None => SiteResponse::html(404, sites::missing(name)),
    }
}

fn misbehave(behaviour: SiteBehaviour, path: &str) -> SiteResponse {
    // The page fails, not the rules: `robots.txt` works, except where it is the failure.
    let has_rules = !matches!(
        behaviour,
        SiteBehaviour::Silence | SiteBehaviour::Status(_) | SiteBehaviour::Challenge
    );
    if path == "/robots.txt" && has_rules {
        return SiteResponse::whole(200, "text/plain", failing_pages::rules(behaviour));
    }
    match behaviour {
        SiteBehaviour::Silence | SiteBehaviour::PrivateName => {
            SiteResponse::without_end(SiteBody::Silence)
        }
        SiteBehaviour::Status(status) => SiteResponse::html(status, "<h1>This did not work</h1>"),
        SiteBehaviour::Circle if path == "/round" => SiteResponse::redirect("/"),
        SiteBehaviour::Circle => SiteResponse::redirect("/round"),
        SiteBehaviour::Inward => SiteResponse::redirect("http://169.254.169.254/latest/meta-data/"),
        SiteBehaviour::Endless => {
            SiteResponse::without_end(SiteBody::Endless(failing_pages::PIECE.clone()))
        }
        SiteBehaviour::Drip => SiteResponse::without_end(SiteBody::Drip),
        SiteBehaviour::Bomb => SiteResponse::packed("gzip", failing_pages::BOMB.clone()),
        SiteBehaviour::DoubleBomb => {
            SiteResponse::packed("gzip, gzip", failing_pages::DOUBLE_BOMB.clone())
        }
        SiteBehaviour::Deep => SiteResponse::html(200, failing_pages::DEEP.clone()),
        SiteBehaviour::Wide => SiteResponse::html(200, failing_pages::WIDE.clone()),
        SiteBehaviour::Pdf => SiteResponse::whole(200, "application/pdf", failing_pages::PDF),
        SiteBehaviour::Western => SiteResponse::whole(200, "text/html", failing_pages::western()),
        SiteBehaviour::Japanese => SiteResponse::whole(
            200,
            "text/html; charset=Shift_JIS",
            failing_pages::japanese(),
        ),
        SiteBehaviour::Thin if path == "/app.webmanifest" => {
            SiteResponse::whole(200, "application/manifest+json", failing_pages::MANIFEST)
        }
        SiteBehaviour::Thin => SiteResponse::html(200, failing_pages::THIN),
        SiteBehaviour::Challenge => SiteResponse::html(503, failing_pages::CHALLENGE),
        SiteBehaviour::German => SiteResponse::html(200, failing_pages::GERMAN),
        SiteBehaviour::Soon => SiteResponse::html(200, failing_pages::SOON),
        SiteBehaviour::Parked => SiteResponse::html(200, failing_pages::PARKED),
        SiteBehaviour::Closed | SiteBehaviour::Patient | SiteBehaviour::PlainOnly => {
            SiteResponse::html(200, failing_pages::ordinary(path))
        }
    }
}

/// A list of all sites, for somebody who opens the bare address in a browser.
fn list(authority: &str) -> String {
    let port = authority.rsplit_once(':').map_or("80", |(_, port)| port);
    let port: u16 = port.parse().unwrap_or(80);
    let mut page = "<!doctype html><meta charset=utf-8><title>Sample websites</title>\
        <style>body{font:16px/1.5 system-ui;max-width:44rem;margin:3rem auto;padding:0 1rem}</style>\
        <h1>Sample websites</h1><p>Type one of these names where Earshot asks for a website. \
        The links open it in this browser.</p><ul>"
        .to_owned();
    let link = |name: &str| format!("<li><a href=\"http://{name}.localhost:{port}/\">{name}</a>");
    for name in SITES {
        page.push_str(&link(name));
    }
    page.push_str("</ul><h2>Companies without a website</h2><ul>");
    for (path, what) in LISTINGS {
        let _ = write!(
            page,
            "<li><a href=\"http://{STOREFRONT}.localhost:{port}{path}\">{STOREFRONT}{path}</a>: {what}"
        );
    }
    page.push_str("</ul><h2>Websites that fail</h2><ul>");
    for sentinel in SENTINELS {
        let _ = write!(page, "{}: {}", link(sentinel.host), sentinel.happens);
    }
    page + "</ul>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_found_by_its_name_with_and_without_its_surroundings() {
        for host in [
            "paperlark.example",
            "WWW.Paperlark.Example:80",
            "paperlark.example.localhost:5",
        ] {
            let head =
                format!("GET /pricing?x=1 HTTP/1.1\r\nuser-agent: x\r\nHost: {host}\r\n\r\n");
            let answer = answer(&SiteRequest::parse(&head));
            assert_eq!(answer.status, 200, "{host}");
        }
    }

    #[test]
    fn other_names_get_the_list() {
        let SiteBody::Whole(page) = answer(&SiteRequest::parse(
            "GET / HTTP/1.1\r\nhost: 127.0.0.1:99\r\n",
        ))
        .body
        else {
            panic!("the list is a page");
        };
        let page = String::from_utf8(page.to_vec()).unwrap();

        assert!(
            page.contains("href=\"http://paperlark.example.localhost:99/\""),
            "{page}"
        );
        assert!(
            SENTINELS
                .iter()
                .all(|sentinel| page.contains(sentinel.happens))
        );
    }

    #[test]
    fn a_request_that_is_none_gets_an_answer() {
        for head in ["", "\r\n", "GET", "GET / HTTP/1.1\r\nhost:\r\n"] {
            assert_eq!(answer(&SiteRequest::parse(head)).status, 200);
        }
    }
}
