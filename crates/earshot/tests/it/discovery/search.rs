//! A discovery: what it answers, what it keeps, and what it does when somebody does not answer.

use std::time::Duration;

use tokio::time::timeout;

use super::*;
use crate::kit::eventually;

#[tokio::test(flavor = "multi_thread")]
async fn a_discovery_brings_posts_with_their_reasons() {
    let app = TestApp::start().await;
    let nora = app
        .founder("nora", Plan::Pro, &["late payments", "recurring invoices"])
        .await;

    let reply = nora.discovers(&app).await;

    assert_eq!(reply.status, 200, "{}", reply.body);
    let found = reply.json();
    assert_eq!(
        (&found["success"], &found["error"], &found["failures"]),
        (&json!(true), &Value::Null, &json!([]))
    );
    let posts = found["posts"].as_array().unwrap();
    let leads = posts.iter().filter(|post| post["names_brand"] == false);
    assert_eq!(found["newPostsCount"], leads.count());
    assert!(posts.len() >= 3, "{:#?}", titles(posts));
    for post in posts {
        let score = post["relevance_score"].as_f64().unwrap();
        assert!((20.0..=100.0).contains(&score), "{score}");
        let parts = post["relevance_parts"].as_array().unwrap();
        let detail =
            |name: &str| parts.iter().find(|part| part["part"] == name)?["detail"].as_str();
        let text = format!(
            "{}\n{}",
            post["title"].as_str().unwrap(),
            post["content"].as_str().unwrap_or_default()
        );
        let need = detail("need").expect("what they need is told");
        assert!(text.contains(need), "{need:?} is not in {text:?}");
        // Where no sentence of the company answers the need, none is quoted.
        let fit = detail("fit");
        assert!(fit.is_none_or(|fit| COMPANY.contains(&fit)), "{fit:?}");
        assert!(detail("now").unwrap().contains(" old · "), "{parts:?}");
        assert_ne!(post["relevance_reason"], "");
        assert_ne!(post["via"], json!([]));
        assert!(post["permalink"].as_str().unwrap().starts_with("http"));
        assert_eq!(post["rejected"], false);
    }
}

