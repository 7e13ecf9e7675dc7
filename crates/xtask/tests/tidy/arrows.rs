use crate::checkout::{Checkout, fine, refused};

const ARROWS: &str = "crates/xtask/arrows.toml";
const MENTIONS: &str = "crates/earshot/src/mentions/mod.rs";
const PLATFORM: &str = "crates/earshot/src/platform/clock.rs";
const ROUTER: &str = "crates/earshot/src/router.rs";
const EDGE: &str = "crates/earshot/src/edge/mod.rs";

#[test]
fn a_room_calls_the_doors_that_its_arrows_lead_to() {
    fine(MENTIONS, "use crate::billing::Plan;");
    fine(MENTIONS, "use crate::billing::*;");
    fine(MENTIONS, "use crate::{billing::{self, Plan}};");
    fine(MENTIONS, "use crate::platform::clock::Clock;");
    fine(MENTIONS, "fn f() { crate::billing::Plan::parse::<u8>(); }");
    fine(MENTIONS, "fn f() { crate::billing::allows(1); }");
    fine(MENTIONS, "use crate::identity::User;");
    fine(MENTIONS, "use crate::mentions::store::Row;\nuse super::X;");
    fine(EDGE, "use crate::comments::Draft;");
}

#[test]
fn a_room_calls_no_other_door() {
    let check = |code, line| refused(MENTIONS, code, line, "mentions may not call comments");
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
fn a_file_of_a_room_is_one_floor_deeper_than_its_door() {
    let plan = "crates/earshot/src/billing/plan.rs";
    fine(plan, "use super::store::Row;");
    let words = "billing may not call mentions";
    refused(plan, "use super::super::mentions::Mention;", 1, words);
}

#[test]
fn nobody_reaches_past_a_door() {
    let words = "reaches past the door of billing";
    let check = |code, line| refused(MENTIONS, code, line, words);
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
    refused(EDGE, "use crate::billing::store::Row;", 1, words);
}

#[test]
fn words_and_literals_call_nobody() {
    fine(MENTIONS, "// use crate::comments::Draft;\nfn f() {}");
    fine(
        MENTIONS,
        "/* /* nested */ crate::comments::x() */ fn f() {}",
    );
    fine(MENTIONS, "/// See `crate::comments::Draft`.\nfn f() {}");
    fine(MENTIONS, r#"const A: &str = "\" crate::comments::Draft";"#);
    fine(MENTIONS, "const A: &str = r#\"\"crate::comments::x\"\"#;");
    let check = |code| refused(MENTIONS, code, 1, "mentions may not call comments");
    check("fn f<'a>() { '\"'; crate::comments::x(); '\"'; }");
    check(r#"fn f() { r#type('\"'); crate::comments::x(); '"'; }"#);
    check("fn f() { var(\"\"); br\"\\\"; crate::comments::x(); }");
}

#[test]
fn platform_names_no_room() {
    let check = |code, words| refused(PLATFORM, code, 1, words);
    check(
        "use crate::identity::User;",
        "platform may not call identity",
    );
    check(
        "fn f() { crate::billing::x(); }",
        "platform may not call billing",
    );
    fine(PLATFORM, "use crate::platform::db::Database;");
}

#[test]
fn the_router_names_the_api_of_a_room_and_nothing_else() {
    fine(ROUTER, "use crate::billing::api;");
    fine(ROUTER, "fn f() { crate::mentions::api::list(); }");
    fine(ROUTER, "use crate::billing;\nfn f() { billing::api::x(); }");
    let check = |code| refused(ROUTER, code, 1, "may name the `api` of a room");
    check("use crate::billing::Plan;");
    check("use crate::billing::store::Row;");
}

#[test]
fn every_room_has_a_line_and_every_line_a_room() {
    let scanner = "crates/earshot/src/scanner/mod.rs";
    refused(scanner, "pub struct Scan;", 1, "`scanner` has no line");
    Checkout::in_order()
        .with_line(ARROWS, "rooms", "scanner = []")
        .has_problem("crates/xtask/arrows.toml:9", "`scanner` is not in");
    Checkout::in_order()
        .with_line(ARROWS, "house", "schedule = []")
        .has_problem("crates/xtask/arrows.toml:15", "`schedule` is not in");
}

#[test]
fn an_arrow_leads_to_something_that_has_a_line() {
    Checkout::in_order()
        .with("crates/earshot/src/lib.rs", "pub mod billing;")
        .with_line(ARROWS, "house", "lib = [\"*\", \"scanner\"]")
        .has_problem("crates/xtask/arrows.toml:15", "`scanner` has no line");
}

#[test]
fn crates_depend_on_what_they_list() {
    let manifest = "crates/providers/Cargo.toml";
    let words = "the crate `providers` may not know `earshot`";
    fine(manifest, "[dependencies]\nserde.workspace = true");
    fine(manifest, "[package]\nearshot = \"is no dependency\"");
    fine("crates/earshot/tests/it/main.rs", "use providers::mail;");
    refused(
        manifest,
        "[dependencies]\nearshot = { path = \"\" }",
        2,
        words,
    );
    refused(
        manifest,
        "[dev-dependencies]\nearshot.workspace = true",
        2,
        words,
    );
    refused("crates/providers/src/lib.rs", "use earshot::App;", 1, words);
}

#[test]
fn every_crate_has_a_line_and_every_line_a_crate() {
    let lens = "crates/lens/src/lib.rs";
    refused(lens, "pub fn judge() {}", 1, "the crate `lens` has no line");
    Checkout::in_order()
        .with_line(ARROWS, "crates", "lens = []")
        .has_problem("crates/xtask/arrows.toml:4", "there is no crate `lens`");
}

#[test]
fn arrows_that_cannot_be_read_are_a_problem_by_themselves() {
    refused(ARROWS, "open = [\n", 1, "cannot be read");
    Checkout::in_order()
        .without(ARROWS)
        .has_problem("crates/xtask/arrows.toml:1", "is missing");
}
