//! Each rule of tidy, broken once in a small made-up checkout, beside its twin that is allowed.

mod arrows;
mod browser;
mod checkout;
mod habits;
mod invariants;
mod papers;

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
