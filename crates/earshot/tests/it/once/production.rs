//! What a server for real people demands, and what it refuses.

use platform::settings::{RedditSetting, Settings, Source};

use super::settings::problems;

/// A server as an operator sets it up for the world.
pub(in crate::once) const PRODUCTION: [(&str, &str); 12] = [
    ("EARSHOT_ENV", "production"),
    ("EARSHOT_BIND", "0.0.0.0:80"),
    ("EARSHOT_SITE_URL", "https://app.example.com"),
    (
        "EARSHOT_SMTP_URL",
        "smtps://earshot:pa55word@mail.example.com",
    ),
    ("EARSHOT_MAIL_FROM", "Earshot <hello@example.com>"),
    ("EARSHOT_SUPPORT_EMAIL", "help@example.com"),
    ("STRIPE_SECRET_KEY", "sk_live_pa55word"),
    ("STRIPE_WEBHOOK_SECRET", "whsec_pa55word"),
    ("STRIPE_STARTER_PRICE", "price_1"),
    ("STRIPE_PRO_PRICE", "price_2"),
    ("REDDIT_CLIENT_ID", "an-id"),
    ("REDDIT_CLIENT_SECRET", "pa55word"),
];

#[test]
fn a_server_that_others_can_reach_refuses_a_sandbox_unless_told_so() {
    let refused = problems([("EARSHOT_BIND", "0.0.0.0:8080")]);
    let allowed = problems([
        ("EARSHOT_BIND", "0.0.0.0:8080"),
        ("EARSHOT_SANDBOX", "public"),
    ]);

    assert_eq!(refused.len(), 1);
    assert!(
        refused[0].starts_with(
            "EARSHOT_SANDBOX: others could reach the sandboxes (mail, llm, payments, reddit, rank, google)"
        ),
        "{refused:?}"
    );
    assert_eq!(allowed, Vec::<String>::new());
}

#[test]
fn a_public_site_address_is_refused_on_sandboxes_unless_told_so() {
    for (url, is_refused) in [
        ("https://staging.example.com", true),
        ("http://203.0.113.7", true),
        ("http://localhost:8080", false),
        ("http://earshot.localhost", false),
        ("http://127.0.0.1:8080", false),
        ("http://192.168.1.7:8080", false),
    ] {
        let found = problems([("EARSHOT_SITE_URL", url)]);
        assert_eq!(found.len(), usize::from(is_refused), "{url}: {found:?}");
        assert!(
            found
                .iter()
                .all(|problem| problem.starts_with("EARSHOT_SANDBOX: people who open ")),
            "{found:?}"
        );
    }
    let staging = problems([
        ("EARSHOT_SITE_URL", "https://staging.example.com"),
        ("STRIPE_SECRET_KEY", "sk_test_1"),
        ("STRIPE_STARTER_PRICE", "price_1"),
        ("STRIPE_PRO_PRICE", "price_2"),
        ("EARSHOT_SANDBOX", "public"),
    ]);
    assert_eq!(staging, Vec::<String>::new());
}

#[test]
fn production_refuses_what_is_for_tests_by_name() {
    for (name, value, problem) in [
        (
            "STRIPE_SECRET_KEY",
            "sk_test_1",
            "STRIPE_SECRET_KEY: production does not accept test keys",
        ),
        (
            "STRIPE_SECRET_KEY",
            "rk_test_1",
            "STRIPE_SECRET_KEY: production does not accept test keys",
        ),
        (
            "EARSHOT_LIMITS",
            "off",
            "EARSHOT_LIMITS: production keeps its limits",
        ),
    ] {
        let mut production = Source::of(PRODUCTION);
        production.set(name, value);

        let found = Settings::read(&production).unwrap_err().0;

        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(problem), "{found:?}");
    }
}

#[test]
fn production_names_everything_it_misses() {
    let found = problems([("EARSHOT_ENV", "production"), ("EARSHOT_SANDBOX", "public")]);

    assert_eq!(
        found,
        [
            "EARSHOT_SMTP_URL: production needs a mail server",
            "STRIPE_SECRET_KEY: production needs a payment provider",
            "STRIPE_WEBHOOK_SECRET: production needs the secret that webhooks are signed with",
            "STRIPE_STARTER_PRICE: production needs the price of every plan",
            "STRIPE_PRO_PRICE: production needs the price of every plan",
            "REDDIT_CLIENT_ID: production needs a Reddit app",
            "EARSHOT_SITE_URL: production needs the address people open",
            "EARSHOT_SUPPORT_EMAIL: production needs an address of yours",
            "EARSHOT_MAIL_FROM: production needs an address of yours",
        ]
    );
    assert_eq!(problems(PRODUCTION), Vec::<String>::new());
}

