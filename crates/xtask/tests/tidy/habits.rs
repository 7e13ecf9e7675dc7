use crate::checkout::{Checkout, fine, refused};

const ROOM: &str = "crates/earshot/src/billing/status.rs";
const TESTS: &str = "crates/earshot/tests/it/billing.rs";
const JOURNEY: &str = "e2e/billing.spec.ts";
const COMPONENT_TEST: &str = "web/src/features/billing/plan.test.ts";

#[test]
fn long_files_need_a_reason() {
    let lines = |count: usize| "// A line.\n".repeat(count);
    let reasons = "crates/xtask/tidy.toml";
    let reason = format!("\"{ROOM}\" = \"generated\"");
    fine(ROOM, &lines(400));
    fine("docs/long.md", &lines(401));
    for path in [
        ROOM,
        "web/src/ui/x.ts",
        "web/src/ui/x.tsx",
        "web/src/ui/x.css",
    ] {
        let text = if path.ends_with("css") {
            ".a {}\n".repeat(401)
        } else {
            lines(401)
        };
        refused(path, &text, 401, "the file goes on after 400 lines");
    }
    let listed = || Checkout::in_order().with_line(reasons, "long_files", &reason);
    listed().with(ROOM, &lines(401)).is_tidy();
    listed().has_problem("crates/xtask/tidy.toml:2", "remove its reason");
    listed()
        .with(ROOM, &lines(400))
        .has_problem("crates/xtask/tidy.toml:2", "remove its reason");
}

#[test]
fn no_test_is_left_out() {
    let words = "leaves a test out";
    refused(TESTS, "#[test]\n#[ignore = \"slow\"]\nfn f() {}", 2, words);
    refused(ROOM, "#[ignore]\nfn f() {}", 1, words);
    for call in [
        "test.skip",
        "it.only",
        "test.describe.only",
        "it.todo",
        "test.fixme",
        "xit",
    ] {
        let code = format!("{call}('signs in', () => {{}});");
        refused(JOURNEY, &code, 1, words);
        refused(COMPONENT_TEST, &code, 1, words);
    }
    fine(
        JOURNEY,
        "test('skips', () => process.exit(0)); // test.skip(",
    );
    fine(TESTS, "fn f() { [1].iter().skip(1); }");
    fine("web/src/lib/pages.ts", "pages.skip(1);");
}

#[test]
fn no_test_sleeps() {
    let words = "in a test; advance the clock";
    refused(
        TESTS,
        "async fn f() { tokio::time::sleep(d).await; }",
        1,
        words,
    );
    refused(TESTS, "use tokio::time::{Duration, sleep};", 1, words);
    refused(
        TESTS,
        "use std::thread;\nfn f() { thread::sleep(d); }",
        2,
        words,
    );
    refused(
        ROOM,
        "#[cfg(test)]\nmod tests {\n    use std::thread::sleep;\n}",
        3,
        words,
    );
    refused(
        JOURNEY,
        "await page.waitForTimeout(100);",
        1,
        "waits for time",
    );
    fine(ROOM, "async fn f() { tokio::time::sleep(d).await; }");
    fine(TESTS, "use tokio::time::timeout;");
}

#[test]
fn nothing_is_left_for_later() {
    refused(ROOM, "fn f() { todo!() }", 1, "is unfinished");
    refused(ROOM, "fn f() { unimplemented!(\"x\") }", 1, "is unfinished");
    refused(ROOM, "\n// TODO: write it", 2, "TODO: do it now");
    refused(
        "web/src/ui/x.tsx",
        "/* FIXME */ export {};",
        1,
        "FIXME: do it now",
    );
    refused("web/src/ui/x.css", "/* HACK */ .a {}", 1, "HACK: do it now");
    refused("Makefile", "# XXX\nrun:", 1, "XXX: do it now");
    fine(
        ROOM,
        "// A todo list, and TODOS.\nconst A: &str = \"TODO\";",
    );
}

#[test]
fn no_file_and_no_room_is_empty() {
    refused(ROOM, " \n\n", 1, "the file is empty");
    refused("web/src/ui/x.css", "", 1, "the file is empty");
    fine("docs/empty.md", "");
    refused(
        "crates/earshot/src/comments/mod.rs",
        "//! Drafts.\n",
        1,
        "the room comments is empty",
    );
    Checkout::in_order()
        .with("crates/earshot/src/comments/store.rs", "pub struct Draft;")
        .without("crates/earshot/src/comments/mod.rs")
        .has_problem(
            "crates/earshot/src/comments/store.rs:1",
            "the room comments has no door",
        );
}
