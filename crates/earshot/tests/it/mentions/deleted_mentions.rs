//! What is gone from Reddit is gone from here, and what was edited is read again.

use chrono::TimeDelta;
use platform::db::args;
use platform::product::Plan;
use serde_json::json;
use uuid::Uuid;

use super::{id_of, reddit_id};
use crate::kit::{Person, TestApp, noon};

/// A mention of something that Reddit does not know.
async fn adds(app: &TestApp, owner: &Person, reddit_id: &str, post_id: &str) {
    let sql = "insert into brand_mentions (id, user_id, reddit_id, post_id, post_title, post_url, subreddit, author,
            reddit_created_at, post_score, comment_count, mention_type, is_read, rejected, brand_terms, found_at,
            last_seen_at, checked_at)
        values ($1, $2, $3, $4, 'Paperlark?', 'https://reddit.example/1', 'sales', 'bob', $5, 5, 6, 'title', $6, $6,
            $7, $5, $5, $5)";
    let term = json!({ "term_value": "Paperlark" });
    let arguments = args![
        Uuid::now_v7(),
        owner.id,
        reddit_id,
        post_id,
        noon(),
        false,
        term
    ];
    app.db().run(sql, arguments).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_gone_from_reddit_is_gone_within_a_day_with_all_that_was_said_below_it() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    adds(&app, &ada, "t3_zzgone", "t3_zzgone").await;
    // Nobody asks Reddit for a sample, so only the thread's end can take this one along.
    adds(&app, &ada, "sample_below", "t3_zzgone").await;
    adds(&app, &ada, "sample_x", "sample_x").await;
    assert_eq!(ada.mention_list("").await["total"], 3);

    app.moves_clock(TimeDelta::hours(14)).await;

    // A sample has no place on Reddit, so nobody looks for it there.
    let left = ada.mentions("").await;
    assert_eq!(left.len(), 1);
    assert_eq!(reddit_id(&app, &left[0]).await, "sample_x");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_still_there_is_brought_up_to_date_and_read_again_when_it_was_edited() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;
    ada.searches_mentions(&app).await;
    let mention = ada.mentions("q=mortified").await.remove(0);
    let sql = "update brand_mentions set post_content = 'Paperlark is lovely', post_score = -99, is_positive = $2
               where id = $1";
    let id: Uuid = id_of(&mention).parse().unwrap();
    app.db().run(sql, args![id, true]).await.unwrap();

    // The search used calls; looking again waits until there are some to spare.
    app.clock.advance(TimeDelta::minutes(11));
    app.moves_clock(TimeDelta::hours(14)).await;

    let now = ada.mentions("q=mortified").await.remove(0);
    assert_eq!(now["is_positive"], mention["is_positive"]);
    assert!(now["post_score"].as_i64().unwrap() > -99);
    assert_ne!(now["post_content"], "Paperlark is lovely");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mention_that_no_search_met_for_a_year_is_removed() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    adds(&app, &ada, "sample_old", "sample_old").await;

    app.moves_clock(TimeDelta::days(366)).await;

    let sql = "select cast(count(*) as bigint) from brand_mentions";
    let (left,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(left, 0);
}
