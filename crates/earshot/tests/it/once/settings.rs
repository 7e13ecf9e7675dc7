//! Settings: parsed once, all problems at once, secrets never shown.

use std::fmt::Write;

use platform::db::{Db, args};
use platform::settings::{AuthSetting, Settings, Source, as_table};

use super::production::PRODUCTION;
use crate::kit::{Process, TestPlace, eventually, posts};

pub(super) fn problems<const N: usize>(values: [(&str, &str); N]) -> Vec<String> {
    Settings::read(&Source::of(values)).map_or_else(|problems| problems.0, |_| Vec::new())
}

#[test]
fn nothing_needs_to_be_set() {
    assert_eq!(problems([]), Vec::<String>::new());
}

#[test]
fn all_problems_are_listed_at_once() {
    let found = problems([
        ("EARSHOT_BIND", "here"),
        ("EARSHOT_JOB_SLOTS", "many"),
        ("EARSHOT_LOG_FORMAT", "xml"),
        ("DATABASE_URL", "mysql://root:t0psecret@db/x"),
        ("EARSHOT_ENV", "staging"),
    ]);

    assert_eq!(
        found,
        [
            "DATABASE_URL: it is not a postgres:// address",
            "EARSHOT_ENV: 'staging' is not development or production",
            "EARSHOT_BIND: 'here' is not an address and a port, such as 127.0.0.1:8080",
            "EARSHOT_JOB_SLOTS: 'many' is not a whole number",
            "EARSHOT_LOG_FORMAT: 'xml' is not text, json or auto",
        ]
    );
}

#[test]
fn a_build_without_sandboxes_names_every_provider_that_is_missing() {
    let nothing = Source::of([]).with_sandboxes(false);

    let problems = Settings::read(&nothing).unwrap_err().0;
    assert_eq!(
        problems,
        [
            "EARSHOT_SMTP_URL: a build without sandboxes needs a mail server",
            "STRIPE_SECRET_KEY: a build without sandboxes needs a payment provider",
            "STRIPE_WEBHOOK_SECRET: a build without sandboxes needs the secret that webhooks are signed with",
            "STRIPE_STARTER_PRICE: a build without sandboxes needs the price of every plan",
            "STRIPE_PRO_PRICE: a build without sandboxes needs the price of every plan",
            "REDDIT_CLIENT_ID: a build without sandboxes needs a Reddit app",
        ]
    );
    let real = Source::of([
        ("EARSHOT_SMTP_URL", "smtp://127.0.0.1"),
        ("STRIPE_SECRET_KEY", "sk_test_x"),
        ("STRIPE_WEBHOOK_SECRET", "whsec_x"),
        ("STRIPE_STARTER_PRICE", "price_1"),
        ("STRIPE_PRO_PRICE", "price_2"),
        ("REDDIT_CLIENT_ID", "id"),
        ("REDDIT_CLIENT_SECRET", "secret"),
    ]);
    let real = real.with_sandboxes(false);
    assert!(Settings::read(&real).unwrap().sandboxes().is_empty());
}

#[test]
fn a_payment_provider_is_described_whole_or_not_at_all() {
    let without_prices = problems([("STRIPE_SECRET_KEY", "sk_live_1")]);
    let without_key = problems([("STRIPE_API_URL", "https://pay.example")]);
    let odd = problems([
        ("STRIPE_SECRET_KEY", "sk_live_1"),
        ("STRIPE_STARTER_PRICE", "price_1"),
        ("STRIPE_PRO_PRICE", "price_2"),
        ("STRIPE_API_URL", "https://pay.example/v1"),
    ]);

    assert_eq!(
        without_prices,
        [
            "STRIPE_STARTER_PRICE: Stripe needs the price of every plan that is sold",
            "STRIPE_PRO_PRICE: Stripe needs the price of every plan that is sold",
        ]
    );
    assert_eq!(
        without_key,
        ["STRIPE_SECRET_KEY: there are settings for Stripe, but this key is missing"]
    );
    assert_eq!(odd.len(), 1, "{odd:?}");
    assert!(
        odd[0].starts_with("STRIPE_SECRET_KEY: Stripe's address must be"),
        "{odd:?}"
    );
    assert_eq!(
        problems([("STRIPE_WEBHOOK_SECRET", "whsec_1")]),
        Vec::<String>::new()
    );
}

