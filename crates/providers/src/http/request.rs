//! A request, and whether it may be repeated.

use std::fmt;

use reqwest::{Method, Request, RequestBuilder};

use super::HttpError;

/// A request to a provider.
///
/// A request may be repeated if its method is idempotent or it carries an
/// `Idempotency-Key`; [`HttpRequest::repeatable`] marks others, such as a search by POST.
pub struct HttpRequest {
    request: RequestBuilder,
    declared_repeatable: bool,
}

impl HttpRequest {
    /// A request that changes nothing at the provider, whatever its method looks like.
    pub fn repeatable(request: RequestBuilder) -> Self {
        Self {
            request,
            declared_repeatable: true,
        }
    }

    /// The finished request, and whether it may be sent again.
    pub(super) fn finish(self) -> Result<(Request, bool), HttpError> {
        let request = self.request.build().map_err(|_| HttpError::Malformed)?;
        let is_repeatable = self.declared_repeatable || is_repeatable(&request);
        Ok((request, is_repeatable))
    }
}

impl From<RequestBuilder> for HttpRequest {
    fn from(request: RequestBuilder) -> Self {
        Self {
            request,
            declared_repeatable: false,
        }
    }
}

/// Without URL and headers: both can contain keys.
impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpRequest")
            .field("declared_repeatable", &self.declared_repeatable)
            .finish_non_exhaustive()
    }
}

fn is_repeatable(request: &Request) -> bool {
    let idempotent = [
        Method::GET,
        Method::HEAD,
        Method::OPTIONS,
        Method::PUT,
        Method::DELETE,
    ];
    idempotent.contains(request.method()) || request.headers().contains_key("idempotency-key")
}
