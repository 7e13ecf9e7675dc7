use crate::checkout::{Checkout, accepts, rejects};

const ROOM: &str = "crates/billing/src/status.rs";
const STORE: &str = "crates/billing/src/store.rs";
const SETTINGS: &str = "crates/platform/src/settings/mod.rs";
const PROVIDERS: &str = "crates/providers/src/lib.rs";

#[test]
fn sql_is_only_in_stores() {
    let statements = [
        "select id from users",
        "select count(*) as n",
        "select 1",
        "\n    SELECT id\n    FROM users",
        "\\n insert into users values ($1)",
        "update users set name = $1",
        "update users as u set name = $1",
        "delete from users",
        "with old as (select 1) select * from old",
        "create unique index one on users (name)",
        "alter table users add column age bigint",
        "drop table users",
        "pragma wal_checkpoint",
    ];
    for statement in statements {
        let code = format!("const A: &str = \"{statement}\";");
        rejects(ROOM, &code, 1, "SQL outside of a store");
        accepts(STORE, &code);
        accepts("crates/platform/src/db/mod.rs", &code);
        accepts("crates/earshot/src/rest/tables.rs", &code);
        accepts("crates/earshot/tests/it/main.rs", &code);
        accepts(ROOM, &format!("#[cfg(test)]\nmod tests {{ {code} }}"));
    }
}

#[test]
fn sentences_are_not_sql() {
    let sentences = [
        "Select a plan from the list",
        "Update your payment method",
        "Delete my account and data",
        "with care",
        "create an account",
        "select",
        "drop us a line",
    ];
    for sentence in sentences {
        accepts(
            ROOM,
            &format!("const A: &str = \"{sentence}\";\n// select id from users"),
        );
    }
}

#[test]
fn only_providers_open_outgoing_connections() {
    let words = "only crates/providers opens outgoing connections";
    let connections = [
        "use reqwest::Client;\nfn f() { Client::new(); }",
        "use lettre::SmtpTransport;",
        "use hyper::{client::conn, server};",
        "fn f() { tokio::net::TcpStream::connect(1); }",
        "use std::net::{TcpListener, UdpSocket};",
    ];
    for code in connections {
        rejects(ROOM, code, 1, words);
        accepts(PROVIDERS, code);
        accepts("crates/earshot/tests/it/main.rs", code);
        accepts("crates/earshot/benches/load.rs", code);
    }
    accepts(
        ROOM,
        "use tokio::net::{TcpListener, TcpStream};\n// use reqwest::Client;",
    );
}

#[test]
fn only_platform_speaks_to_the_driver() {
    rejects(
        STORE,
        "fn f() { sqlx::query(\"\"); }",
        1,
        "only platform speaks to the driver",
    );
    accepts("crates/platform/src/db/mod.rs", "use sqlx::SqlitePool;");
}

#[test]
fn only_settings_read_the_environment() {
    let words = "only platform/settings reads the environment";
    let reading = [
        "fn f() { std::env::var(\"HOME\"); }",
        "use std::env;\nfn f() { env::args(); }\nfn g() { env::var_os(\"HOME\"); }",
        "use std::{env::{self, vars}, fs};",
    ];
    for (code, line) in reading.into_iter().zip([1, 3, 1]) {
        rejects(ROOM, code, line, words);
        accepts(SETTINGS, code);
    }
    accepts(ROOM, "const VERSION: &str = env!(\"CARGO_PKG_VERSION\");");
    rejects(
        ROOM,
        "const KEY: &str = env!(\"KEY\");",
        1,
        "`KEY` is read while compiling",
    );
    rejects(
        ROOM,
        "const KEY: Option<&str> = option_env!(\"KEY\");",
        1,
        "`KEY` is read while",
    );
}

#[test]
fn only_the_clock_asks_for_the_time() {
    let words = "only platform/clock.rs knows the time";
    for code in [
        "use chrono::Utc;\nfn f() { Utc::now(); }",
        "\nfn f() { chrono::Local::now(); }",
    ] {
        rejects(ROOM, code, 2, words);
        accepts("crates/platform/src/clock.rs", code);
        accepts(PROVIDERS, code);
    }
    rejects(ROOM, "fn f() { std::time::SystemTime::now(); }", 1, words);
    accepts(ROOM, "fn f() { std::time::Instant::now(); }");
}

#[test]
fn lens_and_percolator_do_no_io() {
    let breaking = [
        "use std::{collections::BTreeMap, fs};",
        "use std::net::IpAddr;",
        "use tokio::sync::mpsc;",
        "use std::time::{Duration, SystemTime};",
        "pub async fn judge() {}",
        "fn f() { sqlx::query(1); }",
        "fn f() { reqwest::get(1); }",
    ];
    let checkout = |name: &str, code: &str| {
        Checkout::in_order()
            .with_line(
                "crates/xtask/arrows.toml",
                "crates",
                &format!("{name} = []"),
            )
            .with(&format!("crates/{name}/src/lib.rs"), code)
    };
    for code in breaking {
        checkout("lens", code).has_problem("crates/lens/src/lib.rs:1", "");
        checkout("percolator", code).has_problem("crates/percolator/src/lib.rs:1", "");
    }
    checkout("lens", "use std::collections::BTreeMap;\npub fn judge() {}").is_tidy();
}

#[test]
fn unsafe_code_needs_a_reason() {
    let code = "pub fn f() { unsafe { g() } }";
    let reasons = "crates/xtask/tidy.toml";
    let reason = format!("\"{ROOM}\" = \"maps a file\"");
    rejects(ROOM, code, 1, "`unsafe` without a reason");
    accepts(
        ROOM,
        "#![forbid(unsafe_code)]\n// unsafe\nconst A: &str = \"unsafe\";",
    );
    Checkout::in_order()
        .with(ROOM, code)
        .with_line(reasons, "unsafe_code", &reason)
        .is_tidy();
    Checkout::in_order()
        .with_line(reasons, "unsafe_code", &reason)
        .has_problem("crates/xtask/tidy.toml:4", "holds no `unsafe`");
}

#[test]
fn a_payment_call_is_between_two_listed_crash_points() {
    const CALLS: &str = "crates/billing/src/stripe_calls.rs";
    let checkout = |points: &str| {
        Checkout::in_order()
            .with(
                "crates/providers/src/payments/mod.rs",
                "pub trait Payments { async fn cancel_now(&self); fn takes_webhooks(&self); }",
            )
            .with("crates/platform/src/crash.rs", points)
    };
    let listed = "const P: &[&str] = &[\"billing.end.before_call\", \"billing.end.after_call\"];";
    let half = "const P: &[&str] = &[\"billing.end.before_call\"];";
    let bare = "fn f() {\n    app.payments\n        .cancel_now().await; }";
    let wrapped = "fn f() { calling!(\"end\", app.payments.cancel_now()) }";
    let broken = "fn f() { calling!(\n    \"end\",\n    app.payments.cancel_now()\n) }";

    for code in [wrapped, broken, "fn f() { app.payments.takes_webhooks(); }"] {
        checkout(listed).with(CALLS, code).is_tidy();
    }
    checkout(listed)
        .with(CALLS, bare)
        .has_problem(&format!("{CALLS}:2"), "a payment call without crash points");
    checkout(half)
        .with(CALLS, wrapped)
        .has_problem(&format!("{CALLS}:1"), "the points of `end` are missing");
}
