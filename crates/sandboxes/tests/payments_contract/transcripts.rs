//! The sandbox, asked by hand: what any client of Stripe's would get.

use providers::payments::Payments;
use serde_json::{Value, json};

use crate::kit::{PAYS, Sandbox, days, noon, trial};

const CHECKOUT: &str = "mode=subscription&line_items[0][price]=price_starter&line_items[0][quantity]=1\
    &success_url=http://localhost/ok&cancel_url=http://localhost/no&customer_email=ada@example.com\
    &subscription_data[trial_period_days]=3&metadata[a]=b&expand[0]=customer";

#[tokio::test]
async fn without_a_key_or_with_a_live_one_nothing_is_told() {
    let sandbox = Sandbox::start().await;
    for (given, message) in [
        (
            "",
            "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.",
        ),
        (
            "Basic abc",
            "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.",
        ),
        ("Bearer sk_live_hunter2", "Invalid API Key provided."),
    ] {
        let headers = [("authorization", given)];
        let (status, _, body) = sandbox.asks_with("GET", "/v1/prices", "", &headers).await;

        assert_eq!(status, 401);
        assert_eq!(
            body,
            json!({ "error": { "type": "invalid_request_error", "message": message } })
        );
    }
}

#[tokio::test]
async fn products_and_prices_are_those_of_the_plans() {
    let sandbox = Sandbox::start().await;

    let (_, prices) = sandbox.asks("GET", "/v1/prices", "").await;
    let (_, product) = sandbox.asks("GET", "/v1/products/prod_pro", "").await;
    let (status, unknown) = sandbox.asks("GET", "/v1/prices/price_x", "").await;

    let shown: Vec<_> = prices["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|price| {
            (
                &price["id"],
                &price["unit_amount"],
                &price["recurring"]["interval"],
            )
        })
        .collect();
    assert_eq!(
        json!(shown),
        json!([
            ["price_starter", 1000, "month"],
            ["price_pro", 2100, "month"]
        ])
    );
    assert_eq!(product["name"], "Professional");
    assert_eq!(status, 404);
    assert_eq!(
        unknown,
        json!({ "error": {
            "type": "invalid_request_error", "code": "resource_missing", "param": "id",
            "message": "No such price: 'price_x'",
        } })
    );
}

#[tokio::test]
async fn a_checkout_session_has_stripes_fields() {
    let sandbox = Sandbox::start().await;

    let (status, session) = sandbox
        .asks("POST", "/v1/checkout/sessions", CHECKOUT)
        .await;

    assert_eq!(status, 200);
    let id = session["id"].as_str().unwrap();
    let shown = json!({
        "object": session["object"], "mode": session["mode"], "status": session["status"],
        "payment_status": session["payment_status"], "url": session["url"],
        "customer": session["customer"], "customer_email": session["customer_email"],
        "subscription": session["subscription"], "metadata": session["metadata"],
        "created": session["created"], "expires_at": session["expires_at"],
    });
    assert_eq!(
        shown,
        json!({
            "object": "checkout.session", "mode": "subscription", "status": "open",
            "payment_status": "unpaid", "url": sandbox.url(&format!("/c/pay/{id}")),
            "customer": null, "customer_email": "ada@example.com",
            "subscription": null, "metadata": { "a": "b" },
            "created": noon().timestamp(), "expires_at": (noon() + days(1)).timestamp(),
        })
    );
}

#[tokio::test]
async fn parameters_that_cannot_be_are_named() {
    let sandbox = Sandbox::start().await;
    let without = |name: &str| -> String {
        let kept = CHECKOUT
            .split('&')
            .filter(|field| !field.trim().starts_with(name));
        kept.collect::<Vec<_>>().join("&")
    };
    for (body, param, code) in [
        (without("mode"), "mode", json!("parameter_missing")),
        (
            without("line_items[0][price]"),
            "line_items[0][price]",
            json!("parameter_missing"),
        ),
        (
            CHECKOUT.replace("price_starter", "price_x"),
            "line_items[0][price]",
            json!("resource_missing"),
        ),
        (
            CHECKOUT.replace("mode=subscription", "mode=payment"),
            "mode",
            Value::Null,
        ),
        (
            without("success_url"),
            "success_url",
            json!("parameter_missing"),
        ),
        (
            CHECKOUT.replace("http://localhost/ok", "javascript:alert(1)"),
            "success_url",
            json!("url_invalid"),
        ),
        (
            CHECKOUT.replace("days]=3", "days]=0"),
            "subscription_data[trial_period_days]",
            Value::Null,
        ),
        (
            CHECKOUT.replace("days]=3", "days]=soon"),
            "subscription_data[trial_period_days]",
            Value::Null,
        ),
        (
            format!("{CHECKOUT}&customer=cus_1"),
            "customer",
            Value::Null,
        ),
    ] {
        let (status, refused) = sandbox.asks("POST", "/v1/checkout/sessions", &body).await;

        assert_eq!(status, 400, "{body}");
        let error = &refused["error"];
        assert_eq!(error["type"], "invalid_request_error");
        assert_eq!(
            (&error["param"], &error["code"]),
            (&json!(param), &code),
            "{refused}"
        );
    }
}

#[tokio::test]
async fn an_unknown_path_is_a_stripe_error_too() {
    let sandbox = Sandbox::start().await;
    for (method, path) in [
        ("GET", "/v1/nothing"),
        ("PUT", "/v1/customers"),
        ("GET", "/else"),
    ] {
        let (status, refused) = sandbox.asks(method, path, "").await;

        assert_eq!(status, 404);
        let message = format!("Unrecognized request URL ({method}: {path}).");
        assert_eq!(refused["error"]["message"], message);
    }
}

