//! What goes wrong reaches the caller in the arms it chooses between.

use std::time::Duration;

use providers::payments::{
    Buyer, NewCheckout, PaymentRefusal, Payments, PaymentsError, PlanChangeBilling,
};
use sandboxes::payments::SENTINELS;

use crate::kit::{PAYS, Sandbox, stripe, trial};

const NOT_FOUND: PaymentsError = PaymentsError::Refused(PaymentRefusal::NotFound);

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();

    assert_eq!(stripe.checkout("cs_test_nothing").await, Err(NOT_FOUND));
    assert_eq!(
        stripe.expire_checkout("cs_test_nothing", "k1").await,
        Err(NOT_FOUND)
    );
    assert_eq!(stripe.subscription("sub_nothing").await, Err(NOT_FOUND));
    assert_eq!(stripe.cancel_now("sub_nothing", "k2").await, Err(NOT_FOUND));
    assert_eq!(
        stripe.undo_cancel("sub_nothing", "k3").await,
        Err(NOT_FOUND)
    );
    assert_eq!(stripe.subscriptions_of("cus_nobody").await, Ok(Vec::new()));
    let unknown = NewCheckout {
        buyer: Buyer::Known("cus_nobody".to_owned()),
        ..trial("starter")
    };
    assert_eq!(stripe.create_checkout(&unknown, "k4").await, Err(NOT_FOUND));
}

#[tokio::test]
async fn an_id_that_nothing_can_have_is_never_asked_for() {
    let nobody_listens = stripe("http://127.0.0.1:9", "sk_test_x");

    for id in [
        "",
        "../customers",
        "cs_1?a=b",
        "cs_1/expire",
        "sub 1",
        "s\u{fc}b",
        &"x".repeat(256),
    ] {
        assert_eq!(nobody_listens.checkout(id).await, Err(NOT_FOUND), "{id}");
        assert_eq!(
            nobody_listens.subscription(id).await,
            Err(NOT_FOUND),
            "{id}"
        );
    }
}

#[tokio::test]
async fn a_plan_without_a_price_is_refused_before_anybody_is_asked() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let unknown = PaymentsError::Refused(PaymentRefusal::UnknownPlan);

    let bought = stripe.create_checkout(&trial("enterprise"), "k1").await;
    let subscription = sandbox.subscriber(PAYS, trial("starter")).await;
    let change = providers::payments::PlanChangeRequest {
        subscription: subscription.id,
        plan: "enterprise".to_owned(),
        how: PlanChangeBilling::AtOnce,
    };

    assert_eq!(bought, Err(unknown.clone()));
    assert_eq!(stripe.change_plan(&change, "k2").await, Err(unknown));
}

#[tokio::test]
async fn a_wrong_key_is_the_operators_to_mend() {
    let sandbox = Sandbox::start().await;
    let stranger = stripe(&sandbox.url(""), "sk_live_hunter2");

    let refused = stranger.create_checkout(&trial("starter"), "k1").await;

    assert_eq!(
        refused,
        Err(PaymentsError::Refused(PaymentRefusal::KeyRejected))
    );
}

#[tokio::test]
async fn addresses_provoke_outages_of_every_kind() {
    let sandbox = Sandbox::start().await;
    let local_parts: Vec<&str> = SENTINELS.iter().map(|it| it.local_part).collect();
    assert_eq!(local_parts, ["payments-down", "payments-limited"]);

    let down = buys(&sandbox, "payments-down@example.com").await;
    let limited = buys(&sandbox, "payments-limited+tag@example.com").await;

    assert_eq!(down, PaymentsError::TryAgain { retry_after: None });
    let retry_after = Some(Duration::from_secs(30));
    assert_eq!(limited, PaymentsError::TryAgain { retry_after });
}

#[tokio::test]
async fn a_provider_that_is_away_may_be_asked_later() {
    let nobody = stripe("http://127.0.0.1:9", "sk_test_x");

    let failed = nobody.create_checkout(&trial("starter"), "k1").await;

    assert_eq!(failed, Err(PaymentsError::TryAgain { retry_after: None }));
}

async fn buys(sandbox: &Sandbox, email: &str) -> PaymentsError {
    let wish = NewCheckout {
        buyer: Buyer::New {
            email: email.to_owned(),
        },
        ..trial("starter")
    };
    let stripe = sandbox.stripe();
    stripe.create_checkout(&wish, email).await.unwrap_err()
}