#[test]
fn the_ways_inside_are_addresses_with_ports_and_closed_in_production() {
    let wrong = problems([
        ("EARSHOT_FETCH_ALLOW", "127.0.0.1:18080, localhost"),
        ("EARSHOT_DNS", "127.0.0.1"),
    ]);
    let right = [
        ("EARSHOT_FETCH_ALLOW", "127.0.0.1:18080, [::1]:80"),
        ("EARSHOT_DNS", "127.0.0.1:5353"),
    ];
    let mut production = Source::of(PRODUCTION);
    production.set("EARSHOT_FETCH_ALLOW", "127.0.0.1:18080");

    assert_eq!(
        wrong,
        [
            "EARSHOT_FETCH_ALLOW: '127.0.0.1:18080, localhost' is not a list of addresses with ports, such as 127.0.0.1:18080",
            "EARSHOT_DNS: '127.0.0.1' is not an address and a port, such as 127.0.0.1:5353",
        ]
    );
    assert_eq!(problems(right), Vec::<String>::new());
    assert_eq!(
        Settings::read(&production).unwrap_err().0,
        ["EARSHOT_FETCH_ALLOW: not allowed in production"]
    );
}

#[test]
fn sqlite_means_one_process_with_every_role() {
    assert_eq!(problems([("EARSHOT_ROLES", "web")]).len(), 1);
    assert_eq!(
        problems([
            ("EARSHOT_ROLES", "web"),
            ("DATABASE_URL", "postgres://db/x")
        ])
        .len(),
        0
    );
    assert_eq!(problems([("EARSHOT_ROLES", "web,cook")]).len(), 1);
}

#[test]
fn secrets_appear_in_no_form_in_which_settings_are_printed() {
    let source = Source::of([
        (
            "EARSHOT_SMTP_URL",
            "smtps://earshot:pa55word@mail.example.com",
        ),
        ("DATABASE_URL", "postgres://earshot:pa55word@db/earshot"),
        ("EARSHOT_METRICS_TOKEN", "pa55word"),
        ("STRIPE_SECRET_KEY", "sk_live_pa55word"),
        ("STRIPE_WEBHOOK_SECRET", "whsec_pa55word"),
        ("STRIPE_STARTER_PRICE", "price_1"),
        ("STRIPE_PRO_PRICE", "price_2"),
        ("REDDIT_CLIENT_ID", "an-id"),
        ("REDDIT_CLIENT_SECRET", "pa55word"),
        ("EARSHOT_RANK_PROVIDER", "serper"),
        ("EARSHOT_RANK_KEY", "pa55word"),
    ]);

    let mut printed = as_table(&source).to_string();
    write!(printed, "{:?}", Settings::read(&source).unwrap()).unwrap();

    assert!(printed.contains("[secret]"));
    assert!(!printed.contains("pa55word"), "{printed}");
}

#[test]
fn a_setting_that_is_emptied_on_purpose_is_missing_and_one_left_out_is_not() {
    let emptied = Settings::read(&Source::of([("EARSHOT_AUTH_URL", "")])).unwrap();

    assert_eq!(
        (emptied.auth_url, emptied.auth_key),
        (AuthSetting::Missing, AuthSetting::Own)
    );
}

#[test]
fn other_settings_set_to_nothing_keep_their_defaults() {
    let usual = Settings::read(&Source::of([])).unwrap();
    let emptied = Settings::read(&Source::of([
        ("EARSHOT_JOB_LEASE_MS", ""),
        ("EARSHOT_DRAIN_S", ""),
        ("EARSHOT_SUPPORT_EMAIL", ""),
    ]));

    assert_eq!(format!("{:?}", emptied.unwrap()), format!("{usual:?}"));
}

