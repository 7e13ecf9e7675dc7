//! The plan: what is derived from a company, shown, switched off, and replaced.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_makes_fifteen_to_twenty_five_searches_and_says_what_each_brought() {
    let app = TestApp::start().await;
    let nora = app
        .founder("nora", Plan::Pro, &["late payments", "invoicing app"])
        .await;
    assert_eq!(nora.searches().await, [] as [Value; 0]);

    let found = nora.discovers(&app).await.json();

    let searches = nora.searches().await;
    assert!(
        (15..=25).contains(&searches.len()),
        "{:#?}",
        phrases(&searches)
    );
    for origin in ["keyword", "problem", "competitor", "asking"] {
        assert!(
            searches.iter().any(|it| it["origin"] == origin),
            "{origin}: {searches:#?}"
        );
    }
    assert!(
        searches
            .iter()
            .all(|it| it["isOn"] == true && it["isSilent"] == false)
    );
    let best = &searches[0];
    assert!(best["leads"].as_i64().unwrap() > 0, "{best}");
    assert!(best["read"].as_i64() >= best["found"].as_i64(), "{best}");
    assert_ne!(best["lastRunAt"], Value::Null);
    let asked = found["searches"].as_array().unwrap();
    assert!(
        asked.len() > searches.len(),
        "communities are read too: {asked:#?}"
    );
    assert!(
        found["postsRead"].as_i64().unwrap() > 50,
        "{}",
        found["postsRead"]
    );
    let added = |it: &Value| it["added"].as_i64().unwrap() > 0;
    assert!(
        asked
            .iter()
            .any(|it| it["origin"] == "problem" && added(it)),
        "{asked:#?}"
    );
    // Derived searches are no keywords.
    let keywords = nora.gets("/api/keywords").await.json()["keywords"].take();
    assert_eq!(keywords.as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_says_which_searches_found_it_and_later_ones_are_added() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let before = nora.all_posts().await;
    assert!(before.iter().all(|post| post["kind"] == "post"));
    assert!(
        before
            .iter()
            .all(|post| post["via"].as_array().unwrap() != &[] as &[Value]),
        "{before:#?}"
    );

    let body = json!({ "query": "client invoice", "alone": true });
    let found = nora.discovers_with(&app, body).await.json();

    let asked = found["searches"].as_array().unwrap();
    assert_eq!(phrases(asked), ["client invoice"]);
    assert_eq!(asked[0]["origin"], "query");
    let after = nora.all_posts().await;
    let by_query = json!({ "phrase": "client invoice", "origin": "query", "community": null });
    let has = |post: &Value| post["via"].as_array().unwrap().contains(&by_query);
    let again = before.iter().find_map(|old| {
        let post = after
            .iter()
            .find(|post| post["id"] == old["id"] && has(post));
        post.map(|post| (old, post))
    });
    let (old, new) = again.expect("a known post is found again");
    let (old, new) = (
        old["via"].as_array().unwrap(),
        new["via"].as_array().unwrap(),
    );
    assert_eq!(old[..], new[..old.len()], "nothing is overwritten");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_is_switched_off_is_not_made_again() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let searches = nora.searches().await;
    let derived = searches
        .iter()
        .find(|it| it["origin"] == "problem")
        .unwrap();

    let switched = nora.switches_search(derived, false).await;
    let found = nora.discovers(&app).await.json();

    assert_eq!(switched.json()["search"]["isOn"], false);
    let asked = found["searches"].as_array().unwrap();
    assert!(!phrases(asked).contains(&derived["phrase"].as_str().unwrap()));
    assert!(phrases(asked).contains(&"late payments"));
    let searches = nora.searches().await;
    assert_eq!(
        searches.last().unwrap()["id"],
        derived["id"],
        "it stays, last"
    );
    let bob = app.person("bob").await;
    assert_eq!(bob.switches_search(derived, true).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn searches_that_find_nothing_in_three_scans_are_replaced_but_keywords_stay() {
    let app = TestApp::start().await;
    let nora = app
        .founder("nora", Plan::Pro, &["late payments", "zzyzx quux"])
        .await;
    for _ in 0..3 {
        nora.discovers(&app).await;
    }
    let silent: Vec<Value> = nora.searches().await;
    let silent: Vec<Value> = silent
        .into_iter()
        .filter(|it| it["isSilent"] == true)
        .collect();
    assert!(phrases(&silent).contains(&"zzyzx quux"), "{silent:#?}");

    nora.discovers(&app).await;

    let now = nora.searches().await;
    assert!(
        phrases(&now).contains(&"zzyzx quux"),
        "a keyword is its owner's"
    );
    let is_gone = |it: &&Value| !phrases(&now).contains(&it["phrase"].as_str().unwrap());
    let gone: Vec<&Value> = silent.iter().filter(is_gone).collect();
    assert!(!gone.is_empty(), "{silent:#?}");
    assert!((15..=25).contains(&now.len()), "{:#?}", phrases(&now));
    nora.discovers(&app).await;
    let later = nora.searches().await;
    let is_back = |it: &&&Value| phrases(&later).contains(&it["phrase"].as_str().unwrap());
    assert_eq!(
        gone.iter().filter(is_back).count(),
        0,
        "they do not come back"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_discovery_that_is_stopped_keeps_what_it_found() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    let body = json!({});
    let asking = nora.posts("/api/reddit-discovery", &body);
    let stopping = async {
        crate::kit::eventually("the discovery is waiting", || async {
            let jobs = nora.gets("/api/jobs/current").await.json();
            jobs["jobs"]
                .as_array()
                .unwrap()
                .iter()
                .any(|job| job["job"] == "discovery")
        })
        .await;
        let stop = nora.request(Method::DELETE, "/api/reddit-discovery");
        assert_eq!(nora.sends(stop).await.status, 200);
        app.works_off_jobs().await;
    };

    let (reply, ()) = tokio::join!(asking, stopping);

    assert_eq!(reply.status, 200, "{}", reply.body);
    let found = reply.json();
    let saved = nora.all_posts().await.len();
    assert_eq!(found["newPostsCount"], saved);
    let again = nora.discovers(&app).await.json();
    assert!(
        again["newPostsCount"].as_i64().unwrap() > 0,
        "the next one is whole"
    );
}
