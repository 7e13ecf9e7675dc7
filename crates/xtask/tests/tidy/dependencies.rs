use crate::checkout::{Checkout, accepts, rejects};

const ARROWS: &str = "crates/xtask/arrows.toml";
const MENTIONS: &str = "crates/mentions/src/lib.rs";

#[test]
fn comments_and_literals_are_not_calls() {
    accepts(MENTIONS, "// use comments::Draft;\nfn f() {}");
    accepts(MENTIONS, "/* /* nested */ comments::x() */ fn f() {}");
    accepts(MENTIONS, "/// See `comments::Draft`.\nfn f() {}");
    accepts(MENTIONS, r#"const A: &str = "\" comments::Draft";"#);
    accepts(MENTIONS, "const A: &str = r#\"\"comments::x\"\"#;");
    let check = |code| {
        let words = "the crate `mentions` may not know `comments`";
        rejects(MENTIONS, code, 1, words);
    };
    check("fn f<'a>() { '\"'; comments::x(); '\"'; }");
    check(r#"fn f() { r#type('\"'); comments::x(); '"'; }"#);
    check("fn f() { var(\"\"); br\"\\\"; comments::x(); }");
}

#[test]
fn crates_depend_only_on_what_they_list() {
    let manifest = "crates/providers/Cargo.toml";
    let words = "the crate `providers` may not know `earshot`";
    accepts(manifest, "[dependencies]\nserde.workspace = true");
    accepts(manifest, "[package]\nearshot = \"is no dependency\"");
    accepts("crates/earshot/tests/it/main.rs", "use providers::mail;");
    rejects(
        manifest,
        "[dependencies]\nearshot = { path = \"\" }",
        2,
        words,
    );
    rejects(
        manifest,
        "[dev-dependencies]\nearshot.workspace = true",
        2,
        words,
    );
    rejects("crates/providers/src/lib.rs", "use earshot::App;", 1, words);
    Checkout::in_order()
        .with(manifest, "[lib]\nproc-macro = true")
        .with(
            "crates/providers/src/lib.rs",
            "fn f() { quote!(earshot::App) }",
        )
        .is_tidy();
}

#[test]
fn every_crate_has_a_line_and_every_line_a_crate() {
    let lens = "crates/lens/src/lib.rs";
    rejects(lens, "pub fn judge() {}", 1, "the crate `lens` has no line");
    Checkout::in_order()
        .with_line(ARROWS, "crates", "lens = []")
        .has_problem("crates/xtask/arrows.toml:2", "there is no crate `lens`");
}

#[test]
fn an_unreadable_arrows_file_is_a_problem() {
    rejects(ARROWS, "crates = [\n", 1, "cannot be read");
    Checkout::in_order()
        .without(ARROWS)
        .has_problem("crates/xtask/arrows.toml:1", "is missing");
}

#[test]
fn an_arrow_that_a_manifest_does_not_need_is_removed() {
    let manifest = "crates/comments/Cargo.toml";
    let arrow = "the crate `comments` does not depend on `platform`";
    accepts(manifest, "[dependencies]\nplatform.workspace = true");
    Checkout::in_order()
        .with(manifest, "[dependencies]\nserde.workspace = true")
        .has_problem("crates/xtask/arrows.toml:4", arrow);
}

#[test]
fn a_room_that_is_a_crate_keeps_the_rules_of_the_product() {
    let room = "crates/scanner/src/lib.rs";
    let checkout = |path: &str, code: &str| {
        Checkout::in_order()
            .with_line(ARROWS, "crates", "scanner = [\"platform\"]")
            .with("crates/scanner/Cargo.toml", "[dependencies]\nplatform = {}")
            .with("crates/platform/src/clock.rs", "pub struct Moment;")
            .with(room, "pub struct Scan;")
            .with(path, code)
    };
    for (path, code) in [
        (room, "use platform::clock::Moment;"),
        (
            "crates/scanner/src/keywords.rs",
            "use super::keywords::Word;",
        ),
        (
            "crates/scanner/src/store.rs",
            "const A: &str = \"select 1\";",
        ),
        (
            "crates/platform/src/clock.rs",
            "use chrono::Utc;\nfn f() { Utc::now(); }",
        ),
        ("crates/platform/src/db.rs", "use sqlx::Row;"),
        (
            "crates/platform/src/settings/mod.rs",
            "fn f() { std::env::var(\"A\"); }",
        ),
    ] {
        checkout(path, code).is_tidy();
    }
    for (code, words) in [
        (
            "use providers::mail;",
            "the crate `scanner` may not know `providers`",
        ),
        ("const A: &str = \"select 1\";", "SQL outside of a store"),
        ("use sqlx::Row;", "only platform speaks to the driver"),
        (
            "fn f() { chrono::Utc::now(); }",
            "only platform/clock.rs knows the time",
        ),
        (
            "fn f() { std::env::var(\"A\"); }",
            "only platform/settings reads the environment",
        ),
        (
            "use reqwest::Client;",
            "only crates/providers opens outgoing connections",
        ),
    ] {
        checkout(room, code).has_problem("crates/scanner/src/lib.rs:1", words);
    }
}

#[test]
fn the_paths_of_the_product_exist() {
    Checkout::in_order()
        .with_replaced(ARROWS, "crates/platform/src/", "crates/ground/src/")
        .has_problem(
            "crates/xtask/arrows.toml:32",
            "there is no crates/ground/src/",
        );
}
