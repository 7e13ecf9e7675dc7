//! Google, with every call noted, as the providers of `watched.rs` are.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use providers::identity_provider::{
    AuthorizationRequest, CodeRedemption, IdentityProvider, IdentityProviderError, ProvenIdentity,
};
use url::Url;

use super::watched::Watched;
use super::{CallEnd, Provider, ProviderHealth};

impl ProviderHealth {
    pub fn google(&self, google: Arc<dyn IdentityProvider>) -> Arc<dyn IdentityProvider> {
        Arc::new(self.watch(google))
    }
}

impl Watched<dyn IdentityProvider> {
    async fn noted<T>(
        &self,
        call: impl Future<Output = Result<T, IdentityProviderError>> + Send,
    ) -> Result<T, IdentityProviderError> {
        let started = Instant::now();
        let answer = call.await;
        let end = match &answer {
            Ok(_) => CallEnd::Answered,
            // Anybody can come with a code that was never given out.
            Err(IdentityProviderError::CodeRefused) => CallEnd::Neutral("code_refused"),
            Err(IdentityProviderError::Unavailable) => CallEnd::Failed("unavailable"),
            Err(IdentityProviderError::Unauthorised) => CallEnd::Failed("unauthorised"),
            Err(IdentityProviderError::InvalidToken(_)) => CallEnd::Failed("invalid_token"),
            Err(IdentityProviderError::InvalidResponse) => CallEnd::Failed("invalid_response"),
        };
        self.health.note(Provider::Google, end, started.elapsed());
        answer
    }
}

#[async_trait]
impl IdentityProvider for Watched<dyn IdentityProvider> {
    async fn authorization_url(
        &self,
        request: &AuthorizationRequest<'_>,
    ) -> Result<Url, IdentityProviderError> {
        self.noted(self.provider.authorization_url(request)).await
    }

    async fn redeem_code(
        &self,
        redemption: &CodeRedemption<'_>,
    ) -> Result<ProvenIdentity, IdentityProviderError> {
        self.noted(self.provider.redeem_code(redemption)).await
    }
}
