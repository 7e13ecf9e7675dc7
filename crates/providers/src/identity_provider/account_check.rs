//! Whether the identity provider takes the client: a code that nobody was given is redeemed. A right
//! client is told that the code is wrong, a wrong one that it is wrong itself.

use serde::Deserialize;
use url::Url;

use super::{OpenIdSettings, provider_keys::DiscoveryDocument};
use crate::check::{HttpProbe, SetupCheck};

const ISSUER: &str = "issuer";
const CLIENT: &str = "client";

#[derive(Deserialize)]
struct TokenError {
    error: String,
}

impl OpenIdSettings {
    /// `redirect_uri` is the one that must be registered.
    pub async fn check_client(&self, redirect_uri: &Url, user_agent: &str) -> Vec<SetupCheck> {
        let probe = HttpProbe::new(user_agent);
        let issuer = &self.issuer;
        let Ok(url) = Url::parse(&format!("{issuer}/.well-known/openid-configuration")) else {
            return vec![no_document(issuer)];
        };
        let document = match probe.send(probe.get(url)).await {
            Err(failure) => return vec![failure.check(ISSUER, issuer)],
            Ok(response) => response.json::<DiscoveryDocument>(),
        };
        let discovery = document.map(|document| document.check(issuer, self.is_local()));
        let Some(Ok(discovery)) = discovery else {
            return vec![no_document(issuer)];
        };
        let form = [
            ("grant_type", "authorization_code"),
            ("code", "a-code-that-was-never-given"),
            ("redirect_uri", redirect_uri.as_str()),
            ("client_id", &self.client_id),
            ("client_secret", &self.client_secret),
            (
                "code_verifier",
                "earshot-doctor-earshot-doctor-earshot-doctor",
            ),
        ];
        let request = probe.request(reqwest::Method::POST, discovery.token_endpoint);
        let client = match probe.send(request.form(&form)).await {
            Err(failure) => failure.check(CLIENT, issuer),
            Ok(response) => {
                let refusal: Option<TokenError> = response.json();
                let word = refusal.map(|refusal| refusal.error).unwrap_or_default();
                judge_refusal(&word, redirect_uri)
            }
        };
        vec![SetupCheck::ok(ISSUER, format!("{issuer} answers")), client]
    }
}

fn judge_refusal(word: &str, redirect_uri: &Url) -> SetupCheck {
    match word {
        "invalid_grant" => SetupCheck::ok(CLIENT, "the provider accepts the id and the secret"),
        "redirect_uri_mismatch" => SetupCheck::wrong(
            CLIENT,
            format!("{redirect_uri} is not registered"),
            format!("Add {redirect_uri} to the client's authorised redirect URIs, to the letter."),
        ),
        "invalid_client" | "unauthorized_client" => SetupCheck::wrong(
            CLIENT,
            "the provider rejects the id or the secret",
            "Copy both from the provider's console into EARSHOT_GOOGLE_CLIENT_ID and EARSHOT_GOOGLE_CLIENT_SECRET.",
        ),
        _ => SetupCheck::warning(
            CLIENT,
            "the provider did not say whether it accepts the id and the secret",
            "Sign in once to see whether it works.",
        ),
    }
}

fn no_document(issuer: &str) -> SetupCheck {
    SetupCheck::wrong(
        ISSUER,
        format!("{issuer} is not an OpenID Connect issuer"),
        "Check EARSHOT_GOOGLE_ISSUER; without it Google's own is used.",
    )
}
