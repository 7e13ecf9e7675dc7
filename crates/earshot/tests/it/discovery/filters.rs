//! AI filtering, as far as it concerns posts: noise, thresholds, exclusions, a second opinion.

use super::*;

impl Person {
    pub(crate) async fn filters(&self, settings: Value) {
        let saved = self.posts("/api/mentions/ai-settings", &settings).await;
        assert_eq!(saved.status, 200, "{}", saved.body);
    }
}

const KEYWORDS: [&str; 3] = ["late payments", "invoicing software", "recurring invoices"];

#[tokio::test(flavor = "multi_thread")]
async fn what_is_excluded_is_not_kept() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;
    let olga = app.founder("olga", Plan::Pro, &KEYWORDS).await;
    olga.discovers(&app).await;
    let all = olga.all_posts().await;
    let (community, author) = (&all[0]["subreddit"], &all[1]["author"]);
    nora.filters(json!({
        "excludedSubreddits": [community],
        "excludedAuthors": [author],
        "excludedWords": ["FreshBooks"],
    }))
    .await;

    nora.discovers(&app).await;

    let kept = nora.all_posts().await;
    assert!(!kept.is_empty() && kept.len() < all.len());
    for post in &kept {
        let text = format!("{} {}", post["title"], post["content"]).to_lowercase();
        assert_ne!(post["subreddit"], *community);
        assert_ne!(post["author"], *author);
        assert!(!text.contains("freshbooks"), "{}", post["title"]);
    }
    let sql = "select cast(count(*) as bigint) from reddit_posts where user_id = $1";
    let (stored,): (i64,) = app.db().one(sql, args![nora.id]).await.unwrap();
    assert_eq!(usize::try_from(stored).unwrap(), kept.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_excluded_later_leaves_the_list_and_comes_back_with_the_exclusion() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;
    nora.discovers(&app).await;
    let before = nora.all_posts().await;
    let community = &before[0]["subreddit"];

    nora.filters(json!({ "excludedSubreddits": [community] }))
        .await;
    let without = nora.all_posts().await;
    nora.filters(json!({ "excludedSubreddits": [] })).await;

    assert!(without.len() < before.len());
    assert!(without.iter().all(|post| post["subreddit"] != *community));
    assert_eq!(nora.all_posts().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_plan_s_exclusions_hid_comes_back_at_once_with_a_plan_that_has_none() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;
    nora.discovers(&app).await;
    let all = nora.all_posts().await.len();
    let subreddit = nora.all_posts().await[0]["subreddit"].clone();
    nora.filters(json!({ "excludedSubreddits": [subreddit] }))
        .await;
    let hidden = nora.all_posts().await.len();

    nora.subscribes(&app, Some(Status::Active), Some(Plan::Starter))
        .await;
    let downgraded = nora.all_posts().await.len();
    nora.subscribes(&app, Some(Status::Active), Some(Plan::Pro))
        .await;
    let upgraded = nora.all_posts().await.len();

    assert!(hidden < all, "{hidden} of {all}");
    assert_eq!((downgraded, upgraded), (all, hidden));
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_threshold_leaves_out_what_lies_below_it_and_only_on_a_plan_that_has_it() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;
    let olga = app.founder("olga", Plan::Pro, &KEYWORDS).await;
    for person in [&nora, &olga] {
        person.filters(json!({ "minConfidence": 60 })).await;
    }
    olga.subscribes(&app, Some(Status::Active), Some(Plan::Starter))
        .await;

    nora.discovers(&app).await;
    olga.discovers(&app).await;

    let below = |posts: &[Value]| {
        let scores = posts
            .iter()
            .map(|post| post["relevance_score"].as_i64().unwrap());
        scores.filter(|score| *score < 60).count()
    };
    let kept = nora.all_posts().await;
    assert!(!kept.is_empty());
    assert_eq!(below(&kept), 0);
    assert_ne!(below(&olga.all_posts().await), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_gives_a_second_opinion_where_the_plan_has_it_and_budget_is_spent_on_it() {
    let model = [
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_MODEL", "sandbox"),
    ];
    let app = TestApp::start_with(&model).await;
    let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;
    let olga = app.founder("olga", Plan::Starter, &KEYWORDS).await;
    nora.filters(json!({ "instructions": "Only people with clients." }))
        .await;

    nora.discovers(&app).await;
    olga.discovers(&app).await;

    let spent = async |person: &Person| {
        let sql = "select tokens from llm_spending where spender = $1";
        let row: Option<(i64,)> = app
            .db()
            .maybe(sql, args![person.id.to_string()])
            .await
            .unwrap();
        row.map_or(0, |(tokens,)| tokens)
    };
    assert!(spent(&nora).await > 0);
    assert_eq!(spent(&olga).await, 0);
    let asked = |posts: &[Value]| {
        posts.iter().any(|post| {
            let parts = post["relevance_parts"].as_array().unwrap();
            parts.iter().any(|part| part["part"] == "model")
        })
    };
    assert!(asked(&nora.all_posts().await));
    assert!(!asked(&olga.all_posts().await));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_sensible_answer_of_the_model_the_first_opinion_stands() {
    let plain = TestApp::start().await;
    let nora = plain.founder("nora", Plan::Pro, &KEYWORDS).await;
    nora.discovers(&plain).await;
    let all = nora.all_posts().await;
    let expected = titles(&all);

    for name in ["sandbox-malformed", "sandbox-refusal", "sandbox-broken"] {
        let model = [
            ("EARSHOT_LLM_PROVIDER", "sandbox"),
            ("EARSHOT_LLM_MODEL", name),
        ];
        let app = TestApp::start_with(&model).await;
        let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;

        nora.discovers(&app).await;

        assert_eq!(titles(&nora.all_posts().await), expected, "{name}");
    }
}
