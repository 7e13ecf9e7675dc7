//! Changing the plan, during a trial and after it.

use super::*;

/// A paying subscriber: the trial is over.
async fn subscriber(app: &TestApp, plan: &str) -> Person {
    let ada = customer(app, "ada").await;
    ada.has_company(app).await;
    ada.buys(app, plan, GOOD_CARD).await;
    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;
    assert_eq!(ada.stored_status().await, "active");
    ada
}

async fn tracks(person: &Person, count: usize) -> Vec<String> {
    let words: Vec<String> = (0..count)
        .map(|number| format!("keyword {number}"))
        .collect();
    for word in &words {
        let reply = person
            .posts("/api/keywords", &json!({ "keyword": word }))
            .await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }
    words
}

/// The keywords that rest.
async fn paused(person: &Person) -> Vec<String> {
    let list = person.gets("/api/keywords").await.json();
    let all = list["keywords"].as_array().unwrap().clone();
    let resting = all.iter().filter(|row| row["paused"] == true);
    resting
        .map(|row| row["keyword"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_in_a_trial_ends_it_and_bills_now() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;
    app.lets_pass(days(1)).await;

    let changed = ada.changes_to("pro").await;

    assert_eq!(
        changed.json()["message"],
        "Successfully updated to Professional plan!"
    );
    let trial = ada.trial().await;
    assert_eq!(trial["status"], "active");
    assert_eq!(
        (&trial["isInTrial"], &trial["currentPlan"]),
        (&json!(false), &json!("pro"))
    );
    assert_eq!(charges(&app, &ada).await, [2100]);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_whose_card_is_declined_changes_nothing() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", FAILING_CARD).await;

    let refused = ada.changes_to("pro").await;

    assert_eq!(refused.status, 402, "{}", refused.body);
    let expected = "Failed to change plan. Please try again.";
    assert_eq!(refused.json()["error"], expected);
    let trial = ada.trial().await;
    assert_eq!(
        (&trial["status"], &trial["currentPlan"]),
        (&json!("trialing"), &json!("starter"))
    );
    let again = ada.changes_to("pro").await;
    assert_eq!(again.status, 402, "it may be tried again at once");
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_downgrade_in_a_trial_applies_at_once_and_the_trial_continues() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", GOOD_CARD).await;

    let changed = ada.changes_to("starter").await;

    let message = "Successfully changed to Starter plan!";
    assert_eq!(changed.json()["message"], message);
    let trial = ada.trial().await;
    assert_eq!(
        [&trial["status"], &trial["currentPlan"], &trial["planUntil"]],
        [&json!("trialing"), &json!("starter"), &Value::Null]
    );
    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;
    assert_eq!(charges(&app, &ada).await, [1000]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_after_the_trial_applies_and_is_billed_at_once() {
    let app = TestApp::start().await;
    let ada = subscriber(&app, "starter").await;

    ada.changes_to("pro").await;

    assert_eq!(ada.trial().await["currentPlan"], "pro");
    let paid = charges(&app, &ada).await;
    assert_eq!(paid.len(), 2, "{paid:?}");
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_downgrade_after_the_trial_applies_from_the_next_period_and_costs_nothing_now() {
    let app = TestApp::start().await;
    let ada = subscriber(&app, "pro").await;
    let words = tracks(&ada, 12).await;

    let changed = ada.changes_to_pausing("starter", &words[3..5]).await;

    assert_eq!(changed.json()["data"]["currentPlan"], "pro");
    let trial = ada.trial().await;
    assert_eq!(trial["nextPlan"], "starter");
    assert_eq!(trial["planUntil"], "2026-12-18T12:00:00Z");
    assert_eq!(charges(&app, &ada).await, [2100]);
    assert_eq!(paused(&ada).await, Vec::<String>::new());
    assert_eq!(ada.status().await, "active");
    assert_eq!(
        ada.trial().await["currentPlan"],
        "pro",
        "asking changes nothing"
    );

    app.lets_pass(days(30)).await;

    let trial = ada.trial().await;
    assert_eq!(
        (&trial["currentPlan"], &trial["nextPlan"]),
        (&json!("starter"), &Value::Null)
    );
    assert_eq!(charges(&app, &ada).await, [2100, 1000]);
    assert_eq!(paused(&ada).await, words[3..5]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_downgrade_can_be_undone_before_it_applies() {
    let app = TestApp::start().await;
    let ada = subscriber(&app, "pro").await;
    ada.changes_to("starter").await;

    let back = ada.changes_to("pro").await;

    assert_eq!(back.status, 200, "{}", back.body);
    assert_eq!(ada.trial().await["nextPlan"], Value::Null);
    app.lets_pass(days(31)).await;
    assert_eq!(charges(&app, &ada).await, [2100, 2100]);
}

#[tokio::test(flavor = "multi_thread")]
async fn keywords_above_the_new_limit_are_paused_until_the_plan_allows_them_again() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.has_company(&app).await;
    ada.buys(&app, "pro", GOOD_CARD).await;
    let words = tracks(&ada, 13).await;

    ada.changes_to_pausing("starter", &words[..2]).await;

    let resting = [words[0].clone(), words[1].clone(), words[12].clone()];
    assert_eq!(
        paused(&ada).await,
        resting,
        "the chosen ones, then the newest"
    );
    let list = ada.gets("/api/keywords").await.json();
    assert_eq!(list["keywords"].as_array().unwrap().len(), 13);
    let one_more = ada
        .posts("/api/keywords", &json!({ "keyword": "one more" }))
        .await;
    assert_eq!(one_more.status, 403);

    ada.changes_to("pro").await;
    assert_eq!(paused(&ada).await, Vec::<String>::new());
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_user_s_subscription_is_not_found() {
    let app = TestApp::start().await;
    let (ada, bob) = (customer(&app, "ada").await, customer(&app, "bob").await);
    ada.buys(&app, "pro", GOOD_CARD).await;
    bob.buys(&app, "starter", GOOD_CARD).await;
    let of_ada = ada.subscription_id().await;

    let change = json!({ "currentSubscriptionId": of_ada, "newPlanId": "starter" });
    let cancel = json!({ "subscriptionId": of_ada, "reason": "" });
    let foreign = json!({ "subscriptionId": of_ada, "userEmail": "ada@example.com" });
    let replies = [
        bob.posts("/api/subscription/change-plan", &change)
            .await
            .status,
        bob.posts("/api/subscription/cancel", &cancel).await.status,
        bob.posts("/api/subscription/reactivate-existing", &cancel)
            .await
            .status,
        bob.posts("/api/subscription/cancel", &foreign).await.status,
    ];

    assert_eq!(replies.map(|status| status.as_u16()), [404, 404, 404, 403]);
    assert_eq!(ada.trial().await["currentPlan"], "pro");
    assert_eq!(ada.trial().await["canCancel"], true);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_concurrent_upgrades_are_billed_once() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;

    let presses = (0..10).map(|_| ada.changes_to("pro"));
    let replies = futures::future::join_all(presses).await;

    let went_well = replies.iter().filter(|reply| reply.status == 200).count();
    assert!(went_well >= 1);
    assert_eq!(charges(&app, &ada).await, [2100]);
    app.works_off_jobs().await;
}
