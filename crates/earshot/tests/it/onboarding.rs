//! Analysing a website, and the company that results from it.

use platform::live::{Event, LiveEvent};
use reqwest::Method;
use serde_json::{Value, json};

use crate::kit::{Person, Reply, TestApp, masked};

impl Person {
    pub(crate) async fn analyses(&self, app: &TestApp, url: &str) -> Reply {
        let body = json!({ "url": url });
        app.working_meanwhile(self.posts("/api/analyze-website", &body))
            .await
    }

    async fn companies(&self) -> Value {
        self.gets("/api/companies").await.json()["companies"].take()
    }

    async fn corrects(&self, id: &Value, correction: Value) -> Reply {
        let path = format!("/api/companies/{}", id.as_str().unwrap());
        self.patches(&path, &correction).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_website_becomes_a_company_with_a_description_and_keywords() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    let reply = nora.analyses(&app, "paperlark.example").await;

    assert_eq!(reply.status, 200, "{}", reply.body);
    let analysis = reply.json();
    assert_eq!(analysis["success"], true);
    assert_eq!(analysis["analysisData"]["companyName"], "Paperlark");
    assert_eq!(analysis["analysisData"]["usedModel"], false);
    assert_eq!(analysis["analysisData"]["isThin"], false);
    let description = analysis["companyDescription"].as_str().unwrap();
    assert!(description.contains("invoic"), "{description}");
    let keywords = analysis["keywords"].as_array().unwrap();
    assert!(keywords.len() >= 5, "{keywords:?}");
    let companies = nora.companies().await;
    assert_eq!(companies[0]["id"], analysis["companyId"]);
    assert_eq!(companies[0]["description"], analysis["companyDescription"]);
    insta::assert_snapshot!(masked(&companies[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn keywords_are_sorted_best_first_with_their_type_and_without_duplicates() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    let analysis = nora
        .analyses(&app, "https://paperlark.example")
        .await
        .json();

    let keywords = analysis["keywords"].as_array().unwrap();
    let scores: Vec<i64> = keywords
        .iter()
        .map(|keyword| keyword["intentScore"].as_i64().unwrap())
        .collect();
    let (shown, rest) = scores.split_at(5);
    for part in [shown, rest] {
        assert!(part.is_sorted_by(|left, right| left >= right), "{scores:?}");
    }
    assert!(scores.iter().all(|score| (0..=100).contains(score)));
    let mut texts: Vec<String> = keywords
        .iter()
        .map(|keyword| keyword["keyword"].as_str().unwrap().to_lowercase())
        .collect();
    let count = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), count);
    let kinds = ["problem", "product", "category", "competitor", "audience"];
    assert!(
        keywords
            .iter()
            .all(|keyword| kinds.contains(&keyword["type"].as_str().unwrap()))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn analysing_the_same_site_again_updates_the_company() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    let first = nora.analyses(&app, "paperlark.example").await.json();

    let second = nora
        .analyses(&app, "https://www.paperlark.example/pricing")
        .await
        .json();

    assert_eq!(second["companyId"], first["companyId"]);
    assert_eq!(nora.companies().await.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_s_edits_survive_a_second_analysis() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    let first = nora.analyses(&app, "paperlark.example").await.json();
    let correction = json!({ "company_name": "Paperlark Ltd", "description": "Our own words." });
    assert_eq!(
        nora.corrects(&first["companyId"], correction).await.status,
        200
    );

    let second = nora.analyses(&app, "paperlark.example").await.json();

    let companies = nora.companies().await;
    assert_eq!(companies[0]["company_name"], "Paperlark Ltd");
    assert_eq!(companies[0]["description"], "Our own words.");
    assert_eq!(companies[0]["industry"], second["analysisData"]["industry"]);
    assert_eq!(second["analysisData"]["companyName"], "Paperlark");
    assert_eq!(
        second["analysisData"]["description"],
        first["companyDescription"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_concurrent_requests_share_one_analysis() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    let body = json!({ "url": "paperlark.example" });

    let both = async {
        tokio::join!(
            nora.posts("/api/analyze-website", &body),
            nora.posts("/api/analyze-website", &body)
        )
    };
    let (one, other) = app.working_meanwhile(both).await;

    assert_eq!((one.status.as_u16(), one.json()), (200, other.json()));
    assert_eq!(nora.companies().await.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_address_is_rejected_at_once() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    for url in [
        "",
        "not a site",
        "ftp://paperlark.example",
        "javascript:alert(1)",
    ] {
        let reply = nora
            .posts("/api/analyze-website", &json!({ "url": url }))
            .await;

        assert_eq!(reply.status, 400, "{url}");
        assert_eq!(reply.json()["error"], "Invalid URL", "{url}");
        assert_eq!(
            reply.json()["message"],
            "Please enter a valid website URL",
            "{url}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_site_is_an_error_and_stores_no_company() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    let reply = nora.analyses(&app, "nobody-lives-here.example").await;

    assert_eq!(reply.status, 422);
    assert_eq!(reply.json()["message"], "This website cannot be reached.");
    assert_eq!(nora.companies().await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_internal_address_looks_like_one_that_does_not_respond() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    for url in [
        "http://10.0.0.1",
        "http://[::ffff:127.0.0.1]",
        "http://169.254.169.254/latest",
    ] {
        let reply = nora.analyses(&app, url).await;

        assert!(
            [400, 422].contains(&reply.status.as_u16()),
            "{url}: {}",
            reply.body
        );
        assert!(!reply.body.contains("private"), "{}", reply.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_user_s_company_is_not_found() {
    let app = TestApp::start().await;
    let (nora, ben) = (app.person("nora").await, app.person("ben").await);
    nora.has_company(&app).await;
    let id = nora.companies().await[0]["id"].clone();

    let refused = ben.corrects(&id, json!({ "company_name": "Mine" })).await;

    assert_eq!(refused.status, 404);
    assert_eq!(ben.companies().await, json!([]));
    assert_eq!(nora.companies().await[0]["company_name"], "Paperlark");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_has_limits_and_needs_a_name() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    nora.has_company(&app).await;
    let id = nora.companies().await[0]["id"].clone();

    for correction in [
        json!({ "company_name": "  " }),
        json!({ "company_name": "x".repeat(121) }),
        json!({ "description": "x".repeat(2_001) }),
    ] {
        assert_eq!(nora.corrects(&id, correction).await.status, 400);
    }

    assert_eq!(nora.companies().await[0]["company_name"], "Paperlark");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_returns_the_icon_from_our_own_server() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    let preview = async |url: &str| {
        let request = nora.request(Method::GET, "/api/website-preview");
        nora.sends(request.query(&[("url", url)])).await
    };

    let found = preview("paperlark.example").await.json();
    let missing = preview("nobody-lives-here.example").await.json();

    assert_eq!(
        (&found["found"], &found["host"]),
        (&json!(true), &json!("paperlark.example"))
    );
    let icon = found["icon"].as_str().unwrap();
    assert!(icon.starts_with("data:image/"), "{icon}");
    assert_eq!(
        (&missing["found"], &missing["icon"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(preview("no address").await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_eleventh_analysis_in_ten_minutes_is_rejected() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    for number in 0..10 {
        let reply = nora
            .analyses(&app, &format!("nobody-{number}.example"))
            .await;
        assert_eq!(reply.status, 422);
    }

    let refused = nora.analyses(&app, "nobody-11.example").await;

    assert_eq!(refused.status, 429);
    assert!(refused.headers.contains_key("retry-after"));
}

#[tokio::test(flavor = "multi_thread")]
async fn open_pages_follow_the_three_stages_in_order() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(nora.id, 10));

    nora.analyses(&app, "paperlark.example").await;

    let mut told: Vec<Value> = Vec::new();
    while told.last().is_none_or(|last| last["state"] != "done") {
        let events = page.next().await.expect("the page goes on listening");
        told.extend(events.iter().filter_map(progress));
    }
    let mut stages: Vec<&str> = told
        .iter()
        .map(|one| one["stage"].as_str().unwrap())
        .collect();
    stages.dedup();
    let expected = [
        "Scraping Website",
        "Extracting Keywords",
        "Generating Description",
    ];
    assert_eq!(stages, expected);
    let percents: Vec<u64> = told
        .iter()
        .map(|one| one["percent"].as_u64().unwrap())
        .collect();
    assert!(
        percents.is_sorted() && percents.ends_with(&[66, 100]),
        "{percents:?}"
    );
    assert!(told.iter().all(|one| one["job"] == "analysis"));
}

fn progress(event: &Event) -> Option<Value> {
    match &event.news {
        LiveEvent::Broadcast { payload, .. } => Some(payload.clone()),
        LiveEvent::Row(_) => None,
    }
}

/// An app with the sandbox's language model of this name.
async fn with_model(name: &str) -> TestApp {
    let settings = [
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_MODEL", name),
    ];
    TestApp::start_with(&settings).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_configured_model_refines_the_analysis() {
    let app = with_model("sandbox-echo").await;
    let nora = app.person("nora").await;

    let analysis = nora.analyses(&app, "paperlark.example").await.json();

    assert_eq!(analysis["analysisData"]["usedModel"], true, "{analysis:#}");
    assert_eq!(analysis["analysisData"]["companyName"], "Paperlark");
    assert!(analysis["keywords"].as_array().unwrap().len() >= 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_usable_answer_of_the_model_the_analysis_is_as_good_as_without_one() {
    let plain = TestApp::start().await;
    let nora = plain.person("nora").await;
    let expected = nora.analyses(&plain, "paperlark.example").await.json();

    for name in [
        "sandbox-malformed",
        "sandbox-unfitting",
        "sandbox-refusal",
        "sandbox-broken",
    ] {
        let app = with_model(name).await;
        let nora = app.person("nora").await;

        let analysis = nora.analyses(&app, "paperlark.example").await.json();

        for field in ["companyDescription", "keywords", "analysisData"] {
            assert_eq!(analysis[field], expected[field], "{name}");
        }
    }
}
