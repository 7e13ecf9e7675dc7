//! Generated files are current: `make gen` writes them.

use std::path::Path;

use earshot::router;
use platform::settings::{as_env_sample, as_markdown};

#[test]
fn openapi_json_is_what_the_routes_say() {
    is_current("openapi.json", &router::openapi().to_pretty_json().unwrap());
}

#[test]
fn the_page_of_settings_is_what_the_binary_says() {
    is_current("docs/configuration.md", &as_markdown());
}

#[test]
fn the_sample_settings_are_what_the_binary_says() {
    is_current(".env.sample", &as_env_sample());
}

#[track_caller]
fn is_current(path: &str, expected: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let found = std::fs::read_to_string(root.join(path)).unwrap_or_default();
    assert!(
        found.trim_end() == expected.trim_end(),
        "{path} is stale; run `make gen`"
    );
}
