//! A scan reports what failed and keeps the rest.

use platform::db::args;

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn failures_are_listed_beside_what_was_found() {
    let app = scanning().await;
    let ada = founder(
        &app,
        "ada",
        &["subreddit:sandbox403 money", "late payments"],
    )
    .await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;

    app.works_off_jobs().await;

    let last = ada.scanner().await["lastScan"].clone();
    assert!(last["newPosts"].as_i64().unwrap() > 0, "{last}");
    assert!(last["newMentions"].as_i64().unwrap() > 0, "{last}");
    let failures = last["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 1, "{last}");
    let what = failures[0]["what"].as_str().unwrap();
    assert!(what.contains("money"), "{what}");
    assert_ne!(failures[0]["why"], "");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_part_does_not_lose_the_other() {
    let app = scanning().await;
    let ada = founder(&app, "ada", &["late payments"]).await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    app.server().worker.run_next().await.unwrap();
    // A discovery job that no build can run: it becomes a dead job.
    let sql = "update jobs set payload = $1 where kind = 'discover'";
    let spoilt = app.db().run(sql, args![json!({ "nonsense": true })]).await;
    assert_eq!(spoilt.unwrap(), 1);

    app.works_off_jobs().await;

    let last = ada.scanner().await["lastScan"].clone();
    assert_eq!(last["newPosts"], 0, "{last}");
    assert!(last["newMentions"].as_i64().unwrap() > 0, "{last}");
    assert_eq!(
        last["failures"],
        json!([{ "what": "Relevant posts", "why": "Something went wrong on our side." }])
    );
    assert_ne!(last["endedAt"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_without_a_company_says_so_and_the_next_one_tries_again() {
    let app = scanning().await;
    let ada = app.customer("ada").await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    app.works_off_jobs().await;
    let first = ada.scanner().await["lastScan"].clone();

    ada.has_company(&app).await;
    ada.posts("/api/keywords", &json!({ "keyword": "late payments" }))
        .await;
    app.waits_for_scan_of(&ada).await;

    assert_eq!(
        first["failures"],
        json!([
            { "what": "Relevant posts", "why": "There are no keywords yet." },
            { "what": "Brand mentions", "why": "There is no company yet." },
        ])
    );
    assert_ne!(first["endedAt"], Value::Null);
    let second = ada.scanner().await["lastScan"].clone();
    assert_eq!(second["failures"], json!([]), "{second}");
    assert!(second["newPosts"].as_i64().unwrap() > 0, "{second}");
}
