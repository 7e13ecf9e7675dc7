//! Generated files are current: `make gen` writes them.

use std::path::Path;

use earshot::router;
use platform::product::{Offer, ProductFacts};
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

#[test]
fn the_product_facts_of_the_web_tests_are_what_the_binary_says() {
    let facts = ProductFacts::of(&Offer::default());
    let json = serde_json::to_string_pretty(&facts).unwrap();
    is_current("web/src/testing/product-facts.json", &json);
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
