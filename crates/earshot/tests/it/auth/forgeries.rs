//! Tokens that somebody else made, or that were ours and are not any more.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use p256::SecretKey;
use p256::pkcs8::{DecodePrivateKey, EncodePrivateKey};
use platform::db::args;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Browser;
use super::browser::{refuses, text};
use crate::kit::TestApp;

const BAD: &str =
    "invalid JWT: unable to parse or verify signature, token is not one of this server";

async fn shows(app: &TestApp, token: &str) -> crate::kit::Reply {
    Browser::of(app)
        .calls_with(Method::GET, "/user", &Value::Null, token)
        .await
}

fn encoding(key: &SecretKey) -> EncodingKey {
    EncodingKey::from_ec_der(key.to_pkcs8_der().unwrap().as_bytes())
}

/// Our own signing key, as only the server has it.
async fn own_key(app: &TestApp) -> EncodingKey {
    let (pem,): (String,) = app
        .db()
        .one(
            "select value from server_keys where name = 'access_tokens'",
            args![],
        )
        .await
        .unwrap();
    encoding(&SecretKey::from_pkcs8_pem(&pem).unwrap())
}

async fn public_key(app: &TestApp) -> Value {
    let keys = Browser::of(app)
        .bare(Method::GET, "/auth/v1/.well-known/jwks.json")
        .await;
    keys.json()["keys"][0].clone()
}

fn claims_of(token: &str) -> Value {
    let claims = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap()
}

fn header(algorithm: Algorithm, key_id: &str) -> Header {
    let mut header = Header::new(algorithm);
    header.kid = Some(key_id.to_owned());
    header
}

