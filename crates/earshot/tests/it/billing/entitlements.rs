//! Entitlement a plan allows, as the other rooms ask for it.

use billing::{Entitlement, NotAllowed, Status, access_of, check_entitlement, take_posts};
use earshot::lifecycle::Lifecycle;
use platform::product::{Filtering, Plan};
use uuid::Uuid;

use super::*;

async fn is_given(app: &TestApp, person: &Person, status: Status, plan: Plan) {
    let mut tx = app.db().begin().await.unwrap();
    let given = billing::set_subscription(
        &mut tx,
        &app.clock,
        &Lifecycle,
        person.id,
        Some(status),
        Some(plan),
    );
    given.await.unwrap();
    tx.commit().await.unwrap();
}

async fn asks(app: &TestApp, user_id: Uuid, what: Entitlement) -> Result<Plan, NotAllowed> {
    let mut tx = app.db().begin().await.unwrap();
    let checked = check_entitlement(&mut tx, &app.clock, user_id, what)
        .await
        .unwrap();
    checked.map(|access| access.plan)
}

async fn takes(app: &TestApp, user_id: Uuid, wanted: u64) -> Result<u64, NotAllowed> {
    let mut tx = app.db().begin().await.unwrap();
    let taken = take_posts(&mut tx, &app.clock, user_id, wanted).await;
    tx.commit().await.unwrap();
    taken.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn paid_work_needs_a_live_subscription() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;

    for (status, is_live) in [
        (Status::Active, true),
        (Status::Trialing, true),
        (Status::Pending, false),
        (Status::PendingActivation, false),
        (Status::PaymentFailed, false),
        (Status::Cancelled, false),
        (Status::Inactive, false),
    ] {
        is_given(&app, &ada, status, Plan::Pro).await;

        let answer = asks(&app, ada.id, Entitlement::PaidWork).await;
        let access = access_of(app.db(), &app.clock, ada.id).await.unwrap();

        assert_eq!(answer.is_ok(), is_live, "{status:?}");
        assert_eq!(access.is_live, is_live, "{status:?}");
    }
    let refused = asks(&app, Uuid::now_v7(), Entitlement::PaidWork)
        .await
        .unwrap_err();
    assert_eq!(refused.to_string(), "An active subscription is required.");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_plan_allows_what_the_pricing_page_says() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    let filtering = Entitlement::Filtering(Filtering::Advanced);
    for (plan, keywords, is_advanced, hours) in [
        (Plan::Starter, Some(10), false, 168),
        (Plan::Pro, Some(30), true, 24),
        (Plan::Enterprise, None, true, 6),
    ] {
        is_given(&app, &ada, Status::Active, plan).await;

        let allowed = asks(&app, ada.id, filtering).await;
        assert_eq!(allowed.is_ok(), is_advanced, "{plan:?}");
        let limit = keywords.unwrap_or(1_000_000);
        let one_less = asks(&app, ada.id, Entitlement::Keyword { active: limit - 1 }).await;
        let one_more = asks(&app, ada.id, Entitlement::Keyword { active: limit }).await;
        assert!(one_less.is_ok());
        assert_eq!(one_more.is_err(), keywords.is_some(), "{plan:?}");
        assert_eq!(plan.terms().cadence_hours, hours);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_monthly_post_allowance_renews_with_the_next_period() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    assert_eq!(
        takes(&app, ada.id, 1).await,
        Err(NotAllowed::NoSubscription)
    );
    ada.buys(&app, "starter", GOOD_CARD).await;

    let in_trial = [
        takes(&app, ada.id, 30).await,
        takes(&app, ada.id, 30).await,
        takes(&app, ada.id, 1).await,
    ];
    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;
    let paid = [takes(&app, ada.id, 60).await, takes(&app, ada.id, 1).await];
    app.lets_pass(days(31)).await;
    let next = takes(&app, ada.id, 60).await;

    assert_eq!(in_trial, [Ok(30), Ok(20), Ok(0)]);
    assert_eq!(paid, [Ok(50), Ok(0)]);
    assert_eq!(next, Ok(50));
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_concurrent_requests_take_no_more_than_the_allowance() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    is_given(&app, &ada, Status::Active, Plan::Starter).await;

    let asking = (0..50).map(|_| takes(&app, ada.id, 3));
    let taken = futures::future::join_all(asking).await;

    let sum: u64 = taken.into_iter().map(|it| it.unwrap()).sum();
    assert_eq!(sum, 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rollback_returns_the_posts_that_were_taken() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    is_given(&app, &ada, Status::Active, Plan::Starter).await;

    let mut tx = app.db().begin().await.unwrap();
    let taken = take_posts(&mut tx, &app.clock, ada.id, 50).await.unwrap();
    drop(tx);

    assert_eq!(taken, Ok(50));
    assert_eq!(takes(&app, ada.id, 50).await, Ok(50));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscription_claimed_in_the_profile_grants_nothing() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    let create = json!({ "user_id": ada.id });
    ada.posts("/rest/v1/rpc/create_profile_for_confirmed_user", &create)
        .await;
    let claim = json!({ "subscription_status": "active", "subscription_plan": "enterprise" });

    let path = format!("/rest/v1/profiles?id=eq.{}", ada.id);
    ada.patches(&path, &claim).await;

    assert_eq!(
        asks(&app, ada.id, Entitlement::PaidWork).await,
        Err(NotAllowed::NoSubscription)
    );
    assert_eq!(ada.status().await, "none");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscription_set_by_an_operator_survives_a_sync_with_the_provider() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.checks_out("pro").await;

    is_given(&app, &ada, Status::Active, Plan::Enterprise).await;

    assert_eq!(ada.status().await, "active");
    assert_eq!(ada.trial().await["currentPlan"], "enterprise");
    assert_eq!(ada.trial().await["canCancel"], false);
}
