//! What the provider promises when nothing goes wrong.

use providers::identity_provider::{IdentityProviderError, ProvenIdentity};

use crate::kit::{Sandbox, VERIFIER, callback, redeem, value_of};

#[tokio::test]
async fn a_person_comes_back_with_their_state_and_a_code_that_tells_who_they_are() {
    let sandbox = Sandbox::start().await;

    let back = sandbox
        .chooses(&[("email", "ada@example.com"), ("name", "Ada Lark")])
        .await;
    let code = value_of(&back, "code").unwrap();
    let ada = redeem(&sandbox.provider, &code, VERIFIER).await.unwrap();

    assert_eq!(back.path(), callback().path());
    assert_eq!(value_of(&back, "state").as_deref(), Some("a-state"));
    let expected = ProvenIdentity {
        email: Some("ada@example.com".to_owned()),
        is_email_verified: true,
        full_name: Some("Ada Lark".to_owned()),
        picture: Some(format!("https://pictures.example/{}", ada.subject)),
        subject: ada.subject.clone(),
    };
    assert_eq!(ada, expected);
}

#[tokio::test]
async fn the_subject_of_an_address_stays_the_same_and_is_nobody_elses() {
    let sandbox = Sandbox::start().await;

    let first = sandbox.signs_in("ada@example.com").await.unwrap();
    let again = sandbox.signs_in("ada@example.com").await.unwrap();
    let other = sandbox.signs_in("eve@example.com").await.unwrap();

    assert_eq!(first.subject, again.subject);
    assert_ne!(first.subject, other.subject);
}

#[tokio::test]
async fn a_sample_account_is_one_click() {
    let sandbox = Sandbox::start().await;

    let back = sandbox
        .chooses(&[("account", "nora@paperlark.example")])
        .await;
    let code = value_of(&back, "code").unwrap();
    let nora = redeem(&sandbox.provider, &code, VERIFIER).await.unwrap();

    assert_eq!(nora.full_name.as_deref(), Some("Nora Feld"));
}

#[tokio::test]
async fn who_denies_comes_back_without_a_code() {
    let sandbox = Sandbox::start().await;

    let back = sandbox.chooses(&[("decision", "deny")]).await;

    assert_eq!(value_of(&back, "error").as_deref(), Some("access_denied"));
    assert_eq!(value_of(&back, "code"), None);
}

#[tokio::test]
async fn a_code_is_redeemed_once_and_only_with_its_verifier() {
    let sandbox = Sandbox::start().await;
    let code = sandbox.code_for("ada@example.com").await;

    let guessed = redeem(&sandbox.provider, &code, "another-verifier").await;
    let right = redeem(&sandbox.provider, &code, VERIFIER).await;
    let again = redeem(&sandbox.provider, &code, VERIFIER).await;

    assert_eq!(guessed, Err(IdentityProviderError::CodeRefused));
    assert!(right.is_ok());
    assert_eq!(again, Err(IdentityProviderError::CodeRefused));
}

#[tokio::test]
async fn the_page_shows_the_accounts_and_refuses_a_client_that_it_does_not_know() {
    let sandbox = Sandbox::start().await;
    let page = sandbox.page().await;

    let shown = sandbox.browser.get(page.clone()).send().await.unwrap();
    let text = shown.text().await.unwrap();
    let stranger = page.as_str().replace("earshot.apps", "stranger.apps");
    let refused = sandbox.browser.get(stranger).send().await.unwrap();

    assert!(text.contains("nora@paperlark.example"), "{text}");
    assert!(text.contains("unverified@"), "{text}");
    assert_eq!(refused.status().as_u16(), 400);
}
