use crate::checkout::Checkout;

const BILLING: &str = "crates/billing/src/store.rs";
const COMMENTS: &str = "crates/comments/src/lib.rs";
/// Another file of the crate of `BILLING`.
const SAME_CRATE: &str = "crates/billing/src/view.rs";
const PROVIDERS: &str = "crates/providers/src/lib.rs";
const TESTS: &str = "crates/earshot/tests/it/main.rs";

/// Two files, and the scope in which the type of the second must not repeat the first.
const CASES: [(&str, &str, &str, &str, Option<&str>); 14] = [
    // Public types are unique in the workspace.
    (
        BILLING,
        "pub struct Page;",
        PROVIDERS,
        "pub enum Page {}",
        Some("the workspace"),
    ),
    (
        BILLING,
        "pub trait Page {}",
        PROVIDERS,
        "\npub type Page = u8;",
        Some("the workspace"),
    ),
    (
        BILLING,
        "pub(crate) struct Page;",
        PROVIDERS,
        "pub struct Page;",
        None,
    ),
    (
        BILLING,
        "struct Page;",
        PROVIDERS,
        "pub(super) enum Page {}",
        None,
    ),
    // Private ones are unique in their crate.
    (
        BILLING,
        "struct Page;",
        SAME_CRATE,
        "enum Page {}",
        Some("the crate"),
    ),
    (
        BILLING,
        "pub struct Page;",
        SAME_CRATE,
        "\n\ntype Page = u8;",
        Some("the crate"),
    ),
    (
        BILLING,
        "pub struct Page;",
        SAME_CRATE,
        "fn f() { struct Page; }",
        Some("the crate"),
    ),
    (
        BILLING,
        "pub struct Page;",
        SAME_CRATE,
        "pub struct Pages;",
        None,
    ),
    // Associated types, tests, text and generated files do not count.
    (
        BILLING,
        "type Item = u8;",
        SAME_CRATE,
        "impl Iterator for A { type Item = u8; }",
        None,
    ),
    (
        BILLING,
        "type Item = u8;",
        SAME_CRATE,
        "trait Items { type Item; }",
        None,
    ),
    (
        BILLING,
        "struct Page;",
        SAME_CRATE,
        "fn f() {}\n#[cfg(test)]\nmod tests { struct Page; }",
        None,
    ),
    (BILLING, "struct Page;", TESTS, "struct Page;", None),
    (
        BILLING,
        "struct Page;",
        SAME_CRATE,
        "// struct Page;\nconst A: &str = \"struct Page;\";",
        None,
    ),
    (
        BILLING,
        "struct Page;",
        SAME_CRATE,
        "// @generated\nstruct Page;",
        None,
    ),
];

#[test]
fn a_type_name_exists_once_in_its_scope() {
    for (first, declaration, second, repeated, scope) in CASES {
        let checkout = Checkout::in_order()
            .with(first, declaration)
            .with(second, repeated);
        let line = repeated.len() - repeated.trim_start_matches('\n').len() + 1;
        match scope {
            None => checkout.is_tidy(),
            Some(scope) => checkout.has_problem(
                &format!("{second}:{line}"),
                &format!(
                    "`Page` is also declared in {first}:1; a type name exists once in {scope}"
                ),
            ),
        }
    }
}

#[test]
fn a_module_file_that_only_tests_use_does_not_count() {
    Checkout::in_order()
        .with(COMMENTS, "#[cfg(test)]\nmod samples;\npub struct Draft;")
        .with("crates/comments/src/samples.rs", "struct Draft;")
        .is_tidy();
}

#[test]
fn a_name_may_exist_twice_for_a_reason() {
    let excused = || {
        let reason = "Page = \"one is the wire's\"";
        Checkout::in_order().with_line("crates/xtask/tidy.toml", "duplicate_names", reason)
    };
    excused()
        .with(BILLING, "struct Page;")
        .with(SAME_CRATE, "struct Page;")
        .is_tidy();
    excused()
        .with(BILLING, "struct Page;")
        .has_problem("crates/xtask/tidy.toml:8", "`Page` is not declared twice");
}
