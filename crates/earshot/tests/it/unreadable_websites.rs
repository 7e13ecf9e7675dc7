//! Websites that cannot be read, companies without one, and the sentence that stands in for it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::kit::{Person, Reply, TestApp};

impl Person {
    async fn tells(&self, app: &TestApp, url: &str, sentence: &str) -> Reply {
        let body = json!({ "url": url, "sentence": sentence });
        app.working_meanwhile(self.posts("/api/analyze-website", &body))
            .await
    }

    async fn previews(&self, url: &str) -> Value {
        let request = self.request(Method::GET, "/api/website-preview");
        self.sends(request.query(&[("url", url)])).await.json()
    }

    async fn company(&self) -> Value {
        let companies = self.gets("/api/companies").await.json();
        companies["companies"].get(0).cloned().unwrap_or_default()
    }
}

fn keywords(analysis: &Value) -> Vec<&str> {
    let all = analysis["keywords"].as_array().unwrap().iter();
    all.map(|keyword| keyword["keyword"].as_str().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn preview_and_error_give_the_same_reason() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    for (site, reason, is_found) in [
        ("nobody-lives-here.example", "unreachable", false),
        ("broken.example", "unreachable", false),
        ("closed.example", "blocked", true),
        ("members.example", "blocked", true),
        ("challenge.example", "blocked", true),
        ("soon.example", "empty", true),
        ("parked.example", "empty", true),
        ("german.example", "not_english", true),
        ("pdf.example", "not_a_page", true),
    ] {
        let preview = nora.previews(site).await;
        let refused = nora.analyses(&app, site).await;

        assert_eq!(refused.status, 422, "{site}: {}", refused.body);
        let error = refused.json();
        assert_eq!(error["reason"], reason, "{site}");
        assert_eq!(error["error"], "Website analysis failed", "{site}");
        assert_ne!(error["message"], "", "{site}");
        let seen = (&preview["found"], &preview["readable"], &preview["reason"]);
        let expected = (&json!(is_found), &json!("no"), &json!(reason));
        assert_eq!(seen, expected, "{site}");
    }
    assert_eq!(nora.company().await, Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_can_be_read_has_no_reason() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    for site in ["paperlark.example", "thin.example", "plain.example"] {
        let preview = nora.previews(site).await;
        let analysed = nora.analyses(&app, site).await;

        let seen = (&preview["readable"], &preview["reason"]);
        assert_eq!(seen, (&json!("yes"), &Value::Null), "{site}");
        assert_eq!(analysed.status, 200, "{site}: {}", analysed.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sentence_stands_in_for_a_site_that_cannot_be_read() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    assert_eq!(nora.analyses(&app, "challenge.example").await.status, 422);

    let told = nora
        .tells(
            &app,
            "challenge.example",
            " Scheduling software for dog groomers ",
        )
        .await;

    assert_eq!(told.status, 200, "{}", told.body);
    let analysis = told.json();
    let said = "Scheduling software for dog groomers";
    assert_eq!(analysis["companyDescription"], said);
    assert_eq!(analysis["message"], Value::Null);
    let data = &analysis["analysisData"];
    assert_eq!(data["companyName"], "Challenge");
    assert_eq!(data["websiteUrl"], "https://challenge.example/");
    assert_eq!(
        (&data["pagesRead"], &data["isThin"]),
        (&json!(0), &json!(false))
    );
    let found = keywords(&analysis);
    assert!(
        found.contains(&"scheduling software for dog groomers"),
        "{found:?}"
    );
    assert_eq!(nora.company().await["description"], said);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sentence_that_starts_with_the_name_gives_the_name() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    let sentence = "Paperlark is invoicing for freelancers";
    let analysis = nora.tells(&app, "german.example", sentence).await.json();

    assert_eq!(analysis["analysisData"]["companyName"], "Paperlark");
    assert_eq!(analysis["companyDescription"], sentence);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sentence_must_say_something_and_come_to_an_end() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    let long = "x ".repeat(400);

    for (sentence, message) in [
        ("  ", "Please tell us in a sentence what you sell."),
        (long.as_str(), "Please keep it under 500 characters."),
    ] {
        let body = json!({ "url": "closed.example", "sentence": sentence });
        let refused = nora.posts("/api/analyze-website", &body).await;

        assert_eq!(refused.status, 400);
        assert_eq!(refused.json()["message"], message);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_survive_another_analysis_with_and_without_a_sentence() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    let said = "Invoicing for freelancers";
    let first = nora.tells(&app, "paperlark.example", said).await.json();
    let path = format!("/api/companies/{}", first["companyId"].as_str().unwrap());
    let edits = json!({ "company_name": "Paperlark Ltd", "description": "Our own words." });
    assert_eq!(nora.patches(&path, &edits).await.status, 200);

    nora.tells(&app, "paperlark.example", "Bookkeeping for bakers")
        .await;
    let told_again = nora.company().await;
    nora.analyses(&app, "www.paperlark.example").await;
    let read_again = nora.company().await;

    for company in [told_again, read_again] {
        assert_eq!(company["id"], first["companyId"]);
        assert_eq!(company["company_name"], "Paperlark Ltd");
        assert_eq!(company["description"], "Our own words.");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_model_leaves_the_owner_s_sentence_as_it_is() {
    let settings = [
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_MODEL", "sandbox-echo"),
    ];
    let app = TestApp::start_with(&settings).await;
    let nora = app.person("nora").await;
    let said = "Invoicing for freelancers";

    let analysis = nora.tells(&app, "closed.example", said).await.json();

    assert_eq!(analysis["companyDescription"], said);
    let found = keywords(&analysis);
    let is_own = |keyword: &&str| keyword.eq_ignore_ascii_case("invoicing for freelancers");
    assert!(found.iter().any(is_own), "{found:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_in_a_store_and_a_repository_are_companies_too() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    for (page, name, subject) in [
        ("app/tidewatch/id4021", "Tidewatch", "kayak"),
        ("marram/quillbox", "Quillbox", "inbox"),
    ] {
        let url = format!("storefront.example/{page}");
        let preview = nora.previews(&url).await;
        let analysed = nora.analyses(&app, &url).await;

        assert_eq!(preview["readable"], "yes", "{page}");
        assert_eq!(analysed.status, 200, "{page}: {}", analysed.body);
        let analysis = analysed.json();
        assert_eq!(analysis["analysisData"]["companyName"], name);
        assert_eq!(analysis["analysisData"]["pagesRead"], 1, "{page}");
        let address = format!("https://storefront.example/{page}");
        assert_eq!(analysis["analysisData"]["websiteUrl"], address);
        let description = analysis["companyDescription"].as_str().unwrap();
        assert!(description.contains(subject), "{description}");
        assert!(
            !analysis.to_string().contains("on Storefront"),
            "{analysis:#}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_of_an_app_is_no_brand_term() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    nora.analyses(&app, "storefront.example/marram/quillbox")
        .await;

    let terms = nora
        .posts("/api/mentions/initialize-terms", &json!({}))
        .await;

    assert_eq!(terms.status, 200, "{}", terms.body);
    let terms = nora.gets("/api/mentions/brand-terms").await.json();
    let values: Vec<&Value> = terms["terms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|term| &term["term_value"])
        .collect();
    assert_eq!(values, ["Quillbox"]);
}
