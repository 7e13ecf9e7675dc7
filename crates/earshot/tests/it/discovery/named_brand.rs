//! Posts that name the company itself: marked, and no new leads.

use super::*;

const KEYWORDS: [&str; 3] = ["invoicing app", "late payments", "Paperlark"];

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_names_the_company_is_marked_and_counted_apart() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;

    nora.discovers(&app).await;

    let posts = nora.all_posts().await;
    let (named, others): (Vec<&Value>, Vec<&Value>) =
        posts.iter().partition(|post| post["names_brand"] == true);
    assert!(!named.is_empty() && !others.is_empty());
    for post in &posts {
        let text = format!("{} {}", post["title"], post["content"]).to_lowercase();
        let is_named = text.contains("paperlark");
        assert_eq!(post["names_brand"], is_named, "{text}");
    }
    let list = nora.lists("limit=200").await;
    assert_eq!(list["namesYou"], named.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_of_an_earlier_version_are_marked_when_they_are_judged_again() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;
    nora.discovers(&app).await;
    let named = nora.lists("namesYou=only&limit=200").await["total"].clone();
    let older = "update reddit_posts set names_brand = $2, scale = 2 where user_id = $1";
    app.db().run(older, args![nora.id, false]).await.unwrap();

    discovery::rejudge_older_scales(app.db(), &app.clock)
        .await
        .unwrap();
    app.works_off_jobs().await;

    assert_ne!(named, 0);
    assert_eq!(nora.lists("namesYou=only").await["total"], named);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_tells_when_what_waits_will_come() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Starter, &KEYWORDS).await;
    nora.discovers(&app).await;
    let before = nora.lists("").await;
    let used = "update post_allowances set used = 50 where user_id = $1";
    app.db().run(used, args![nora.id]).await.unwrap();
    nora.tracks("recurring invoices").await;

    nora.discovers(&app).await;

    let list = nora.lists("").await;
    let resets: chrono::DateTime<chrono::Utc> =
        list["allowanceResetsAt"].as_str().unwrap().parse().unwrap();
    assert_eq!(before["allowanceResetsAt"], Value::Null);
    assert!(list["waiting"].as_i64().unwrap() > 0);
    assert!(resets > app.clock.now() && resets <= app.clock.now() + TimeDelta::days(31));
}
