//! The last mail to somebody who left: it is sent, or given up, and nothing of it stays.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_last_mail_that_is_refused_leaves_nothing_either() {
    for name in ["refused", "rejected"] {
        let app = TestApp::start().await;
        let ada = app.person(name).await;

        deletes(&ada, &ada.email).await;
        let waiting = traces(app.db(), &ada).await;
        app.works_off_jobs().await;
        app.lets_pass(TimeDelta::minutes(2)).await;

        assert!(waiting.contains_key("outbox_mails.recipient"), "{name}");
        assert!(!waiting.contains_key("jobs.lane"), "{waiting:?}");
        assert!(!waiting.contains_key("jobs.payload"), "{waiting:?}");
        assert_eq!(traces(app.db(), &ada).await, BTreeMap::new(), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_last_mail_that_no_server_takes_is_forgotten_after_three_days() {
    let app = TestApp::start().await;
    let ada = app.person("busy").await;

    deletes(&ada, &ada.email).await;
    app.gives_up_mails().await;
    let waiting = traces(app.db(), &ada).await;
    app.lets_pass(TimeDelta::days(1)).await;

    let columns: Vec<&String> = waiting.keys().collect();
    assert_eq!(columns, ["outbox_mails.recipient"]);
    assert_eq!(traces(app.db(), &ada).await, BTreeMap::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_with_a_running_subscription_reads_that_nothing_more_is_charged() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    ada.posts("/sandbox/subscribe", &json!({ "plan": "pro" }))
        .await;
    app.works_off_jobs().await;

    deletes(&ada, &ada.email).await;
    app.works_off_jobs().await;
    app.lets_pass(TimeDelta::minutes(2)).await;

    let mails = app.visitor().reads_mail_to(&ada.email).await;
    let text = mails[0]["text"].as_str().unwrap();
    assert!(text.contains("you will not be charged again"), "{text}");
    assert!(text.contains("two keyed hashes"), "{text}");
}
