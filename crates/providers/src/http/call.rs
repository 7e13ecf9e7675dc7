//! A request and whether it may be sent twice.

use std::fmt;

use reqwest::{Method, Request, RequestBuilder};

use super::CallFailed;

/// A request on its way out.
///
/// By itself a request may be repeated if its method is idempotent or if it carries an
/// `Idempotency-Key`; [`Call::repeatable`] marks others, such as a search by POST.
pub struct Call {
    request: RequestBuilder,
    declared_repeatable: bool,
}

impl Call {
    /// A request that changes nothing at the provider, whatever its method looks like.
    pub fn repeatable(request: RequestBuilder) -> Self {
        Self {
            request,
            declared_repeatable: true,
        }
    }

    /// The finished request, and whether it may be sent again.
    pub(super) fn finish(self) -> Result<(Request, bool), CallFailed> {
        let request = self.request.build().map_err(|_| CallFailed::Malformed)?;
        let is_repeatable = self.declared_repeatable || is_repeatable(&request);
        Ok((request, is_repeatable))
    }
}

impl From<RequestBuilder> for Call {
    fn from(request: RequestBuilder) -> Self {
        Self {
            request,
            declared_repeatable: false,
        }
    }
}

/// Without address and headers: both can hold keys.
impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
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
