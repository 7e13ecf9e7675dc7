//! Keywords: each once, and never more than the plan allows.

use earshot::billing::{self, Plan, Status};
use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::kit::{Person, Reply, TestApp};

impl Person {
    async fn adds(&self, keyword: &str) -> Reply {
        let body = json!({ "keyword": keyword });
        self.posts("/api/keywords", &body).await
    }

    async fn removes(&self, keyword: &str) -> Reply {
        let request = self.request(Method::DELETE, "/api/keywords");
        self.sends(request.query(&[("keyword", keyword)])).await
    }

    async fn keywords(&self) -> Vec<String> {
        let list = self.gets("/api/keywords").await.json();
        let keywords = list["keywords"].as_array().unwrap().iter();
        keywords
            .map(|row| row["keyword"].as_str().unwrap().to_owned())
            .collect()
    }
}

async fn ada(app: &TestApp) -> Person {
    let ada = app.person("ada").await;
    ada.has_company(app).await;
    ada
}

#[tokio::test(flavor = "multi_thread")]
async fn keywords_are_added_listed_in_order_and_removed_without_regard_to_case() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    let added = ada.adds("  Late \n payments ").await;
    ada.adds("invoicing software").await;

    let expected = json!({ "success": true, "keyword": { "keyword": "Late payments" } });
    assert_eq!(added.json(), expected);
    assert_eq!(
        ada.keywords().await,
        ["Late payments", "invoicing software"]
    );

    assert_eq!(ada.removes("LATE PAYMENTS").await.status, 200);
    assert_eq!(ada.keywords().await, ["invoicing software"]);
    assert_eq!(ada.removes("late payments").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keyword_that_is_there_in_any_case_is_refused() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    ada.adds("Straße").await;

    let refused = ada.adds("STRAßE").await;

    assert_eq!(refused.status, 409);
    let text = "This keyword already exists in your list.";
    assert_eq!(refused.json()["message"], text);
    assert_eq!(ada.keywords().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_and_too_much_are_no_keywords() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    for text in ["", "   ", &"x".repeat(101)] {
        assert_eq!(ada.adds(text).await.status, 400, "{text:?}");
    }

    assert_eq!(ada.keywords().await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_at_once_leave_as_many_as_the_plan_allows() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    let names: Vec<String> = (0..30).map(|number| format!("word {number}")).collect();
    let replies = join_all(names.iter().map(|name| ada.adds(name))).await;

    let refused: Vec<&Reply> = replies.iter().filter(|reply| reply.status == 403).collect();
    assert_eq!((refused.len(), ada.keywords().await.len()), (20, 10));
    let body: Value = refused[0].json();
    assert_eq!(body["error"], "Keyword Limit Reached");
    assert_eq!(
        body["message"],
        "You've reached your limit of 10 keywords on the Starter plan. Upgrade to add more keywords."
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_larger_plan_has_room_for_more_while_it_lives() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    subscribes(&app, &ada, Status::Active).await;
    for number in 0..11 {
        assert_eq!(ada.adds(&format!("word {number}")).await.status, 200);
    }

    subscribes(&app, &ada, Status::Cancelled).await;

    let refused = ada.adds("one more").await;
    assert_eq!(refused.status, 403);
    assert_eq!(ada.keywords().await.len(), 11);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_no_company_yet_is_told_to_analyse_the_website() {
    let app = TestApp::start().await;
    let ben = app.person("ben").await;

    let refused = ben.adds("late payments").await;

    assert_eq!(refused.status, 409);
    assert_eq!(refused.json()["error"], "Website Analysis Required");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_or_touches_the_keywords_of_another() {
    let app = TestApp::start().await;
    let (ada, ben) = (ada(&app).await, app.person("ben").await);
    ada.adds("late payments").await;

    assert_eq!(ben.removes("late payments").await.status, 404);

    assert_eq!(ben.keywords().await, Vec::<String>::new());
    assert_eq!(ada.keywords().await, ["late payments"]);
    assert_eq!(app.visitor().asks("/api/keywords").await.status, 401);
}

async fn subscribes(app: &TestApp, person: &Person, status: Status) {
    let mut tx = app.db().begin().await.unwrap();
    let plan = Some(Plan::Pro);
    let set = billing::set_subscription(&mut tx, &app.clock, person.id, Some(status), plan).await;
    set.unwrap();
    tx.commit().await.unwrap();
}
