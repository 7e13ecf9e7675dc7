//! The plan: what is derived from a company, shown, switched off, and replaced.

use chrono::TimeDelta;
use platform::db::args;
use uuid::Uuid;

use super::*;
use crate::kit::UnreliableReddit;

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
async fn every_derived_search_can_be_switched_off_and_reddit_is_not_asked_for_it() {
    let reddit = UnreliableReddit::open().await;
    let app = TestApp::start_with(&reddit.settings()).await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let first = searched(&reddit);
    let searches = nora.searches().await;
    let derived: Vec<&Value> = searches
        .iter()
        .filter(|it| it["origin"] != "keyword")
        .collect();
    for search in &derived {
        assert_eq!(nora.switches_search(search, false).await.status, 200);
    }
    // What Reddit answered is kept for a while, so that nobody would ask again.
    app.clock.advance(TimeDelta::minutes(30));

    let found = nora.discovers(&app).await.json();

    assert!(
        derived.len() >= 14 && first.len() >= searches.len(),
        "{first:#?}"
    );
    assert_eq!(searched(&reddit).len(), 1, "the keyword alone");
    let asked = found["searches"].as_array().unwrap();
    let of_plan = asked.iter().filter(|it| it["origin"] != "community");
    let of_plan: Vec<Value> = of_plan.cloned().collect();
    assert_eq!(phrases(&of_plan), ["late payments"]);
    let off = nora.searches().await;
    assert_eq!(
        off.iter().filter(|it| it["isOn"] == false).count(),
        derived.len()
    );
}

/// The searches for posts that Reddit was asked for.
fn searched(reddit: &UnreliableReddit) -> Vec<String> {
    let asked = reddit.asked().into_iter();
    asked
        .filter(|path| path.starts_with("/search") || path.contains("/search?"))
        .filter(|path| !path.starts_with("/subreddits/"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn searches_that_find_nothing_in_three_scans_are_replaced_but_keywords_stay() {
    let app = TestApp::start().await;
    // So many that more is derived than one scan searches for.
    let keywords = [
        "late payments",
        "zzyzx quux",
        "invoicing software",
        "recurring invoices",
        "client deposits",
        "bookkeeping app",
        "payment reminders",
        "quotes and estimates",
        "studio accounting",
        "contract templates",
    ];
    let nora = app.founder("nora", Plan::Pro, &keywords).await;
    for _ in 0..3 {
        nora.discovers(&app).await;
    }
    let searches = nora.searches().await;
    let derived = searches.iter().filter(|it| it["origin"] != "keyword");
    let derived: Vec<&Value> = derived.take(2).collect();
    let keyword = searches.iter().find(|it| it["phrase"] == "zzyzx quux");
    // Whatever the samples hold: two found nothing, and all others did.
    let sql = "update search_runs set found = 1 where search_id is not null";
    app.db().run(sql, args![]).await.unwrap();
    for search in derived.iter().copied().chain(keyword) {
        let id: Uuid = search["id"].as_str().unwrap().parse().unwrap();
        let sql = "update search_runs set found = 0, added = 0, leads = 0 where search_id = $1";
        app.db().run(sql, args![id]).await.unwrap();
    }
    let silent: Vec<Value> = nora.searches().await;
    let silent: Vec<Value> = silent
        .into_iter()
        .filter(|it| it["isSilent"] == true)
        .collect();
    assert!(phrases(&silent).contains(&"zzyzx quux"), "{silent:#?}");
    for search in &derived {
        assert!(
            silent.iter().any(|it| it["id"] == search["id"]),
            "{silent:#?}"
        );
    }

    nora.discovers(&app).await;

    let now = nora.searches().await;
    assert!(
        phrases(&now).contains(&"zzyzx quux"),
        "a keyword is its owner's"
    );
    let is_gone = |it: &&Value| !phrases(&now).contains(&it["phrase"].as_str().unwrap());
    let gone: Vec<&Value> = silent.iter().filter(is_gone).collect();
    for search in &derived {
        assert!(gone.iter().any(|it| it["id"] == search["id"]), "{gone:#?}");
    }
    let is_new = |it: &&Value| searches.iter().all(|old| old["id"] != it["id"]);
    let new: Vec<&Value> = now.iter().filter(is_new).collect();
    assert!(
        new.len() >= derived.len(),
        "others take their place: {new:#?}"
    );
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
    let saved = nora.all_posts().await;
    assert_eq!(found["posts"].as_array().unwrap().len(), saved.len());
    let again = nora.discovers(&app).await.json();
    assert!(
        again["newPostsCount"].as_i64().unwrap() > 0,
        "the next one is whole"
    );
}
