//! Each rule of tidy, broken in a small test checkout, next to a case that is allowed.

mod checkout;
mod dependencies;
mod documents;
mod invariants;
mod phrases;
mod test_rules;
mod type_names;
mod web_imports;

use std::path::Path;

#[test]
fn this_checkout_is_tidy() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here
        .ancestors()
        .nth(2)
        .expect("crates/xtask lies two folders below the root");

    let problems: Vec<String> = xtask::tidy::check(root)
        .iter()
        .map(ToString::to_string)
        .collect();

    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
