use crate::checkout::{Checkout, accepts, rejects};

const ROOM: &str = "crates/billing/src/status.rs";
const TESTS: &str = "crates/earshot/tests/it/billing.rs";
const JOURNEY: &str = "e2e/billing.spec.ts";
const COMPONENT_TEST: &str = "web/src/features/billing/plan.test.ts";

#[test]
fn long_files_need_a_reason() {
    let lines = |count: usize| "// A line.\n".repeat(count);
    let reasons = "crates/xtask/tidy.toml";
    let reason = format!("\"{ROOM}\" = \"generated\"");
    accepts(ROOM, &lines(400));
    accepts("docs/long.md", &lines(401));
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
        rejects(path, &text, 401, "the file goes on after 400 lines");
    }
    let listed = || Checkout::in_order().with_line(reasons, "long_files", &reason);
    listed().with(ROOM, &lines(401)).is_tidy();
    listed().has_problem("crates/xtask/tidy.toml:2", "remove its reason");
    listed()
        .with(ROOM, &lines(400))
        .has_problem("crates/xtask/tidy.toml:2", "remove its reason");
}

#[test]
fn no_test_is_skipped() {
    let words = "leaves a test out";
    rejects(TESTS, "#[test]\n#[ignore = \"slow\"]\nfn f() {}", 2, words);
    rejects(ROOM, "#[ignore]\nfn f() {}", 1, words);
    for call in [
        "test.skip",
        "it.only",
        "test.describe.only",
        "it.todo",
        "test.fixme",
        "xit",
    ] {
        let code = format!("{call}('signs in', () => {{}});");
        rejects(JOURNEY, &code, 1, words);
        rejects(COMPONENT_TEST, &code, 1, words);
    }
    accepts(
        JOURNEY,
        "test('skips', () => process.exit(0)); // test.skip(",
    );
    accepts(TESTS, "fn f() { [1].iter().skip(1); }");
    accepts("web/src/lib/pages.ts", "pages.skip(1);");
}

#[test]
fn no_test_sleeps() {
    let words = "in a test; advance the clock";
    rejects(
        TESTS,
        "async fn f() { tokio::time::sleep(d).await; }",
        1,
        words,
    );
    rejects(TESTS, "use tokio::time::{Duration, sleep};", 1, words);
    rejects(
        TESTS,
        "use std::thread;\nfn f() { thread::sleep(d); }",
        2,
        words,
    );
    rejects(
        ROOM,
        "#[cfg(test)]\nmod tests {\n    use std::thread::sleep;\n}",
        3,
        words,
    );
    rejects(
        JOURNEY,
        "await page.waitForTimeout(100);",
        1,
        "waits for time",
    );
    accepts(ROOM, "async fn f() { tokio::time::sleep(d).await; }");
    accepts(TESTS, "use tokio::time::timeout;");
}

#[test]
fn nothing_is_left_unfinished() {
    rejects(ROOM, "fn f() { todo!() }", 1, "is unfinished");
    rejects(ROOM, "fn f() { unimplemented!(\"x\") }", 1, "is unfinished");
    rejects(ROOM, "\n// TODO: write it", 2, "TODO: do it now");
    rejects(
        "web/src/ui/x.tsx",
        "/* FIXME */ export {};",
        1,
        "FIXME: do it now",
    );
    rejects("web/src/ui/x.css", "/* HACK */ .a {}", 1, "HACK: do it now");
    rejects("Makefile", "# XXX\nrun:", 1, "XXX: do it now");
    accepts(
        ROOM,
        "// A todo list, and TODOS.\nconst A: &str = \"TODO\";",
    );
}

#[test]
fn no_file_and_no_room_is_empty() {
    rejects(ROOM, " \n\n", 1, "the file is empty");
    rejects("web/src/ui/x.css", "", 1, "the file is empty");
    accepts("docs/empty.md", "");
    rejects(
        "crates/comments/src/lib.rs",
        "//! Drafts.\n",
        1,
        "the room comments is empty",
    );
    Checkout::in_order()
        .with("crates/comments/src/store.rs", "pub struct Draft;")
        .without("crates/comments/src/lib.rs")
        .has_problem(
            "crates/comments/src/store.rs:1",
            "the room comments has no door",
        );
}