#[test]
fn mail_and_log_settings_are_checked_before_anything_starts() {
    let found = problems([
        ("EARSHOT_SMTP_URL", "carrier-pigeon://loft"),
        ("EARSHOT_LOG", "every[thing"),
        ("EARSHOT_CRASH_AT", "lunch"),
    ]);

    let names: Vec<&str> = found
        .iter()
        .map(|problem| problem.split(':').next().unwrap())
        .collect();
    assert_eq!(
        names,
        ["EARSHOT_SMTP_URL", "EARSHOT_LOG", "EARSHOT_CRASH_AT"]
    );
}

#[test]
fn texts_and_addresses_of_the_pages_are_checked_before_anything_starts() {
    let found = problems([
        ("EARSHOT_TERMS", "/no/such/terms.md"),
        ("EARSHOT_POSTHOG_KEY", "phc_test"),
        ("EARSHOT_POSTHOG_HOST", "mailto:stats@example.com"),
    ]);

    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].starts_with("EARSHOT_TERMS: '/no/such/terms.md' cannot be read: "),
        "{found:?}"
    );
    assert_eq!(
        found[1],
        "EARSHOT_POSTHOG_HOST: 'mailto:stats@example.com' is not an http or https address without a query"
    );
}

#[test]
fn a_misspelt_setting_is_noticed() {
    let settings = Settings::read(&Source::of([("EARSHOT_BNID", "x"), ("PATH", "/bin")])).unwrap();

    assert_eq!(settings.unknown, ["EARSHOT_BNID"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_wrong_settings_says_so_and_does_not_start() {
    let place = TestPlace::fresh().await;

    let (status, words) = Process::runs_to_its_end(
        &place,
        &[("EARSHOT_JOB_SLOTS", "many"), ("EARSHOT_LOG_FORMAT", "xml")],
    )
    .await;

    assert!(!status.success());
    assert!(
        words.contains("these settings need attention:\n  EARSHOT_JOB_SLOTS: 'many'"),
        "{words}"
    );
    assert!(words.contains("EARSHOT_LOG_FORMAT: 'xml'"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_mail_server_brings_no_password_and_no_address_into_the_log() {
    let place = TestPlace::fresh().await;
    let smtp_url = "smtp://earshot:pa55word@127.0.0.1:9";
    let server = Process::start(
        &place,
        &[("EARSHOT_SMTP_URL", smtp_url), ("EARSHOT_LOG", "debug")],
    )
    .await;
    let db = place.open().await;
    posts(&db, 1).await;

    eventually("the job has failed", || async { has_failed(&db).await }).await;
    let (_, log) = server.terminate_and_tell().await;

    assert!(log.contains("job not done"), "{log}");
    assert!(
        !log.contains("pa55word") && !log.contains("user0@example.com"),
        "{log}"
    );
}

async fn has_failed(db: &Db) -> bool {
    let sql = "select cast(count(*) as bigint) from jobs where kind = 'send_mail' and failures > 0";
    let (count,): (i64,) = db.one(sql, args![]).await.unwrap();
    count == 1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_settings_file_fills_in_what_the_environment_leaves_open() {
    let place = TestPlace::fresh().await;
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "# mine\nEARSHOT_SUPPORT_EMAIL = \"help@example.com\"\nEARSHOT_MARKETING_URL=https://example.com\n").unwrap();
    let path = file.path().display().to_string();

    let server = Process::start(
        &place,
        &[
            ("EARSHOT_CONFIG", &path),
            ("EARSHOT_MARKETING_URL", "https://wins.example"),
        ],
    )
    .await;

    let script = server.visitor().opens("/settings.js").await.body;
    assert!(
        script.contains(r#""supportEmail":"help@example.com""#),
        "{script}"
    );
    assert!(
        script.contains(r#""marketingUrl":"https://wins.example""#),
        "{script}"
    );
}