#[tokio::test(flavor = "multi_thread")]
async fn the_published_key_verifies_a_token_and_the_token_says_who_it_is() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let key = public_key(&app).await;

    let decoding = DecodingKey::from_ec_components(text(&key, "x"), text(&key, "y")).unwrap();
    let mut validation = Validation::new(Algorithm::ES256);
    validation.set_audience(&["authenticated"]);
    validation.validate_exp = false;
    let read = jsonwebtoken::decode::<Value>(&ada.token, &decoding, &validation).unwrap();

    assert_eq!(read.header.kid.as_deref(), key["kid"].as_str());
    let now = app.clock.real().timestamp();
    for (name, expected) in [
        ("sub", json!(ada.id)),
        ("email", json!(ada.email)),
        ("aud", json!("authenticated")),
        ("role", json!("authenticated")),
        ("aal", json!("aal1")),
        ("iat", json!(now)),
        ("exp", json!(now + 3600)),
        ("phone", json!("")),
        ("is_anonymous", json!(false)),
        ("amr", json!([{ "method": "password", "timestamp": now }])),
        (
            "user_metadata",
            json!({ "full_name": "Ada", "email_verified": true }),
        ),
    ] {
        assert_eq!(read.claims[name], expected, "{name}");
    }
    assert!(text(&read.claims, "iss").ends_with("/auth/v1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_we_did_not_sign_proves_nothing() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let (claims, public) = (claims_of(&ada.token), public_key(&app).await);
    let key_id = text(&public, "kid");
    let [head, body, signature] = ada.token.split('.').collect::<Vec<_>>().try_into().unwrap();
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let foreign = SecretKey::from_slice(&[7; 32]).unwrap();
    let secret = EncodingKey::from_secret(&URL_SAFE_NO_PAD.decode(text(&public, "x")).unwrap());
    let secret_text = EncodingKey::from_secret(public.to_string().as_bytes());
    let mut of_eve = claims.clone();
    of_eve["sub"] = json!(Uuid::now_v7());

    for (what, token) in [
        (
            "alg none",
            format!(
                "{}.{body}.",
                part(&json!({ "alg": "none", "typ": "JWT", "kid": key_id }))
            ),
        ),
        ("no signature", format!("{head}.{body}.")),
        (
            "another's claims",
            format!("{head}.{}.{signature}", part(&of_eve)),
        ),
        (
            "HS256 with the public key",
            jsonwebtoken::encode(&header(Algorithm::HS256, key_id), &claims, &secret).unwrap(),
        ),
        (
            "HS256 with the published key",
            jsonwebtoken::encode(&header(Algorithm::HS256, key_id), &claims, &secret_text).unwrap(),
        ),
        (
            "a foreign key",
            jsonwebtoken::encode(
                &header(Algorithm::ES256, key_id),
                &claims,
                &encoding(&foreign),
            )
            .unwrap(),
        ),
        ("two parts", format!("{head}.{body}")),
        ("nonsense", "nonsense".to_owned()),
        ("the publishable key", app.anon_key()),
    ] {
        let reply = shows(&app, &token).await;
        assert_eq!(
            (reply.status.as_u16(), text(&reply.json(), "code")),
            (403, "bad_jwt"),
            "{what}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_of_our_key_with_the_wrong_claims_proves_nothing() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let (claims, public) = (claims_of(&ada.token), public_key(&app).await);
    let (own, key_id) = (own_key(&app).await, text(&public, "kid").to_owned());
    let with = |name: &str, value: Value| {
        let mut claims = claims.clone();
        claims[name] = value;
        jsonwebtoken::encode(&header(Algorithm::ES256, &key_id), &claims, &own).unwrap()
    };
    let without = |name: &str| {
        let mut claims = claims.clone();
        claims.as_object_mut().unwrap().remove(name);
        jsonwebtoken::encode(&header(Algorithm::ES256, &key_id), &claims, &own).unwrap()
    };
    let unnamed = jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &own).unwrap();

    assert_eq!(
        shows(&app, &with("jti", json!("x"))).await.status.as_u16(),
        200
    );
    for token in [
        with("aud", json!("anon")),
        with("role", json!("service_role")),
        with("sub", json!("ada")),
        with("exp", json!("tomorrow")),
        without("aud"),
        without("exp"),
        without("sub"),
        without("role"),
        without("session_id"),
        unnamed,
    ] {
        refuses(&shows(&app, &token).await, 403, "bad_jwt", BAD);
    }
    let reply = shows(&app, &with("session_id", json!(Uuid::now_v7()))).await;
    assert_eq!(text(&reply.json(), "code"), "session_not_found");
    let eve = app.person("eve").await;
    let reply = shows(&app, &with("sub", json!(eve.id))).await;
    assert_eq!(text(&reply.json(), "code"), "session_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_ends_after_an_hour_to_the_second() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    app.clock.advance(TimeDelta::seconds(3599));
    assert_eq!(shows(&app, &ada.token).await.status.as_u16(), 200);
    app.clock.advance(TimeDelta::seconds(1));

    let expired = "invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired";
    refuses(&shows(&app, &ada.token).await, 403, "bad_jwt", expired);
    let stillborn = app.token_of(ada.id, TimeDelta::seconds(-5)).await;
    refuses(&shows(&app, &stillborn).await, 403, "bad_jwt", expired);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_of_somebody_who_is_gone_proves_nothing() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    app.db()
        .run("delete from users where id = $1", args![ada.id])
        .await
        .unwrap();

    let gone = "User from sub claim in JWT does not exist";
    refuses(&shows(&app, &ada.token).await, 403, "user_not_found", gone);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_without_a_token_is_told_that_one_is_needed() {
    let app = TestApp::start().await;
    let visitor = app.visitor();

    for scheme in ["", "Bearer", "Basic abc", "Bearer a b"] {
        let request = visitor
            .request(Method::GET, "/auth/v1/user")
            .header("apikey", app.anon_key())
            .header("authorization", scheme);
        let reply = visitor.sends(request).await;
        refuses(
            &reply,
            401,
            "no_authorization",
            "This endpoint requires a valid Bearer token",
        );
    }
    let ada = app.person("ada").await;
    let request = visitor
        .request(Method::GET, "/auth/v1/user")
        .header("apikey", app.anon_key())
        .header("authorization", format!("bEARER {}", ada.token));
    assert_eq!(visitor.sends(request).await.status.as_u16(), 200);
}
