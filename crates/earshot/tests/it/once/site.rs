//! The public site: plain pages that lead into the app.

use std::collections::BTreeSet;

use crate::kit::{Reply, TestApp, Visitor};

const PAGES: [&str; 4] = ["/site/", "/site/terms", "/site/privacy", "/site/contact"];

/// Every address of our own that the page names, whatever for.
fn addresses(page: &Reply) -> BTreeSet<String> {
    let named = page
        .body
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    let ours = named.filter(|address| address.starts_with('/') || address.starts_with('#'));
    ours.map(str::to_owned).collect()
}

async fn settings_file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    tokio::fs::write(file.path(), text).await.unwrap();
    file
}

/// The words of a page, without its tags.
fn words(page: &str) -> String {
    let texts = page
        .split('<')
        .filter_map(|part| part.split_once('>').map(|(_, text)| text));
    let all: Vec<&str> = texts.flat_map(str::split_whitespace).collect();
    all.join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_the_site_answers_without_a_script_and_can_be_kept() {
    let app = TestApp::start().await;
    let visitor = app.visitor();

    for path in PAGES {
        let page = visitor.opens(path).await;

        assert_eq!(page.status.as_u16(), 200, "{path}");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(page.header("cache-control"), "no-cache");
        assert!(!page.body.contains("<script"), "{path}");
        assert!(
            page.body
                .contains("<link rel=\"stylesheet\" href=\"/assets/site-"),
            "{path} has its style sheet"
        );
        let again = visitor
            .request(reqwest::Method::GET, path)
            .header("if-none-match", page.header("etag"));
        assert_eq!(visitor.sends(again).await.status.as_u16(), 304, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_home_of_the_site_is_found_without_its_slash_and_nothing_is_made_up() {
    let app = TestApp::start().await;
    let visitor = app.visitor();

    let home = visitor.opens("/site").await;
    assert_eq!(home.status.as_u16(), 200);
    assert!(home.body.contains("Someone is asking for what you sell."));

    for path in ["/site/nowhere", "/site/terms/x", "/site/index.html"] {
        assert_eq!(visitor.opens(path).await.status.as_u16(), 404, "{path}");
        visitor.asks(path).await.refuses(404, "Not found.");
    }
    visitor
        .posts("/site/", &serde_json::json!({}))
        .await
        .refuses(405, "Method not allowed.");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_link_of_the_site_leads_somewhere() {
    let app = TestApp::start().await;
    let visitor = app.visitor();

    for path in PAGES {
        let page = visitor.opens(path).await;
        for address in addresses(&page) {
            let reply = follow(&visitor, path, &address).await;
            assert_eq!(reply.status.as_u16(), 200, "{address} on {path}");
            if let Some((_, fragment)) = address.split_once('#') {
                assert!(
                    reply.body.contains(&format!("id=\"{fragment}\"")),
                    "{address} on {path}"
                );
            }
        }
    }
    let home = addresses(&visitor.opens("/site/").await);
    for path in ["/signup", "/signin", "/site/terms", "/site/privacy"] {
        assert!(home.contains(path), "{path}");
    }
}

async fn follow(visitor: &Visitor, page: &str, address: &str) -> Reply {
    if address.starts_with('#') {
        visitor.opens(page).await
    } else {
        visitor.opens(address).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plans_are_those_of_the_product() {
    let app = TestApp::start().await;

    let page = words(&app.visitor().opens("/site/").await.body);

    for line in [
        "Starter For one product and one person $10 a month 3-day free trial",
        "10 keywords 50 posts a month Basic AI filtering Email support Weekly new opportunities \
         Unlimited comment generation Email notifications",
        "Professional For teams that answer every day $21 a month 3-day free trial",
        "30 keywords 500 posts a month Advanced AI filtering Priority support Weekly new \
         opportunities Unlimited comment generation Email notifications",
    ] {
        assert!(page.contains(line), "{line}\nis not in\n{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_texts_of_the_operator_the_small_print_says_so() {
    let app = TestApp::start_with(&[("EARSHOT_SUPPORT_EMAIL", "help@paperlark.example")]).await;
    let visitor = app.visitor();

    for (path, title) in [
        ("/site/terms", "Terms"),
        ("/site/privacy", "Privacy"),
        ("/site/contact", "Contact"),
    ] {
        let page = visitor.opens(path).await.body;

        assert!(
            page.contains(&format!("<title>{title} · Earshot</title>")),
            "{path}"
        );
        assert!(page.contains(&format!("<h1>{title}</h1>")), "{path}");
        assert!(
            page.contains("The people who run this server have not"),
            "{path}"
        );
        assert!(page.contains("rite to help@paperlark.example."), "{path}");
        assert!(!page.contains("{measuring}"), "{path}");
    }
    let privacy = visitor.opens("/site/privacy").await.body;
    assert!(privacy.contains("This server measures nothing"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operators_own_texts_are_shown_and_cannot_be_more_than_text() {
    let terms = settings_file(
        "# Our <b>terms</b>\n\nBe kind,\nplease. <script>alert(1)</script>\n\n## Money\n\n- one & two\n- ask {support_email}\n",
    )
    .await;
    let app = TestApp::start_with(&[
        ("EARSHOT_TERMS", terms.path().to_str().unwrap()),
        ("EARSHOT_SUPPORT_EMAIL", "\"><img src=x>@example.com"),
    ])
    .await;

    let page = app.visitor().opens("/site/terms").await.body;

    let prose = page.split("<article class=\"prose\">").nth(1).unwrap();
    let prose: Vec<&str> = prose
        .split("</article>")
        .next()
        .unwrap()
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(
        prose,
        [
            "<h1>Our &lt;b&gt;terms&lt;/b&gt;</h1>",
            "<p>Be kind, please. &lt;script&gt;alert(1)&lt;/script&gt;</p>",
            "<h2>Money</h2>",
            "<ul>",
            "<li>one &amp; two</li>",
            "<li>ask \"&gt;&lt;img src=x&gt;@example.com</li>",
            "</ul>",
        ]
    );
    assert!(!page.contains("<img src=x>") && !page.contains("<script"));
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_key_for_analytics_the_page_is_told_and_may_call_that_one_address() {
    let key = ("EARSHOT_POSTHOG_KEY", "phc_test");
    let host = ("EARSHOT_POSTHOG_HOST", "https://stats.example:8443/ingest/");
    let with_key = TestApp::start_with(&[key, host]).await;
    let without_key = TestApp::start_with(&[host]).await;

    let script = with_key.visitor().opens("/settings.js").await;
    assert!(
        script.body.contains(
            r#""analytics":{"key":"phc_test","host":"https://stats.example:8443/ingest"}"#
        ),
        "{}",
        script.body
    );
    let policy = script.header("content-security-policy");
    assert!(
        policy.contains("; connect-src 'self' https://stats.example:8443; "),
        "{policy}"
    );
    assert!(policy.contains("script-src 'self';"), "{policy}");
    let privacy = with_key.visitor().opens("/site/privacy").await.body;
    assert!(privacy.contains("to PostHog at https://stats.example:8443"));

    let script = without_key.visitor().opens("/settings.js").await;
    assert!(script.body.contains(r#""analytics":null"#));
    assert!(
        script
            .header("content-security-policy")
            .contains("; connect-src 'self'; ")
    );
}
