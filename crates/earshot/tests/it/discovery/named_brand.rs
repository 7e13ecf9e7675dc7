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
async fn posts_that_name_the_company_are_no_new_leads() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;

    let found = nora.discovers(&app).await.json();

    let (named, posts) = (named(&nora).await, nora.all_posts().await);
    assert_ne!(named, 0);
    assert_eq!(found["posts"].as_array().unwrap().len(), posts.len());
    assert_eq!(found["newPostsCount"], posts.len() - named);
    let searches = nora.gets("/api/searches").await.json();
    let is_lead = |post: &&Value| {
        post["names_brand"] == false && post["relevance_score"].as_i64().unwrap() >= 50
    };
    for search in searches["searches"].as_array().unwrap() {
        let is_by = |post: &&Value| {
            let via = post["via"].as_array().unwrap().iter();
            let mut via = via.filter(|via| via["origin"] != "web" && post["kind"] == "post");
            via.any(|via| via["phrase"] == search["phrase"])
        };
        let leads = posts.iter().filter(is_by).filter(is_lead).count();
        assert_eq!(search["leads"], leads, "{search}");
    }
}

async fn named(person: &Person) -> usize {
    let list = person.lists("namesYou=only&limit=200").await;
    list["posts"].as_array().unwrap().len()
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
    let before = nora.lists("").await;
    let mut tx = app.db().begin().await.unwrap();
    let used = billing::take_posts(&mut tx, &app.clock, nora.id, 50).await;
    assert_eq!(used.unwrap(), Ok(50));
    tx.commit().await.unwrap();

    nora.discovers(&app).await;

    let list = nora.lists("").await;
    let resets: chrono::DateTime<chrono::Utc> =
        list["allowanceResetsAt"].as_str().unwrap().parse().unwrap();
    assert_eq!(before["allowanceResetsAt"], Value::Null);
    assert!(list["waiting"].as_i64().unwrap() > 0);
    assert!(resets > app.clock.now() && resets <= app.clock.now() + TimeDelta::days(31));
}
