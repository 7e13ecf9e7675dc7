//! `/ops`: who gets in, what is shown, what its buttons do, and what it never shows.

use billing::Status;
use platform::db::args;
use platform::product::Plan;
use reqwest::Method;
use reqwest::redirect::Policy;
use serde_json::json;
use uuid::Uuid;

use crate::admin;
use crate::kit::{Process, Reply, TestApp, TestPlace, Visitor};
use crate::scanner::{founder, scanning};

const TOKEN: &str = "sesame-open-for-operators";

async fn with_token() -> TestApp {
    TestApp::start_with(&[("EARSHOT_METRICS_TOKEN", TOKEN)]).await
}

/// A form, sent as a browser sends one from a page of ours; it follows no redirect.
async fn submits(url: &str, path: &str, form: &[(&str, &str)], headers: &[(&str, &str)]) -> Reply {
    let browser = reqwest::Client::builder()
        .no_proxy()
        .redirect(Policy::none())
        .build()
        .unwrap();
    let mut request = browser.post(format!("{url}{path}")).form(form);
    if !headers.iter().any(|(name, _)| *name == "origin") {
        request = request.header("origin", url);
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    Visitor::of(url).sends(request).await
}

async fn kills_a_job(app: &TestApp, kind: &str, lane: &str, error: &str) -> Uuid {
    let id = Uuid::now_v7();
    let now = app.clock.now();
    let sql = "insert into jobs (id, kind, lane, payload, state, turn, due_at, not_before, attempt, failures,
                                 max_failures, last_error, created_at, finished_at, urgency)
               values ($1, $2, $3, $4, 'dead', 0, $5, $5, 1, 6, 6, $6, $5, $5, 1)";
    let arguments = args![id, kind, lane, json!({}), now, error];
    app.db().run(sql, arguments).await.unwrap();
    id
}

async fn state_of(app: &TestApp, id: Uuid) -> String {
    let sql = "select state from jobs where id = $1";
    let (state,): (String,) = app.db().one(sql, args![id]).await.unwrap();
    state
}

