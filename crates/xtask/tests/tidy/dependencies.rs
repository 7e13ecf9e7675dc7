use crate::checkout::{Checkout, accepts, rejects};

const ARROWS: &str = "crates/xtask/arrows.toml";
const MENTIONS: &str = "crates/earshot/src/mentions/mod.rs";
const PLATFORM: &str = "crates/earshot/src/platform/clock.rs";
const ROUTER: &str = "crates/earshot/src/router.rs";
const EDGE: &str = "crates/earshot/src/edge/mod.rs";

#[test]
fn a_room_calls_the_rooms_that_its_arrows_allow() {
    accepts(MENTIONS, "use crate::billing::Plan;");
    accepts(MENTIONS, "use crate::billing::*;");
    accepts(MENTIONS, "use crate::{billing::{self, Plan}};");
    accepts(MENTIONS, "use crate::platform::clock::Clock;");
    accepts(MENTIONS, "fn f() { crate::billing::Plan::parse::<u8>(); }");
    accepts(MENTIONS, "fn f() { crate::billing::allows(1); }");
    accepts(MENTIONS, "use crate::identity::User;");
    accepts(MENTIONS, "use crate::mentions::store::Row;\nuse super::X;");
    accepts(EDGE, "use crate::comments::Draft;");
}

#[test]
fn a_room_calls_no_other_room() {
    let check = |code, line| rejects(MENTIONS, code, line, "mentions may not call comments");
    check("use crate::comments::Draft;", 1);
    check("\nuse crate::{billing::Plan, comments::{Draft as D}};", 2);
    check("fn f() {\n    crate::comments::write();\n}", 2);
    check("use super::comments::Draft;", 1);
    check("mod tests { use super::super::comments::Draft; }", 1);
    check("mod a {}\nmod b { use super::super::comments::Draft; }", 2);
    check("use earshot::comments::Draft;", 1);
    check("use crate::comments::Draft;\nfn f() { Draft::new(); }", 1);
}

#[test]
fn super_in_a_file_of_a_room_is_resolved_from_that_file() {
    let plan = "crates/earshot/src/billing/plan.rs";
    accepts(plan, "use super::store::Row;");
    let words = "billing may not call mentions";
    rejects(plan, "use super::super::mentions::Mention;", 1, words);
}

#[test]
fn no_module_uses_the_internals_of_a_room() {
    let words = "reaches past the door of billing";
    let check = |code, line| rejects(MENTIONS, code, line, words);
    check("use crate::billing::store::Row;", 1);
    check(
        "use crate::{identity::User, billing::{Plan, store::{Row}}};",
        1,
    );
    check("fn f() { crate::billing::store::save(); }", 1);
    check("use crate::billing;\nfn f() { billing::store::save(); }", 2);
    check(
        "fn f() { money::store::save(); }\nuse crate::billing as money;",
        1,
    );
    check("use crate::billing::api;", 1);
    rejects(EDGE, "use crate::billing::store::Row;", 1, words);
}

#[test]
fn comments_and_literals_are_not_calls() {
    accepts(MENTIONS, "// use crate::comments::Draft;\nfn f() {}");
    accepts(
        MENTIONS,
        "/* /* nested */ crate::comments::x() */ fn f() {}",
    );
    accepts(MENTIONS, "/// See `crate::comments::Draft`.\nfn f() {}");
    accepts(MENTIONS, r#"const A: &str = "\" crate::comments::Draft";"#);
    accepts(MENTIONS, "const A: &str = r#\"\"crate::comments::x\"\"#;");
    let check = |code| rejects(MENTIONS, code, 1, "mentions may not call comments");
    check("fn f<'a>() { '\"'; crate::comments::x(); '\"'; }");
    check(r#"fn f() { r#type('\"'); crate::comments::x(); '"'; }"#);
    check("fn f() { var(\"\"); br\"\\\"; crate::comments::x(); }");
}

#[test]
fn platform_names_no_room() {
    let check = |code, words| rejects(PLATFORM, code, 1, words);
    check(
        "use crate::identity::User;",
        "platform may not call identity",
    );
    check(
        "fn f() { crate::billing::x(); }",
        "platform may not call billing",
    );
    accepts(PLATFORM, "use crate::platform::db::Database;");
}

#[test]
fn the_router_names_the_api_of_a_room_and_nothing_else() {
    accepts(ROUTER, "use crate::billing::api;");
    accepts(ROUTER, "fn f() { crate::mentions::api::list(); }");
    accepts(ROUTER, "use crate::billing;\nfn f() { billing::api::x(); }");
    let check = |code| rejects(ROUTER, code, 1, "may name the `api` of a room");
    check("use crate::billing::Plan;");
    check("use crate::billing::store::Row;");
}

#[test]
fn every_room_has_a_line_and_every_line_a_room() {
    let scanner = "crates/earshot/src/scanner/mod.rs";
    rejects(scanner, "pub struct Scan;", 1, "`scanner` has no line");
    Checkout::in_order()
        .with_line(ARROWS, "rooms", "scanner = []")
        .has_problem("crates/xtask/arrows.toml:9", "`scanner` is not in");
    Checkout::in_order()
        .with_line(ARROWS, "house", "schedule = []")
        .has_problem("crates/xtask/arrows.toml:15", "`schedule` is not in");
}

#[test]
fn the_target_of_an_arrow_has_a_line() {
    Checkout::in_order()
        .with("crates/earshot/src/lib.rs", "pub mod billing;")
        .with_line(ARROWS, "house", "lib = [\"*\", \"scanner\"]")
        .has_problem("crates/xtask/arrows.toml:15", "`scanner` has no line");
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
        .has_problem("crates/xtask/arrows.toml:4", "there is no crate `lens`");
}

#[test]
fn an_unreadable_arrows_file_is_a_problem() {
    rejects(ARROWS, "open = [\n", 1, "cannot be read");
    Checkout::in_order()
        .without(ARROWS)
        .has_problem("crates/xtask/arrows.toml:1", "is missing");
}

#[test]
fn an_arrow_that_a_manifest_does_not_need_is_removed() {
    let manifest = "crates/earshot/Cargo.toml";
    let arrow = "the crate `earshot` does not depend on `providers`";
    accepts(manifest, "[dependencies]\nproviders.workspace = true");
    Checkout::in_order()
        .with(manifest, "[dependencies]\nserde.workspace = true")
        .has_problem("crates/xtask/arrows.toml:4", arrow);
}

#[test]
fn a_room_that_is_a_crate_keeps_the_rules_of_the_product() {
    let room = "crates/scanner/src/lib.rs";
    let checkout = |path: &str, code: &str| {
        Checkout::in_order()
            .with_line(ARROWS, "crates", "platform = []\nscanner = [\"platform\"]")
            .with_replaced(
                ARROWS,
                "crates/earshot/src/platform/",
                "crates/platform/src/",
            )
            .with("crates/scanner/Cargo.toml", "[dependencies]\nplatform = {}")
            .with("crates/platform/src/lib.rs", "pub mod clock;")
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
        .with_replaced(
            ARROWS,
            "crates/earshot/src/platform/",
            "crates/platform/src/",
        )
        .has_problem(
            "crates/xtask/arrows.toml:39",
            "there is no crates/platform/src/",
        );
}