/// The sentences of the company that `founder` makes.
const COMPANY: [&str; 3] = [
    "Invoicing for freelancers and small studios",
    "Paperlark writes, sends and follows up invoices for freelancers and small studios.",
    "It reminds late clients, takes deposits and keeps the books.",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_post_says_which_words_matched_where() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late invoice"]).await;

    nora.discovers(&app).await;

    let posts = nora.all_posts().await;
    let late = posts.iter().find(|post| {
        post["title"]
            .as_str()
            .unwrap()
            .starts_with("My client is 45 days late")
    });
    let matched = late.expect("the post is found")["matched"].clone();
    assert!(
        matched
            .as_array()
            .unwrap()
            .contains(&json!({ "word": "late", "field": "title" })),
        "{matched}"
    );
    assert!(
        matched
            .as_array()
            .unwrap()
            .contains(&json!({ "word": "invoice", "field": "title" })),
        "{matched}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_living_subscription_nothing_is_looked_for() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;

    for status in [
        None,
        Some(Status::Cancelled),
        Some(Status::Pending),
        Some(Status::PaymentFailed),
    ] {
        nora.subscribes(&app, status, None).await;
        let reply = nora.discovers(&app).await;
        reply.refuses(402, "An active subscription is required.");
    }
    nora.subscribes(&app, Some(Status::Trialing), None).await;
    assert_eq!(nora.discovers(&app).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_keyword_there_is_nothing_to_look_for() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &[]).await;

    let reply = nora.posts("/api/reddit-discovery", &json!({})).await;

    reply.refuses(400, "Please add a keyword first.");
    let typed = nora
        .discovers_with(&app, json!({ "query": "unpaid invoice" }))
        .await;
    assert_eq!(typed.status, 200, "{}", typed.body);
    assert_ne!(typed.json()["newPostsCount"], 0);
    let kept = nora.gets("/api/keywords").await.json();
    assert_eq!(kept["keywords"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_is_a_keyword_for_this_time_only() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["e-signature"]).await;
    let body = json!({ "query": "  recurring   invoices " });

    nora.discovers_with(&app, body).await;

    let posts = nora.lists("q=recurring invoices").await;
    assert_ne!(posts["total"], 0);
    assert_eq!(
        nora.gets("/api/keywords").await.json()["keywords"],
        json!([{ "keyword": "e-signature" }])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_known_is_brought_up_to_date_and_never_doubled() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let before = nora.all_posts().await;
    let sql = "update reddit_posts set score = -5, comments = 0 where user_id = $1";
    app.db().run(sql, args![nora.id]).await.unwrap();

    let again = nora.discovers(&app).await.json();

    assert_eq!(
        (&again["newPostsCount"], &again["posts"]),
        (&json!(0), &json!([]))
    );
    let after = nora.all_posts().await;
    let mut posts = after.clone();
    for (post, old) in posts.iter_mut().zip(&before) {
        let (via, known) = (post["via"].take(), old["via"].as_array().unwrap());
        // The second search reads the communities that the first has shown, which adds to it.
        assert!(via.as_array().unwrap().starts_with(known), "{via}");
        post["via"] = old["via"].clone();
    }
    assert_eq!(posts, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_calls_at_once_share_one_discovery() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    let body = json!({ "sortBy": "relevance" });

    let both = async {
        tokio::join!(
            nora.posts("/api/reddit-discovery", &body),
            nora.posts("/api/reddit-discovery", &body)
        )
    };
    let (one, other) = app.working_meanwhile(both).await;

    assert_eq!((one.status.as_u16(), one.json()), (200, other.json()));
    let sql = "select cast(count(*) as bigint) from jobs where kind = 'discover'";
    let (jobs,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(jobs, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_something_else_meanwhile_gets_it_after_the_one_that_runs() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["e-signature"]).await;
    let (plain, asked) = (json!({}), json!({ "query": "late payments" }));

    let both = async {
        tokio::join!(
            nora.posts("/api/reddit-discovery", &plain),
            nora.posts("/api/reddit-discovery", &asked)
        )
    };
    let (_, other) = app.working_meanwhile(both).await;

    assert_eq!(other.status, 200, "{}", other.body);
    let found = other.json();
    let asked = found["searches"].as_array().unwrap();
    let is_asked = |it: &&Value| it["phrase"] == "late payments" && it["origin"] == "query";
    let own = asked.iter().find(is_asked).expect("it was asked for");
    assert_ne!(own["read"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keyword_that_cannot_be_heard_is_named_and_the_others_are_found() {
    let app = TestApp::start().await;
    let nora = app
        .founder(
            "nora",
            Plan::Pro,
            &[
                "late payments",
                "invoicing software",
                "subreddit:sandbox403 money",
            ],
        )
        .await;

    let found = nora.discovers(&app).await.json();

    assert_eq!(
        found["failures"],
        json!([{ "what": "posts about “money”", "why": "It is private or closed." }])
    );
    assert_ne!(found["newPostsCount"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_ranks_the_rest_is_found() {
    let app = TestApp::start().await;
    let nora = app
        .founder(
            "nora",
            Plan::Pro,
            &["late payments", "sandbox:broken invoice"],
        )
        .await;

    let found = nora.discovers(&app).await.json();

    let failures = found["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert_eq!(
        failures[0]["what"],
        "Google ranks for “sandbox:broken invoice”"
    );
    assert_ne!(found["newPostsCount"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn when_nobody_tells_ranks_none_are_missed() {
    let app = TestApp::start_with(&[("EARSHOT_RANK_PROVIDER", "none")]).await;
    let nora = app
        .founder("nora", Plan::Pro, &["late invoice", "invoicing software"])
        .await;

    let found = nora.discovers(&app).await.json();

    assert_eq!(found["failures"], json!([]));
    let posts = found["posts"].as_array().unwrap();
    assert!(!posts.is_empty());
    assert!(posts.iter().all(|post| post["google_ranking"].is_null()));
}

#[tokio::test(flavor = "multi_thread")]
async fn when_nobody_answers_at_all_that_is_said_and_nothing_is_lost() {
    let app = TestApp::start_with(&[("EARSHOT_RANK_PROVIDER", "none")]).await;
    let nora = app
        .founder("nora", Plan::Pro, &["subreddit:sandbox403 money"])
        .await;

    let alone = json!({ "query": "subreddit:sandbox403 money", "alone": true });
    let reply = nora.discovers_with(&app, alone).await;

    reply.refuses(
        503,
        "Reddit is unavailable right now. Please try again later.",
    );
    assert_eq!(
        nora.gets("/api/jobs/current").await.json()["jobs"],
        json!([])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rank_is_the_best_place_over_the_keywords_and_goes_after_thirty_days_unseen() {
    let app = TestApp::start().await;
    let nora = app
        .founder(
            "nora",
            Plan::Pro,
            &[
                "late invoice",
                "invoice never arrived",
                "late payments",
                "invoicing software",
            ],
        )
        .await;
    nora.discovers(&app).await;
    let posts = nora.all_posts().await;
    let is_ranked = |post: &&Value| !post["google_ranking"].is_null() && post["kind"] == "post";
    let ranked = posts.iter().find(is_ranked).expect("one of them ranks");
    let best = ranked["google_ranking"].as_i64().unwrap();
    let reddit_id = reddit_id(&app, ranked).await;
    let sql = "select min(place) from rank_observations where reddit_id = $1";
    let (observed,): (i64,) = app.db().one(sql, args![reddit_id]).await.unwrap();
    assert_eq!(best, observed);

    app.moves_to_later(TimeDelta::days(29)).await;
    let kept = nora.all_posts().await;
    app.moves_to_later(TimeDelta::days(2)).await;
    let dropped = nora.all_posts().await;

    assert!(kept.iter().any(|post| !post["google_ranking"].is_null()));
    assert!(!dropped.is_empty());
    assert!(dropped.iter().all(|post| post["google_ranking"].is_null()));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_for_wrongly_is_refused() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;

    let sorted = json!({ "sortBy": "oldest" });
    let long = json!({ "query": "x".repeat(101) });

    nora.posts("/api/reddit-discovery", &sorted)
        .await
        .refuses(400, "sortBy must be relevance, new, popular or found.");
    nora.posts("/api/reddit-discovery", &long)
        .await
        .refuses(400, "A keyword can have at most 100 characters.");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_finds_without_anybody_waiting_and_a_digest_tells_what_is_new() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    let olga = app.person("olga").await;
    let before = app.clock.now() - TimeDelta::seconds(1);

    let begun = discovery::scan(app.app(), nora.id).await.unwrap();
    let refused = discovery::scan(app.app(), olga.id).await.unwrap();
    app.works_off_jobs().await;

    assert!(begun.is_some() && refused.is_none());
    let new = discovery::new_since(app.db(), nora.id, before)
        .await
        .unwrap();
    assert_eq!(new.len(), nora.all_posts().await.len());
    assert!(new.is_sorted_by(|one, other| one.relevance_score >= other.relevance_score));
    let later = discovery::new_since(app.db(), nora.id, app.clock.now()).await;
    assert_eq!(later.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_joins_a_running_scan_makes_it_as_urgent_as_themselves() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    nora.tracks("invoicing software").await;
    // Scans have used what they may at the beginning of a window; people may still ask.
    let sql = "update reddit_budget set used = allowance / 5, ends_at_us = $1 + length_us";
    let now = app.clock.real().timestamp_micros();
    app.db().run(sql, args![now]).await.unwrap();
    discovery::scan(app.app(), nora.id).await.unwrap();

    let joins = async {
        eventually("the scan waits for Reddit", || async {
            let sql = "select cast(count(*) as bigint) from jobs where kind = 'discover' and state = 'running'";
            let (running,): (i64,) = app.db().one(sql, args![]).await.unwrap();
            running == 1
        })
        .await;
        nora.posts("/api/reddit-discovery", &json!({})).await
    };
    let joined = timeout(Duration::from_secs(30), app.working_meanwhile(joins)).await;

    let reply = joined.expect("the search does not wait for the scans' share of the budget");
    assert_eq!(reply.status, 200, "{}", reply.body);
    let sql = "select cast(count(*) as bigint) from jobs where kind = 'discover'";
    let (searches,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(searches, 2, "the second one joined the scan");
}