async fn is_gone(app: &TestApp, id: Uuid) {
    app.db()
        .run("delete from jobs where id = $1", args![id])
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_token_only_this_machine_gets_in_by_a_name_of_its_own() {
    let app = TestApp::start().await;
    let visitor = app.visitor();

    let here = visitor.opens("/ops").await;
    let proxied = visitor.request(Method::GET, "/ops");
    let proxied = proxied.header("x-forwarded-for", "203.0.113.9");
    let rebound = visitor.request(Method::GET, "/ops");
    let rebound = rebound.header("host", "rebound.example:8080");

    assert_eq!(here.status, 200);
    assert!(here.body.contains("Operations"), "{}", here.body);
    assert_eq!(visitor.sends(proxied).await.status, 404);
    assert_eq!(visitor.sends(rebound).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_token_everybody_is_asked_for_it_and_a_form_gives_a_cookie() {
    let app = with_token().await;
    let visitor = app.visitor();

    let asked = visitor.opens("/ops").await;
    let wrong = submits(&app.url(), "/ops/sign-in", &[("token", "guess")], &[]).await;
    let right = submits(&app.url(), "/ops/sign-in", &[("token", TOKEN)], &[]).await;

    assert_eq!(asked.status, 401);
    assert!(asked.body.contains("action=\"/ops/sign-in\""));
    assert!(!asked.body.contains("Providers"));
    assert_eq!(
        (wrong.status.as_u16(), wrong.header("set-cookie")),
        (401, "")
    );
    assert_eq!(
        (right.status.as_u16(), right.header("location")),
        (303, "/ops")
    );
    let cookie = right.header("set-cookie").to_owned();
    assert!(cookie.contains("HttpOnly; SameSite=Strict"), "{cookie}");
    assert!(!cookie.contains(TOKEN), "{cookie}");
    let pair = cookie.split(';').next().unwrap();
    let opened = visitor.request(Method::GET, "/ops").header("cookie", pair);
    assert_eq!(visitor.sends(opened).await.status, 200);
    let bearer = visitor.request(Method::GET, "/ops").bearer_auth(TOKEN);
    assert_eq!(visitor.sends(bearer).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_guesses_the_token_has_to_wait() {
    let app = with_token().await;

    let mut last = 0;
    for _ in 0..11 {
        let guess = submits(&app.url(), "/ops/sign-in", &[("token", "guess")], &[]).await;
        last = guess.status.as_u16();
    }

    assert_eq!(last, 429);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_job_is_shown_with_its_error_and_tried_again_by_its_button() {
    let app = TestApp::start().await;
    let id = kills_a_job(&app, "unheard_of", "", "the ink <b>is</b> dry").await;

    let page = app.visitor().opens("/ops").await.body;
    let answer = submits(&app.url(), &format!("/ops/jobs/{id}/retry"), &[], &[]).await;

    assert!(page.contains("Unheard of: 1 job gave up"), "{page}");
    assert!(!page.contains("the ink <b>"), "{page}");
    assert!(page.contains(" dry</td>"), "{page}");
    assert_eq!(
        (answer.status.as_u16(), answer.header("location")),
        (303, "/ops?retried=1")
    );
    assert_eq!(state_of(&app, id).await, "waiting");
    let after = app.visitor().opens("/ops?retried=1").await.body;
    assert!(after.contains("1 job is tried again."), "{after}");
    is_gone(&app, id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_dead_jobs_of_a_kind_are_tried_again_and_no_others() {
    let app = TestApp::start().await;
    let some = kills_a_job(&app, "unheard_of", "", "away").await;
    let more = kills_a_job(&app, "unheard_of", "", "away").await;
    let other = kills_a_job(&app, "something_else", "", "away").await;

    let form = [("kind", "unheard_of")];
    let answer = submits(&app.url(), "/ops/jobs/retry", &form, &[]).await;

    assert_eq!(answer.header("location"), "/ops?retried=2");
    assert_eq!(state_of(&app, some).await, "waiting");
    assert_eq!(state_of(&app, more).await, "waiting");
    assert_eq!(state_of(&app, other).await, "dead");
    for id in [some, more] {
        is_gone(&app, id).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_on_a_page_of_somebody_else_changes_nothing() {
    let app = TestApp::start().await;
    let id = kills_a_job(&app, "unheard_of", "", "away").await;
    let path = format!("/ops/jobs/{id}/retry");

    for foreign in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
    ] {
        let answer = submits(&app.url(), &path, &[], &[foreign]).await;
        assert_eq!(answer.status, 403, "{foreign:?}");
    }

    assert_eq!(state_of(&app, id).await, "dead");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_is_found_by_address_or_id_and_shown_without_their_texts() {
    let app = scanning().await;
    let ada = founder(&app, "ada", &["late payments"]).await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    app.server().worker.run_next().await.unwrap();
    let sql = "update jobs set payload = $1 where kind in ('discover', 'search_mentions')";
    let spoilt = args![json!({ "late payments": "late payments" })];
    app.db().run(sql, spoilt).await.unwrap();
    app.works_off_jobs().await;
    admin::hears(&app.place, &["seed", &ada.id.to_string()]).await;
    app.works_off_jobs().await;
    app.posts_mail(&ada.email, "Five posts about late payments")
        .await;
    app.works_off_jobs().await;

    let by_address = [("who", " ADA@example.com ")];
    let found = submits(&app.url(), "/ops/customers", &by_address, &[]).await;
    let nobody = submits(
        &app.url(),
        "/ops/customers",
        &[("who", "eve@example.com")],
        &[],
    )
    .await;
    let path = format!("/ops/customers/{}", ada.id);
    let page = app.visitor().opens(&path).await.body;

    assert_eq!(found.header("location"), path);
    assert_eq!(nobody.header("location"), "/ops?missed=true");
    for shown in [
        "ada@example.com",
        "Active",
        "Professional",
        "Something went wrong on our side.",
        "Sent 15 Nov",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    let mut texts = vec![
        "late payments".to_owned(),
        "Paperlark".to_owned(),
        "Five posts".to_owned(),
    ];
    let sql = "select title from reddit_posts where user_id = $1
               union all select post_title from brand_mentions where user_id = $1";
    let titles: Vec<(String,)> = app.db().all(sql, args![ada.id]).await.unwrap();
    assert!(titles.len() > 1);
    texts.extend(titles.into_iter().map(|(title,)| title));
    for text in texts.iter().filter(|text| !text.is_empty()) {
        assert!(!page.contains(text.as_str()), "{text}: {page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_strangers_wrote_stays_text() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let hostile = "<script>alert(1)</script>\"'><img src=x>";
    let id = kills_a_job(&app, hostile, &ada.id.to_string(), hostile).await;

    let overview = app.visitor().opens("/ops").await.body;
    let customer = app
        .visitor()
        .opens(&format!("/ops/customers/{}", ada.id))
        .await
        .body;

    for page in [&overview, &customer] {
        assert!(!page.to_lowercase().contains("<script"), "{page}");
        assert!(!page.contains("<img src=x"), "{page}");
        assert!(page.contains(&format!("/ops/jobs/{id}/retry")), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_database_the_page_says_so() {
    let app = TestApp::start().await;

    app.db().close().await;

    let page = app.visitor().opens("/ops").await;
    assert_eq!(page.status, 200);
    assert!(
        page.body.contains("The database does not answer"),
        "{}",
        page.body
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_use_is_logged_with_who_and_what_and_no_address_of_a_customer() {
    let place = TestPlace::fresh().await;
    let server = Process::start(&place, &[("EARSHOT_METRICS_TOKEN", TOKEN)]).await;
    let visitor = server.visitor();
    let user = Uuid::now_v7();

    let overview = visitor.request(Method::GET, "/ops").bearer_auth(TOKEN);
    visitor.sends(overview).await;
    let customer = visitor.request(Method::GET, &format!("/ops/customers/{user}"));
    visitor.sends(customer.bearer_auth(TOKEN)).await;
    let retried = visitor.request(Method::POST, &format!("/ops/jobs/{user}/retry"));
    visitor.sends(retried.bearer_auth(TOKEN)).await;

    let (_, log) = server.terminate_and_tell().await;
    for action in ["opened the overview", "opened a customer", "retried a job"] {
        let subject = if action == "opened the overview" {
            String::new()
        } else {
            user.to_string()
        };
        let is_logged = log.lines().any(|line| {
            let parts = [action, "token from 127.0.0.1", &subject];
            parts.iter().all(|part| line.contains(part))
        });
        assert!(is_logged, "{action}: {log}");
    }
    assert!(!log.contains(TOKEN), "{log}");
}
