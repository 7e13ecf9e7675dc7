//! The live adapter: discovery, the authorization address, and the exchange of codes.

use async_trait::async_trait;
use jsonwebtoken::DecodingKey;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;

use super::{
    AuthorizationRequest, CodeRedemption, IdentityProvider, IdentityProviderError, OpenIdSettings,
    ProvenIdentity,
    id_token::{self, TokenExpectation},
    provider_keys::{Discovery, DiscoveryDocument, FetchCache, KeySet},
};
use crate::http::{HttpClient, HttpError};

/// What is asked for: who somebody is, their address and their name.
const SCOPES: &str = "openid email profile";

/// Signs people in with any provider that speaks OpenID Connect.
#[derive(Debug)]
pub struct OpenIdConnect {
    http: HttpClient,
    settings: OpenIdSettings,
    discovery: FetchCache<Discovery>,
    keys: FetchCache<KeySet>,
}

#[derive(Deserialize)]
struct IdTokenResponse {
    id_token: Option<String>,
}

#[derive(Deserialize)]
struct TokenRefusal {
    error: String,
}

impl OpenIdConnect {
    /// `user_agent` is what the provider sees.
    pub fn new(settings: OpenIdSettings, user_agent: &str) -> Self {
        Self {
            http: HttpClient::new("identity provider", user_agent),
            settings,
            discovery: FetchCache::default(),
            keys: FetchCache::default(),
        }
    }

    async fn discovery(&self) -> Result<Discovery, IdentityProviderError> {
        let url = format!("{}/.well-known/openid-configuration", self.settings.issuer);
        let fetched = self.discovery.get(async {
            let document: DiscoveryDocument = self.fetch(&url).await?;
            document.check(&self.settings.issuer, self.settings.is_local())
        });
        fetched.await
    }

    /// The key of this name. One that we do not know may be newer than what we have kept.
    async fn key(&self, jwks_uri: &Url, kid: &str) -> Result<DecodingKey, IdentityProviderError> {
        let kept: KeySet = self.keys.get(self.fetch(jwks_uri.as_str())).await?;
        if let Some(key) = kept.rsa_key(kid) {
            return Ok(key);
        }
        self.keys.forget().await;
        let newer = self.keys.get(self.fetch(jwks_uri.as_str())).await?;
        newer
            .rsa_key(kid)
            .ok_or(IdentityProviderError::InvalidToken(
                "it is signed with an unknown key",
            ))
    }

    async fn fetch<T: DeserializeOwned>(&self, url: &str) -> Result<T, IdentityProviderError> {
        let response = self.http.call(self.http.get(url)).await;
        let response = response.map_err(|failure| classify(&failure))?;
        response.json().map_err(|failure| classify(&failure))
    }

    /// Sent once: a code can be redeemed only once.
    async fn id_token(
        &self,
        token_endpoint: &Url,
        redemption: &CodeRedemption<'_>,
    ) -> Result<String, IdentityProviderError> {
        let form = [
            ("grant_type", "authorization_code"),
            ("code", redemption.code),
            ("redirect_uri", redemption.redirect_uri.as_str()),
            ("client_id", &self.settings.client_id),
            ("client_secret", &self.settings.client_secret),
            ("code_verifier", redemption.code_verifier),
        ];
        let request = self.http.post(token_endpoint.clone()).form(&form);
        let response = self.http.call(request).await;
        let response = response.map_err(|failure| classify_refusal(&failure))?;
        let tokens: IdTokenResponse = response.json().map_err(|failure| classify(&failure))?;
        tokens
            .id_token
            .ok_or(IdentityProviderError::InvalidResponse)
    }
}

#[async_trait]
impl IdentityProvider for OpenIdConnect {
    async fn authorization_url(
        &self,
        request: &AuthorizationRequest<'_>,
    ) -> Result<Url, IdentityProviderError> {
        let mut url = self.discovery().await?.authorization_endpoint;
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", request.redirect_uri.as_str())
            .append_pair("scope", SCOPES)
            .append_pair("state", request.state)
            .append_pair("nonce", request.nonce)
            .append_pair("code_challenge", request.code_challenge)
            .append_pair("code_challenge_method", "S256")
            // Somebody with several accounts chooses which one, also after signing out here.
            .append_pair("prompt", "select_account");
        Ok(url)
    }

    async fn redeem_code(
        &self,
        redemption: &CodeRedemption<'_>,
    ) -> Result<ProvenIdentity, IdentityProviderError> {
        let discovery = self.discovery().await?;
        let token = self.id_token(&discovery.token_endpoint, redemption).await?;
        let kid = id_token::key_name(&token)?;
        let key = self.key(&discovery.jwks_uri, &kid).await?;
        let expected = TokenExpectation {
            settings: &self.settings,
            nonce: redemption.nonce,
            now: redemption.now,
        };
        id_token::verify(&token, &key, &expected)
    }
}

fn classify(failure: &HttpError) -> IdentityProviderError {
    match failure {
        HttpError::Status { status: 500.., .. }
        | HttpError::Open { .. }
        | HttpError::Unreachable
        | HttpError::TimedOut
        | HttpError::Silent
        | HttpError::RateLimited { .. } => IdentityProviderError::Unavailable,
        HttpError::Status { .. }
        | HttpError::TooLarge
        | HttpError::Garbled
        | HttpError::Malformed => IdentityProviderError::InvalidResponse,
    }
}

/// The token endpoint says why in a word (RFC 6749, 5.2).
fn classify_refusal(failure: &HttpError) -> IdentityProviderError {
    let HttpError::Status { status, body, .. } = failure else {
        return classify(failure);
    };
    let refusal: Option<TokenRefusal> = serde_json::from_slice(&body.0).ok();
    match refusal.as_ref().map(|refusal| refusal.error.as_str()) {
        Some("invalid_grant") => IdentityProviderError::CodeRefused,
        Some(
            "invalid_client" | "unauthorized_client" | "redirect_uri_mismatch" | "invalid_request",
        ) => IdentityProviderError::Unauthorised,
        _ if *status == 401 => IdentityProviderError::Unauthorised,
        _ => classify(failure),
    }
}
