//! The public site: plain pages that lead into the app.

use std::collections::BTreeSet;

use super::small_print::{settings_file, words};
use crate::kit::{Reply, TestApp, Visitor};

/// Those that are made at start.
const PAGES: [&str; 5] = [
    "/site/",
    "/site/changelog",
    "/site/terms",
    "/site/privacy",
    "/site/contact",
];
/// Made while somebody asks.
const STATUS: &str = "/site/status";

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

    for path in PAGES.into_iter().chain([STATUS]) {
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
        "3 days free Then $10 or $21 a month, as you choose",
        "A card is needed for the trial Nothing is charged before it ends",
        "One click to cancel In Settings, at any time",
        "Starter For one product and one person $10 a month 3-day free trial",
        "Scans every week 10 keywords 50 posts a month Basic AI filtering leaves out noise \
         Unlimited drafts Alerts by mail: instant, daily, weekly or monthly Email support",
        "Professional For teams that answer every day $21 a month 3-day free trial",
        "Scans every day 30 keywords 500 posts a month Advanced AI filtering with thresholds and \
         exclusions of your own Unlimited drafts Alerts by mail: instant, daily, weekly or monthly \
         Priority support answers you first",
        "Professional scans Reddit every day, Starter every week.",
        "During the trial every plan scans every day.",
        "Less than 24 hours old, so an answer is still early.",
        "Among the first 5 on Google, with more than 50 upvotes or 20 comments.",
    ] {
        assert!(page.contains(line), "{line}\nis not in\n{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_plans_change_every_number_of_the_page() {
    let plans = settings_file(
        "trial_days = 1\n[[plan]]\nid = \"team\"\nname = \"Team\"\nprice = 35\nkeywords = -1\nscan_every_hours = 12\n",
    )
    .await;
    let app = TestApp::start_with(&[("EARSHOT_PLANS", plans.path().to_str().unwrap())]).await;

    let page = words(&app.visitor().opens("/site/").await.body);

    for line in [
        "1 day free Then $35 a month",
        "Scans every 12 hours Unlimited keywords",
        "Team scans Reddit every 12 hours.",
    ] {
        assert!(page.contains(line), "{line}\nis not in\n{page}");
    }
    assert!(!page.contains("$10") && !page.contains("$21"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_field_of_the_landing_page_is_a_plain_form() {
    let app = TestApp::start().await;

    let page = app.visitor().opens("/site/").await.body;

    assert!(page.contains(r#"<form id="try" class="try" action="/site/try" method="get">"#));
    assert!(page.contains(r#"<label for="website">Try it with your website</label>"#));
    assert!(page.contains(r#"<input id="website" name="website" type="text""#));
    assert!(words(&page).contains("No account and no card. Takes about five seconds."));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_picture_is_there_has_its_room_and_weighs_little() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let page = visitor.opens("/site/").await.body;

    let pictures: BTreeSet<&str> = page
        .split('"')
        .filter(|part| part.starts_with("/site/") && part.contains(".webp"))
        .collect();

    assert_eq!(pictures.len(), 12, "{pictures:?}");
    for address in pictures.into_iter().chain(["/site/shared.jpg"]) {
        let request = visitor.request(reqwest::Method::GET, address);
        let answer = request.send().await.unwrap();
        let kind = answer.headers()["content-type"]
            .to_str()
            .unwrap()
            .to_owned();
        assert_eq!(answer.status().as_u16(), 200, "{address}");
        assert!(
            kind == "image/webp" || kind == "image/jpeg",
            "{address}: {kind}"
        );
        let weight = answer.bytes().await.unwrap().len();
        assert!(weight <= 60_000, "{address} weighs {weight} bytes");
    }
    for tag in page.split('<').filter(|tag| {
        tag.starts_with("img ") || (tag.starts_with("source ") && tag.contains("srcset"))
    }) {
        assert!(
            tag.contains("width=\"") && tag.contains("height=\""),
            "{tag}"
        );
        assert!(
            tag.starts_with("source ")
                || (tag.contains("alt=\"") && tag.contains("loading=\"lazy\"")),
            "{tag}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_can_be_found_and_shared() {
    let app = TestApp::start_with(&[("EARSHOT_SITE_URL", "http://localhost:8999")]).await;
    let visitor = app.visitor();
    let mut titles = BTreeSet::new();

    for path in PAGES.into_iter().chain([STATUS]) {
        let page = visitor.opens(path).await.body;
        let url = format!("http://localhost:8999{path}");
        for line in [
            format!("<link rel=\"canonical\" href=\"{url}\">"),
            format!("<meta property=\"og:url\" content=\"{url}\">"),
            "<meta property=\"og:image\" content=\"http://localhost:8999/site/shared.jpg\">"
                .to_owned(),
            "<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned(),
        ] {
            assert!(page.contains(&line), "{line} on {path}");
        }
        let between = |start: &str| {
            page.split(start)
                .nth(1)
                .unwrap()
                .split(['<', '"'])
                .next()
                .unwrap()
                .to_owned()
        };
        let description = between("<meta name=\"description\" content=\"");
        assert!(description.len() > 20, "{path}: {description}");
        assert_eq!(
            between("<meta property=\"og:description\" content=\""),
            description
        );
        assert_eq!(page.matches("<h1").count(), 1, "{path}");
        titles.insert(between("<title>"));
    }
    assert_eq!(titles.len(), PAGES.len() + 1, "{titles:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn search_engines_find_every_page_and_nothing_else() {
    let app = TestApp::start_with(&[("EARSHOT_SITE_URL", "http://localhost:8999")]).await;
    let visitor = app.visitor();

    let robots = visitor.opens("/robots.txt").await;
    let sitemap = visitor.opens("/sitemap.xml").await;

    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    for line in [
        "Allow: /site/",
        "Disallow: /site/try",
        "Disallow: /api/",
        "Disallow: /dashboard",
        "Sitemap: http://localhost:8999/sitemap.xml",
    ] {
        assert!(robots.body.lines().any(|it| it == line), "{line}");
    }
    assert_eq!(
        sitemap.header("content-type"),
        "application/xml; charset=utf-8"
    );
    let listed: BTreeSet<String> = sitemap
        .body
        .split("<loc>http://localhost:8999")
        .skip(1)
        .filter_map(|rest| rest.split('<').next())
        .map(str::to_owned)
        .collect();
    let pages = PAGES
        .into_iter()
        .chain([STATUS])
        .map(str::to_owned)
        .collect();
    assert_eq!(listed, pages);
    for address in listed {
        assert_eq!(
            visitor.opens(&address).await.status.as_u16(),
            200,
            "{address}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_status_page_says_what_works_and_where_a_sandbox_stands_in() {
    let app = TestApp::start_with(&[("EARSHOT_RANK_PROVIDER", "none")]).await;

    let page = app.visitor().opens(STATUS).await;

    assert_eq!(page.header("cache-control"), "no-store");
    assert!(!page.body.contains("<script"));
    let said = words(&page.body);
    for line in [
        "Everything is working",
        "Website and app This server answers. Working",
        "Database Accounts, posts and mentions are there. Working",
        "Reddit A sandbox on this server stands in for it. Sample data",
        "Google ranks Posts are shown without their place on Google. Not set up",
        "Mail A sandbox on this server stands in for it. Sample data",
        "Payments A sandbox on this server stands in for it. Sample data",
        "Language model A reply kit takes the place of drafts. Not set up",
    ] {
        assert!(said.contains(line), "{line}\nis not in\n{said}");
    }
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