#[test]
fn a_server_that_strangers_can_open_misses_the_name_of_its_operator() {
    let all = [
        "EARSHOT_OPERATOR_NAME",
        "EARSHOT_OPERATOR_ADDRESS",
        "EARSHOT_OPERATOR_COUNTRY",
    ];
    let missing = |source: &Source| Settings::read(source).unwrap().missing_operator_settings();
    let mut production = Source::of(PRODUCTION);
    assert_eq!(missing(&production), all);
    production.set("EARSHOT_OPERATOR_NAME", "Paperlark Ltd");
    assert_eq!(missing(&production), all[1..]);

    let public = Source::of([
        ("EARSHOT_BIND", "0.0.0.0:8080"),
        ("EARSHOT_SANDBOX", "public"),
    ]);
    assert_eq!(missing(&public), all);
    assert_eq!(missing(&Source::of([])), [""; 0]);
}

#[test]
fn with_a_live_source_reddit_may_be_left_out_and_samples_never_stand_beside_real_posts() {
    let mut production = Source::of(PRODUCTION);
    production.set("REDDIT_CLIENT_ID", "");
    production.set("REDDIT_CLIENT_SECRET", "");
    production.set("EARSHOT_HN", "live");
    let settings = Settings::read(&production).unwrap();
    assert_eq!(settings.listening.reddit, RedditSetting::None);

    production.set("EARSHOT_BLUESKY", "sandbox");
    let found = Settings::read(&production).unwrap_err().0;
    assert!(
        found
            .iter()
            .all(|problem| problem.starts_with("EARSHOT_BLUESKY: ")),
        "{found:?}"
    );
    let live_reddit = [
        ("REDDIT_CLIENT_ID", "an-id"),
        ("REDDIT_CLIENT_SECRET", "a-secret"),
        ("EARSHOT_HN", "sandbox"),
    ];
    assert_eq!(
        problems(live_reddit),
        ["EARSHOT_HN: samples and real posts cannot be in one list: choose live or off"]
    );
    assert_eq!(
        problems([("EARSHOT_HN", "yes")]),
        ["EARSHOT_HN: 'yes' is not off, live or sandbox"]
    );
}

/// What production says about a server that is right but for this.
fn refused(name: &str, value: &str) -> Vec<String> {
    let mut production = Source::of(PRODUCTION);
    production.set(name, value);
    Settings::read(&production).map_or_else(|problems| problems.0, |_| Vec::new())
}

#[test]
fn production_refuses_keys_and_ids_that_are_something_else() {
    for (name, value, problem) in [
        (
            "STRIPE_SECRET_KEY",
            "pk_live_1",
            "it is not a secret key of live mode",
        ),
        (
            "STRIPE_WEBHOOK_SECRET",
            "we_1",
            "it is not a signing secret",
        ),
        ("STRIPE_PRO_PRICE", "prod_1", "it is not the id of a price"),
        (
            "STRIPE_PRO_PRICE",
            "price_1",
            "two plans have the same price",
        ),
        ("EARSHOT_METRICS_TOKEN", "short", "too short to be safe"),
    ] {
        let found = refused(name, value);

        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].starts_with(&format!("{name}: {problem}")),
            "{found:?}"
        );
    }
}

#[test]
fn production_refuses_the_values_of_examples_and_repeats_none() {
    for (name, value) in [
        ("STRIPE_SECRET_KEY", "sk_live_xxxx"),
        ("REDDIT_CLIENT_SECRET", "changeme"),
        ("REDDIT_CLIENT_ID", "<your id>"),
        ("EARSHOT_SMTP_URL", "smtps://user:password@mail.example.com"),
        ("STRIPE_PRO_PRICE", "price_\u{2026}"),
    ] {
        let found = refused(name, value);

        let expected = format!("{name}: this is the value of an example; set a real one");
        assert!(found.contains(&expected), "{found:?}");
        assert!(!found.concat().contains(value), "{found:?}");
    }
    let development = problems([
        ("REDDIT_CLIENT_ID", "id"),
        ("REDDIT_CLIENT_SECRET", "changeme"),
    ]);
    assert_eq!(development, Vec::<String>::new());
}
