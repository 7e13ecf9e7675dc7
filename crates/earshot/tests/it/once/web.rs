//! The web app's files and the page's settings.

use crate::kit::{Reply, TestApp, Visitor};

async fn hashed_script(visitor: &Visitor) -> String {
    let index = visitor.opens("/").await.body;
    let script = index
        .split("src=\"/assets/")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    format!(
        "/assets/{}",
        script.expect("the index names a hashed script")
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn the_apps_own_addresses_get_the_index_and_no_others_do() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let index = visitor.opens("/").await.body;

    for path in [
        "/",
        "/auth",
        "/signin",
        "/signup",
        "/onboarding",
        "/payment?cancelled=true",
        "/dashboard?tab=mentions",
        "/dashboard/",
    ] {
        let reply = visitor.opens(path).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.body),
            (200, &index),
            "{path}"
        );
    }
    for path in [
        "/nowhere",
        "/dashboard/x",
        "/index.html",
        "/../Cargo.toml",
        "/%2e%2e/etc/passwd",
    ] {
        assert_eq!(visitor.opens(path).await.status.as_u16(), 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gallery_is_there_for_those_who_build_and_for_nobody_else() {
    let development = TestApp::start().await;
    let production = TestApp::start_with(&[
        ("EARSHOT_ENV", "production"),
        ("EARSHOT_SITE_URL", "https://app.example.com"),
        ("EARSHOT_SMTP_URL", "smtps://mail.example.com"),
        ("EARSHOT_MAIL_FROM", "Earshot <hello@example.com>"),
        ("EARSHOT_SUPPORT_EMAIL", "help@example.com"),
        ("STRIPE_SECRET_KEY", "sk_live_1"),
        ("STRIPE_WEBHOOK_SECRET", "whsec_1"),
        ("STRIPE_STARTER_PRICE", "price_1"),
        ("STRIPE_PRO_PRICE", "price_2"),
        ("REDDIT_CLIENT_ID", "an-id"),
        ("REDDIT_CLIENT_SECRET", "a-secret"),
    ])
    .await;

    for (app, status, is_development) in [(&development, 200, true), (&production, 404, false)] {
        let visitor = app.visitor();
        assert_eq!(visitor.opens("/dev/gallery").await.status.as_u16(), status);
        let settings = page_settings(&visitor.opens("/settings.js").await);
        assert_eq!(settings["isDevelopment"], is_development);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_get_words_instead_of_a_page() {
    let app = TestApp::start().await;
    let visitor = app.visitor();

    for path in ["/api/nothing", "/assets/nothing.js"] {
        visitor.opens(path).await.refuses(404, "Not found.");
    }
    visitor.asks("/nowhere").await.refuses(404, "Not found.");
    visitor
        .posts("/", &serde_json::json!({}))
        .await
        .refuses(405, "Method not allowed.");
}

#[tokio::test(flavor = "multi_thread")]
async fn hashed_files_are_kept_for_ever_and_the_index_is_asked_for_again() {
    let app = TestApp::start().await;
    let visitor = app.visitor();

    let script = visitor.opens(&hashed_script(&visitor).await).await;
    assert_eq!(
        script.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(
        script.header("content-type"),
        "text/javascript; charset=utf-8"
    );

    let index = visitor.opens("/").await;
    assert_eq!(index.header("cache-control"), "no-cache");
    let again = visitor
        .request(reqwest::Method::GET, "/")
        .header("if-none-match", index.header("etag"));
    assert_eq!(visitor.sends(again).await.status.as_u16(), 304);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_sent_in_the_smallest_form_the_browser_understands() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let path = hashed_script(&visitor).await;

    let plain = visitor.weighs(&path, "identity").await;
    let gzip = visitor.weighs(&path, "gzip").await;
    let brotli = visitor.weighs(&path, "gzip, deflate, br, zstd").await;

    assert_eq!(
        (plain.0.as_str(), gzip.0.as_str(), brotli.0.as_str()),
        ("", "gzip", "br")
    );
    assert!(
        brotli.1 < gzip.1 && gzip.1 < plain.1,
        "{brotli:?} {gzip:?} {plain:?}"
    );
}

fn page_settings(reply: &Reply) -> serde_json::Value {
    let line = reply.body.lines().next().unwrap();
    let json = line
        .strip_prefix("window.__EARSHOT__ = ")
        .and_then(|rest| rest.strip_suffix(';'))
        .unwrap();
    serde_json::from_str(json).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_learns_its_settings_from_a_script_of_our_own_origin() {
    let app = TestApp::start().await;

    let script = app.visitor().opens("/settings.js").await;

    let settings = page_settings(&script);
    assert_eq!(settings["version"], "1.0.0");
    assert_eq!(settings["authUrl"], "/");
    assert!(
        settings["authKey"]
            .as_str()
            .unwrap()
            .starts_with("sb_publishable_")
    );
    let sandboxes = serde_json::json!(["mail", "payments", "reddit", "rank", "google"]);
    assert_eq!(settings["sandbox"], sandboxes);
    assert_eq!(settings["googleSignIn"], true);
    assert_eq!(script.header("cache-control"), "no-store");
    assert!(
        script.body.contains("earshot-theme"),
        "it sets the theme before the first paint"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_learns_the_products_time_which_a_sandbox_can_move() {
    let app = TestApp::start().await;
    let before = page_settings(&app.visitor().opens("/settings.js").await);

    let day = serde_json::json!({ "advanceSeconds": 86_400 });
    app.visitor().posts("/sandbox/clock", &day).await;

    let after = page_settings(&app.visitor().opens("/settings.js").await);
    let time = |settings: &serde_json::Value| {
        chrono::DateTime::parse_from_rfc3339(settings["now"].as_str().unwrap()).unwrap()
    };
    assert_eq!(time(&after) - time(&before), chrono::TimeDelta::days(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_auth_url_or_key_the_page_is_told_so() {
    let app = TestApp::start_with(&[("EARSHOT_AUTH_URL", ""), ("EARSHOT_AUTH_KEY", "")]).await;

    let settings = page_settings(&app.visitor().opens("/settings.js").await);

    assert_eq!(
        (&settings["authUrl"], &settings["authKey"]),
        (&"".into(), &"".into())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_api_has_a_page_for_people_and_a_document_for_programs() {
    let app = TestApp::start().await;

    let page = app.visitor().opens("/api/docs").await;
    let document = app.visitor().asks("/api/openapi.json").await.json();

    assert!(
        page.body.contains("/sandbox/mailbox")
            && page
                .body
                .contains("Check that the process can serve requests")
    );
    assert!(!page.body.contains("<script"));
    assert_eq!(
        document,
        serde_json::to_value(earshot::router::openapi()).unwrap()
    );
}
