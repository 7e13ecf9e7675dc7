//! What a scan could not do is said, and does not take the rest with it.

use platform::db::args;

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_heard_is_named_beside_what_was() {
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
async fn one_part_that_fails_does_not_lose_the_other() {
    let app = scanning().await;
    let ada = founder(&app, "ada", &["late payments"]).await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    app.server().worker.run_next().await.unwrap();
    // A discovery that no build can carry out: it is set aside.
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
async fn without_a_company_a_scan_says_so_and_the_next_one_tries_again() {
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
