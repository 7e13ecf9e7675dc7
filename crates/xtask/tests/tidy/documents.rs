use crate::checkout::{Checkout, accepts, rejects};

const SQLITE: &str = "crates/platform/migrations/sqlite";
const POSTGRES: &str = "crates/platform/migrations/postgres";

fn with_migrations(sqlite: &[&str], postgres: &[&str], registered: &str) -> Checkout {
    let register = "crates/platform/src/db/migrations.rs";
    let code = format!("const ALL: &str = \"{registered}\";");
    let mut checkout = Checkout::in_order().with(register, &code);
    for (folder, names) in [(SQLITE, sqlite), (POSTGRES, postgres)] {
        for name in names {
            checkout = checkout.with(&format!("{folder}/{name}"), "create table one (id bigint);");
        }
    }
    checkout
}

#[test]
fn migrations_are_the_same_on_both_engines() {
    let both = ["0001_users.sql", "0002_plans.sql"];
    with_migrations(&both, &both, "0001_users 0002_plans").is_tidy();
    with_migrations(&both, &both[..1], "0001_users 0002_plans")
        .has_problem(&format!("{SQLITE}/0002_plans.sql:1"), "has no twin");
    with_migrations(&both[..1], &both, "0001_users 0002_plans")
        .has_problem(&format!("{POSTGRES}/0002_plans.sql:1"), "has no twin");
}

#[test]
fn migrations_are_numbered_and_registered() {
    let misnumbered = ["0001_users.sql", "0003_plans.sql"];
    let unnamed = ["0001.sql"];
    with_migrations(&misnumbered, &misnumbered, "0001_users 0003_plans").has_problems(
        &[POSTGRES, SQLITE].map(|folder| {
            (
                format!("{folder}/0003_plans.sql:1"),
                "should be called 0002_what_it_does.sql",
            )
        }),
    );
    with_migrations(&unnamed, &unnamed, "0001").has_problems(&[POSTGRES, SQLITE].map(|folder| {
        (
            format!("{folder}/0001.sql:1"),
            "should be called 0001_what_it_does.sql",
        )
    }));
    with_migrations(&["0001_users.sql"], &["0001_users.sql"], "")
        .has_problem(&format!("{SQLITE}/0001_users.sql:1"), "is not named in");
}

#[test]
fn documents_name_files_that_exist() {
    accepts(
        "README.md",
        "See `crates/earshot/src/router.rs`, `web/src/ui/`, `arrows.toml` and `mod.rs`.",
    );
    accepts(
        "README.md",
        "`crates/<room>/mod.rs`, `web/src/{ui,lib}`, `crates/*/src`, `make run`, `/api/x`",
    );
    accepts(
        "README.md",
        "```\ncrates/earshot/src/gone.rs `web/gone`\n```\n`features/gone`, `node.example`",
    );
    accepts("notes/old.md", "`crates/gone`");
    rejects(
        "README.md",
        "\nSee `crates/earshot/src/gone.rs`.",
        2,
        "`crates/earshot/src/gone.rs` does",
    );
    rejects("docs/why.md", "`GONE.md`", 1, "`GONE.md` does not exist");
    Checkout::in_order()
        .with(".gitignore", "/target\n/web/dist\nnode_modules\n")
        .with(
            "README.md",
            "`web/dist`, `web/dist/index.html`, `web/node_modules/react`",
        )
        .is_tidy();
}

#[test]
fn links_point_to_existing_files() {
    accepts(
        "docs/why.md",
        "[a](../README.md) [b](../crates/) [c](#top) [d](https://example.org/x)",
    );
    rejects(
        "docs/why.md",
        "[a](README.md#top)",
        1,
        "the link to README.md#top leads nowhere",
    );
    rejects(
        "README.md",
        "[a](docs/gone.md)",
        1,
        "the link to docs/gone.md leads nowhere",
    );
    rejects(
        "README.md",
        "[a](../README.md)",
        1,
        "the link to ../README.md leads nowhere",
    );
}

#[test]
fn every_setting_is_documented() {
    let settings = "crates/platform/src/settings/mod.rs";
    let code = "const A: [&str; 2] = [\"EARSHOT_BIND\", \"DATABASE_URL\"];";
    let page = "docs/configuration.md";
    let words = "EARSHOT_BIND is not explained";
    Checkout::in_order()
        .with(settings, code)
        .with(page, "EARSHOT_BIND DATABASE_URL")
        .is_tidy();
    Checkout::in_order()
        .with(settings, code)
        .with(page, "EARSHOT_BIND_TO, DATABASE_URL")
        .has_problem(&format!("{settings}:1"), words);
    rejects("Makefile", "run:\n\tEARSHOT_BIND=x earshot", 2, words);
    rejects("e2e/start.mjs", "process.env.EARSHOT_BIND;", 1, words);
    rejects(
        "scripts/run",
        "DATABASE_URL=x",
        1,
        "DATABASE_URL is not explained",
    );
    rejects(
        "crates/earshot/tests/it/main.rs",
        "const A: &str = \"EARSHOT_BIND\";",
        1,
        words,
    );
    accepts(
        "crates/earshot/tests/it/main.rs",
        "const A: &str = \"EARSHOT_TEST_POSTGRES\";",
    );
}

#[test]
fn a_setting_may_be_undocumented_for_a_reason() {
    let excused = || {
        let reason = "EARSHOT_BNID = \"a misspelling\"";
        Checkout::in_order().with_line("crates/xtask/tidy.toml", "unexplained_settings", reason)
    };
    excused().with("tools/run", "EARSHOT_BNID=x").is_tidy();
    excused().has_problem("crates/xtask/tidy.toml:6", "nothing mentions EARSHOT_BNID");
}

#[test]
fn lock_files_name_the_public_registries_only() {
    let crates_io = "registry+https://github.com/rust-lang/crates.io-index";
    accepts(
        "Cargo.lock",
        &format!("[[package]]\nsource = \"{crates_io}\"\n"),
    );
    rejects(
        "Cargo.lock",
        "source = \"git+https://example.org/x\"",
        1,
        "is not crates.io",
    );
    accepts(
        "web/package-lock.json",
        "{\n  \"integrity\": \"sha512-x\"\n}",
    );
    let resolved = "{\n  \"resolved\": \"https://registry.example/x.tgz\"\n}";
    rejects(
        "web/package-lock.json",
        resolved,
        2,
        "names the address which a package came from",
    );
}

#[test]
fn no_file_contains_a_path_of_this_machine() {
    let checkout = Checkout::in_order();
    let root = checkout.root().display().to_string();
    let parent = root.trim_end_matches("checkout").to_owned();
    let checkout = checkout.with("Makefile", &format!("a: {parent}gone https://x{root}/y\n"));
    checkout.is_tidy();
    checkout
        .with("Makefile", &format!("run:\n\tcd {root}/web\n"))
        .has_problem("Makefile:2", "names a path of this machine");
}