#[tokio::test]
async fn a_copy_of_a_request_gets_the_same_answer_and_another_request_none() {
    let sandbox = Sandbox::start().await;
    let key = [("idempotency-key", "once")];
    let ask = async |body: &str| {
        sandbox
            .asks_with("POST", "/v1/checkout/sessions", body, &key)
            .await
    };

    let (_, first, made) = ask(CHECKOUT).await;
    let (_, copy, again) = ask(CHECKOUT).await;
    let (status, _, clash) = ask(&CHECKOUT.replace("starter", "pro")).await;

    assert_eq!(made, again);
    assert!(!first.unwrap().headers.contains_key("idempotent-replayed"));
    assert_eq!(copy.unwrap().headers["idempotent-replayed"], "true");
    assert_eq!(
        (status, &clash["error"]["type"]),
        (400, &json!("idempotency_error"))
    );
    let (_, all) = sandbox.asks("GET", "/v1/checkout/sessions", "").await;
    assert_eq!(all["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_refused_request_leaves_its_key_for_a_better_one() {
    let sandbox = Sandbox::start().await;
    let key = [("idempotency-key", "once")];
    let path = "/v1/checkout/sessions";

    let (refused, ..) = sandbox.asks_with("POST", path, "mode=payment", &key).await;
    let (made, ..) = sandbox.asks_with("POST", path, CHECKOUT, &key).await;

    assert_eq!((refused, made), (400, 200));
}

#[tokio::test]
async fn lists_come_in_pages_newest_first() {
    let sandbox = Sandbox::start().await;
    for name in ["ada", "bob", "cyd"] {
        sandbox
            .asks(
                "POST",
                "/v1/customers",
                &format!("email={name}@example.com&name={name}"),
            )
            .await;
    }
    let names = |page: &Value| -> Vec<String> {
        let all = page["data"].as_array().unwrap().iter();
        all.map(|customer| customer["name"].as_str().unwrap().to_owned())
            .collect()
    };

    let (_, first) = sandbox.asks("GET", "/v1/customers?limit=2", "").await;
    let last = first["data"][1]["id"].as_str().unwrap();
    let (_, second) = sandbox
        .asks(
            "GET",
            &format!("/v1/customers?limit=2&starting_after={last}"),
            "",
        )
        .await;
    let (_, one) = sandbox
        .asks("GET", "/v1/customers?email=bob@example.com", "")
        .await;
    let (status, _) = sandbox.asks("GET", "/v1/customers?limit=101", "").await;

    assert_eq!(
        (names(&first), &first["has_more"]),
        (vec!["cyd".into(), "bob".into()], &json!(true))
    );
    assert_eq!(
        (names(&second), &second["has_more"]),
        (vec!["ada".into()], &json!(false))
    );
    assert_eq!(first["object"], "list");
    assert_eq!(first["url"], "/v1/customers");
    assert_eq!(names(&one), ["bob"]);
    assert_eq!(status, 400);
}

#[tokio::test]
async fn a_subscription_has_stripes_fields_and_its_period_on_the_item() {
    let sandbox = Sandbox::start().await;
    let begun = sandbox.subscriber(PAYS, trial("starter")).await;

    let (_, shown) = sandbox
        .asks("GET", &format!("/v1/subscriptions/{}", begun.id), "")
        .await;

    let end = (noon() + days(3)).timestamp();
    assert_eq!(shown["object"], "subscription");
    assert_eq!(shown["status"], "trialing");
    assert_eq!(shown["trial_end"], end);
    assert_eq!(shown["items"]["object"], "list");
    assert_eq!(shown["items"]["data"][0]["current_period_end"], end);
    assert_eq!(
        shown["items"]["data"][0]["price"]["product"],
        "prod_starter"
    );
    assert!(shown.get("current_period_end").is_none());
}

#[tokio::test]
async fn cancelled_subscriptions_are_listed_only_where_they_are_asked_for() {
    let sandbox = Sandbox::start().await;
    let begun = sandbox.subscriber(PAYS, trial("starter")).await;
    sandbox.stripe().cancel_now(&begun.id, "k1").await.unwrap();

    for (query, expected) in [
        ("", 0),
        ("?status=all", 1),
        ("?status=canceled", 1),
        ("?status=active", 0),
    ] {
        let (_, list) = sandbox
            .asks("GET", &format!("/v1/subscriptions{query}"), "")
            .await;
        assert_eq!(list["data"].as_array().unwrap().len(), expected, "{query}");
    }
    let (status, _) = sandbox
        .asks("GET", "/v1/subscriptions?status=lost", "")
        .await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn events_can_be_read_again_as_they_were_sent() {
    let sandbox = Sandbox::start().await;
    sandbox.subscriber(PAYS, trial("starter")).await;

    let (_, list) = sandbox
        .asks("GET", "/v1/events?type=customer.subscription.created", "")
        .await;
    let event = &list["data"][0];
    let (_, single) = sandbox
        .asks(
            "GET",
            &format!("/v1/events/{}", event["id"].as_str().unwrap()),
            "",
        )
        .await;

    assert_eq!(*event, single);
    let sent = sandbox.ledger.contents().webhooks;
    let sent: Vec<Value> = sent
        .iter()
        .map(|(_, body)| serde_json::from_str(body).unwrap())
        .collect();
    assert!(sent.contains(event), "{event}");
    assert_eq!(event["object"], "event");
    assert_eq!(event["data"]["object"]["status"], "trialing");
}
