//! A host of many companies, like an app store or a code host: one page of each kind.

/// The name of the host.
pub const STOREFRONT: &str = "storefront.example";

/// Pages about one company each, with what they are.
pub const LISTINGS: [(&str, &str); 2] = [
    ("/app/tidewatch/id4021", "An app in a store."),
    ("/marram/quillbox", "A repository with its README."),
];

/// What is at `path`.
pub(super) fn page(path: &str) -> Option<&'static str> {
    match path {
        "/app/tidewatch/id4021" => Some(include_str!("storefront/app.html")),
        "/marram/quillbox" => Some(include_str!("storefront/repository.html")),
        // The host's own pages. Whoever reads a listing must not end up here.
        "/" | "/features" | "/pricing" | "/games" | "/charts" => Some(
            "<!doctype html><html lang=\"en\"><title>Storefront: apps and code for everybody</title>\
             <h1>Storefront</h1><p>Two million apps and repositories, all in one place.</p>",
        ),
        _ => None,
    }
}
