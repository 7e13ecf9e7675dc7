//! Brand terms: made from what is known of the company, edited by its owner.

use platform::db::args;
use platform::product::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use crate::kit::{Person, Reply, TestApp};

impl Person {
    async fn initialises_terms(&self) -> Reply {
        self.posts("/api/mentions/initialize-terms", &json!({}))
            .await
    }

    async fn adds_term(&self, body: Value) -> Reply {
        self.posts("/api/mentions/brand-terms", &body).await
    }

    async fn removes_term(&self, term: &str) -> Reply {
        let request = self.request(Method::DELETE, "/api/mentions/brand-terms");
        self.sends(request.query(&[("term", term)])).await
    }

    async fn terms(&self) -> Vec<String> {
        self.term_values("terms").await
    }

    async fn suggested_terms(&self) -> Vec<String> {
        self.term_values("suggestions").await
    }

    async fn term_values(&self, list: &str) -> Vec<String> {
        let lists = self.gets("/api/mentions/brand-terms").await.json();
        let terms = lists[list].as_array().unwrap().iter();
        terms
            .map(|term| term["term_value"].as_str().unwrap().to_owned())
            .collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn terms_are_made_once_from_name_domain_products_and_handle() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;

    let first = ada.initialises_terms().await.json();
    let second = ada.initialises_terms().await.json();

    assert_eq!(first["result"]["added"], 4);
    assert_eq!(second["result"]["added"], 0);
    assert_eq!(
        ada.terms().await,
        ["Paperlark", "paperlark.example", "Larkbooks", "@paperlark"]
    );
    let kinds: Vec<&Value> = first["result"]["terms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|term| &term["term_type"])
        .collect();
    assert_eq!(kinds, ["name", "domain", "product", "handle"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_its_owner_took_away_is_not_made_again_but_can_be_added_again() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;
    ada.initialises_terms().await;

    assert_eq!(ada.removes_term("LARKBOOKS").await.status, 200);
    assert_eq!(ada.removes_term("larkbooks").await.status, 404);
    ada.initialises_terms().await;
    assert_eq!(ada.terms().await.len(), 3);

    let added = ada.adds_term(json!({ "term": " Larkbooks " })).await;
    assert_eq!(added.json()["term"]["term_value"], "Larkbooks");
    assert_eq!(ada.terms().await.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn everyday_words_need_context_unless_their_owner_says_otherwise() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;

    let lark = ada.adds_term(json!({ "term": "Square" })).await.json();
    let sure = ada
        .adds_term(json!({ "term": "Monday", "needsContext": false }))
        .await
        .json();

    assert_eq!(lark["term"]["needs_context"], true);
    assert_eq!(sure["term"]["needs_context"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn products_that_are_everyday_words_are_suggested_and_off_until_somebody_adds_them() {
    let app = TestApp::start().await;
    let ada = app
        .seller("ada", &["Bookings", "Sourdough Club", "Timesheets"])
        .await;

    let made = ada.initialises_terms().await.json();

    let on = [
        "Paperlark",
        "paperlark.example",
        "Sourdough Club",
        "@paperlark",
    ];
    assert_eq!(made["result"]["added"], on.len());
    assert_eq!(ada.terms().await, on);
    assert_eq!(ada.suggested_terms().await, ["Bookings", "Timesheets"]);
    assert_eq!(made["result"]["suggestions"][0]["term_value"], "Bookings");

    let added = ada.adds_term(json!({ "term": "timesheets" })).await.json();
    assert_eq!(added["term"]["needs_context"], true);
    assert_eq!(ada.removes_term("Bookings").await.status, 200);
    ada.initialises_terms().await;

    assert_eq!(ada.terms().await.len(), 5);
    assert_eq!(ada.suggested_terms().await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn after_an_update_products_are_sorted_again_and_what_their_owner_edited_stays() {
    let app = TestApp::start().await;
    let products = ["Bookings", "Larkbooks", "Flour", "Starters"];
    let ada = app.seller("ada", &products).await;
    ada.initialises_terms().await;
    // The rule before: every product is a term.
    let sql = "update brand_terms set suggested = $1, rule = 0 where term_type = 'product'";
    app.db().run(sql, args![false]).await.unwrap();
    ada.removes_term("Starters").await;
    ada.removes_term("Flour").await;
    ada.adds_term(json!({ "term": "Flour" })).await;
    ada.adds_term(json!({ "term": "Square" })).await;

    finds::sort_older_brand_terms(app.db(), &app.clock)
        .await
        .unwrap();
    app.works_off_jobs().await;

    let mut terms = ada.terms().await;
    terms.sort();
    let kept = ["@paperlark", "Flour", "Larkbooks", "Paperlark", "Square"];
    assert_eq!(terms[..5], kept);
    assert_eq!(ada.suggested_terms().await, ["Bookings"]);
    finds::sort_older_brand_terms(app.db(), &app.clock)
        .await
        .unwrap();
    assert_eq!(app.works_off_jobs().await, 0, "once is enough");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_everyday_word_counts_only_where_the_name_or_domain_is_in_the_same_text() {
    let app = TestApp::start().await;
    let ada = app.seller("ada", &["Bookings"]).await;
    ada.initialises_terms().await;
    ada.adds_term(json!({ "term": "Bookings" })).await;
    ada.adds_term(json!({ "term": "Square" })).await;

    let known = finds::KnownBrand::of(app.db(), ada.id).await.unwrap();

    let texts = |text: &str| -> Vec<String> {
        let spots = known.brand.spots(text, "Paperlark, invoices and bookings");
        let named = spots.iter().map(|spot| &known.terms[spot.name]);
        named.map(|term| term.term_value.clone()).collect()
    };
    let none: [&str; 0] = [];
    assert_eq!(texts("Our invoicing app lost all Bookings again"), none);
    assert_eq!(texts("Is Square better for invoices than Stripe?"), none);
    assert_eq!(
        texts("Paperlark lost my bookings"),
        ["Paperlark", "Bookings"]
    );
    let domain = "Square of paperlark.example is slow";
    assert_eq!(texts(domain), ["Square", "paperlark.example"]);
    let queries = known.queries();
    assert!(
        queries.contains(&"\"Bookings\" \"Paperlark\"".to_owned()),
        "{queries:?}"
    );
    assert!(!queries.contains(&"\"Bookings\"".to_owned()), "{queries:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_doubles_and_too_many_terms_are_refused() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;
    ada.adds_term(json!({ "term": "Paperlark" })).await;

    let double = ada.adds_term(json!({ "term": "PAPERLARK" })).await;
    double.refuses(409, "This brand term already exists in your list.");
    for nonsense in ["", "  ", "!!", &"x".repeat(61)] {
        let reply = ada.adds_term(json!({ "term": nonsense })).await;
        assert_eq!(reply.status, 400, "{nonsense:?}");
    }
    for number in 1..25 {
        let added = ada
            .adds_term(json!({ "term": format!("Lark{number}") }))
            .await;
        assert_eq!(added.status, 200);
    }
    let last = ada.adds_term(json!({ "term": "Lark25" })).await;
    last.refuses(400, "You can have at most 25 brand terms.");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_took_all_terms_away_is_asked_for_one() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;
    ada.initialises_terms().await;
    for term in ada.terms().await {
        assert_eq!(ada.removes_term(&term).await.status, 200);
    }

    let refused = ada.searches_mentions(&app).await;

    refused.refuses(400, "Please add a brand term in Settings first.");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_without_a_company_has_no_terms_to_make_and_nobody_sees_anothers() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;
    let bob = app.person("bob").await;
    ada.initialises_terms().await;

    let refused = bob.initialises_terms().await;

    refused.refuses(400, "Please analyse your website first.");
    assert_eq!(bob.terms().await, Vec::<String>::new());
    assert_eq!(bob.removes_term("Paperlark").await.status, 404);
    let stranger = app.visitor().asks("/api/mentions/brand-terms").await;
    assert_eq!(stranger.status, 401);
}
