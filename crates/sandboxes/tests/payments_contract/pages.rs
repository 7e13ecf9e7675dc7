//! The checkout page, as a person's browser sees it.

use providers::payments::{CheckoutStatus, Payments};
use sandboxes::payments::CARDS;

use crate::kit::{Sandbox, path_of, trial, wish};

#[tokio::test]
async fn the_page_says_what_is_bought_and_which_cards_there_are() {
    let sandbox = Sandbox::start().await;
    let made = sandbox
        .stripe()
        .create_checkout(&trial("starter"), "k1")
        .await
        .unwrap();

    let (status, page) = sandbox.asks("GET", &path_of(&made), "").await;

    let page = page.as_str().unwrap();
    assert_eq!(status, 200);
    for part in [
        "Subscribe to Starter",
        "$10.00",
        "18 Nov 2026",
        "$0.00",
        "ada@example.com",
        "Start trial",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for card in CARDS {
        assert!(page.contains(&card.grouped()), "{card:?}");
    }
    assert!(
        page.contains("href=\"http://localhost:8080/payment?error=cancelled\""),
        "{page}"
    );
}

#[tokio::test]
async fn a_declined_card_stays_on_the_page_and_says_so() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    for (card, expected) in [
        ("4000000000000002", "Your card was declined."),
        ("4000 0000 0000 9995", "Your card has insufficient funds."),
        ("1234", "This is not one of the test cards."),
        ("", "This is not one of the test cards."),
    ] {
        let made = stripe
            .create_checkout(&trial("starter"), card)
            .await
            .unwrap();

        let (status, page) = sandbox
            .asks("POST", &path_of(&made), &format!("card={card}"))
            .await;

        assert_eq!(status, 200);
        assert!(page.as_str().unwrap().contains(expected), "{page}");
        assert_eq!(stripe.checkout(&made.id).await.unwrap(), made);
    }
}

#[tokio::test]
async fn a_card_that_fails_later_is_declined_where_money_moves_now() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let wish = wish("starter", providers::payments::Trial::None);
    let made = stripe.create_checkout(&wish, "k1").await.unwrap();

    let (status, _) = sandbox
        .asks("POST", &path_of(&made), "card=4000000000000341")
        .await;

    assert_eq!(status, 200);
    assert_eq!(
        stripe.checkout(&made.id).await.unwrap().status,
        CheckoutStatus::Open
    );
}

#[tokio::test]
async fn a_card_that_wants_a_confirmation_gets_a_page_for_it() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let made = stripe
        .create_checkout(&trial("starter"), "k1")
        .await
        .unwrap();
    let confirm = format!("{}/confirm", path_of(&made));

    let (asked, page) = sandbox
        .asks("POST", &path_of(&made), "card=4000002500003155")
        .await;
    let (failed, again) = sandbox.asks("POST", &confirm, "answer=fail").await;
    let before = stripe.checkout(&made.id).await.unwrap().status;
    let (completed, _) = sandbox.asks("POST", &confirm, "answer=complete").await;

    assert_eq!((asked, failed, completed), (200, 200, 303));
    assert!(
        page.as_str().unwrap().contains("Confirm the payment"),
        "{page}"
    );
    assert!(
        again.as_str().unwrap().contains("unable to authenticate"),
        "{again}"
    );
    assert_eq!(before, CheckoutStatus::Open);
    assert_eq!(
        stripe.checkout(&made.id).await.unwrap().status,
        CheckoutStatus::Complete
    );
}

#[tokio::test]
async fn the_page_can_be_expired_and_says_so_ever_after() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let made = stripe
        .create_checkout(&trial("starter"), "k1")
        .await
        .unwrap();

    let (_, page) = sandbox
        .asks("POST", &format!("{}/expire", path_of(&made)), "")
        .await;
    let (_, later) = sandbox
        .asks("POST", &path_of(&made), "card=4242424242424242")
        .await;

    assert!(
        page.as_str().unwrap().contains("This page has expired"),
        "{page}"
    );
    assert_eq!(page, later);
    assert_eq!(
        stripe.checkout(&made.id).await.unwrap().status,
        CheckoutStatus::Expired
    );
}

#[tokio::test]
async fn paying_leads_back_once_and_a_second_visit_charges_nothing() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let made = stripe
        .create_checkout(&trial("starter"), "k1")
        .await
        .unwrap();

    assert!(
        sandbox
            .visitor()
            .pays(&made.id, "4242424242424242")
            .await
            .unwrap()
    );
    let (status, page) = sandbox
        .asks("POST", &path_of(&made), "card=4242424242424242")
        .await;

    let back = format!(
        "href=\"http://localhost:8080/dashboard?session={}&#38;plan=starter\"",
        made.id
    );
    assert_eq!(status, 200);
    assert!(page.as_str().unwrap().contains(&back), "{page}");
    let customer = stripe.checkout(&made.id).await.unwrap().customer.unwrap();
    assert_eq!(stripe.subscriptions_of(&customer).await.unwrap().len(), 1);
}

#[tokio::test]
async fn what_people_call_themselves_cannot_become_part_of_the_page() {
    let sandbox = Sandbox::start().await;
    let mut wish = trial("starter");
    wish.buyer = providers::payments::Buyer::New {
        email: "<script>alert(1)</script>@example.com".to_owned(),
    };
    let made = sandbox.stripe().create_checkout(&wish, "k1").await.unwrap();

    let (_, page) = sandbox.asks("GET", &path_of(&made), "").await;

    assert!(!page.as_str().unwrap().contains("<script>"), "{page}");
}
