//! Everything that goes wrong, and what the adapter makes of it.

use providers::identity_provider::IdentityProviderError::{
    self, CodeRefused, InvalidToken, Unauthorised, Unavailable,
};
use sandboxes::identity_provider::SENTINELS;

use crate::kit::{Sandbox, VERIFIER, provider, redeem};

#[tokio::test]
async fn every_token_that_proves_nothing_is_refused_with_its_reason() {
    let sandbox = Sandbox::start().await;

    for (local_part, expected) in [
        ("bad-code", CodeRefused),
        ("broken", Unavailable),
        ("wrong-nonce", InvalidToken("its nonce is another")),
        ("wrong-audience", InvalidToken("it is for another client")),
        ("wrong-issuer", InvalidToken("its issuer is another")),
        ("expired", InvalidToken("it has expired")),
        ("unsigned", InvalidToken("its header cannot be read")),
        ("forged", InvalidToken("its signature is wrong")),
        (
            "unknown-key",
            InvalidToken("it is signed with an unknown key"),
        ),
    ] {
        let refused = sandbox.signs_in(&format!("{local_part}@example.com")).await;
        assert_eq!(refused, Err(expected), "{local_part}");
    }
}

#[tokio::test]
async fn an_address_that_is_missing_or_not_verified_is_told_as_such() {
    let sandbox = Sandbox::start().await;

    let unverified = sandbox.signs_in("unverified@example.com").await.unwrap();
    let without = sandbox.signs_in("no-email@example.com").await.unwrap();

    assert!(!unverified.is_email_verified);
    assert_eq!(without.email, None);
}

#[tokio::test]
async fn every_sentinel_is_listed_once() {
    let mut names: Vec<&str> = SENTINELS.iter().map(|one| one.local_part).collect();
    names.sort_unstable();
    names.dedup();

    assert_eq!(names.len(), SENTINELS.len());
}

#[tokio::test]
async fn a_wrong_secret_is_the_operators_to_fix_and_appears_in_no_error() {
    let sandbox = Sandbox::start().await;
    let code = sandbox.code_for("ada@example.com").await;
    let wrong = provider(sandbox.address, "not-the-secret");

    let refused = redeem(&wrong, &code, VERIFIER).await;

    assert_eq!(refused, Err(Unauthorised));
    assert!(!format!("{wrong:?} {Unauthorised}").contains("not-the-secret"));
}

#[tokio::test]
async fn a_provider_that_is_away_is_asked_again_later() {
    let sandbox = Sandbox::start().await;
    let address = sandbox.address;
    drop(sandbox);

    let refused: Result<_, IdentityProviderError> =
        redeem(&provider(address, "secret"), "code", VERIFIER).await;

    assert_eq!(refused.unwrap_err(), Unavailable);
}
