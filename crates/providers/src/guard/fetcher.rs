//! Fetches one page within limits, following allowed redirects.

use std::{collections::HashMap, error::Error, fmt, iter, sync::Arc, time::Duration};

use bytes::{Bytes, BytesMut};
use reqwest::{
    Client, Response, StatusCode,
    header::{ACCEPT, LOCATION},
    redirect, retry,
};
use rustls::{ClientConfig, pki_types::CertificateDer};
use tokio::time::timeout;
use url::Url;

use super::{
    address_policy::AddressPolicy,
    fetch_request::{AllowAll, FetchPermission, FetchRequest},
    resolver::{GuardedResolver, Lookup, PrivateAddressError},
    url_check as address,
};
use crate::tls;

/// Fetches addresses that strangers gave us.
///
/// Requests carry nothing of ours: no cookies, no referer, no proxy, and no headers except the
/// user agent and `Accept`. So nothing can leak from one host to another.
pub struct GuardedFetcher {
    /// One client per permitted port, so that each resolver knows its port.
    clients: HashMap<u16, Client>,
    policy: AddressPolicy,
    limits: FetchLimits,
}

/// A page as it was received.
#[derive(Clone, PartialEq, Eq)]
pub struct FetchedPage {
    /// The final URL, after redirects.
    pub url: Url,
    pub status: u16,
    /// As the server sent it, with its charset.
    pub content_type: String,
    /// Decompressed.
    pub bytes: Bytes,
}

/// Limits of a fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchLimits {
    /// Until connected, including DNS and TLS.
    pub connect: Duration,
    /// Between two chunks of a response.
    pub read: Duration,
    /// All hops together.
    pub total: Duration,
    /// Decompressed.
    pub body_bytes: usize,
    pub header_bytes: usize,
    pub redirects: usize,
}

/// Why a fetch failed. The variants are for deciding whether to try again; people see the same
/// text for all of them, because otherwise the fetcher could be used as a port scanner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// Not a public web address, or one that redirects or resolves to a private one.
    #[error("This address cannot be fetched.")]
    Refused,
    /// No connection, or one that was interrupted.
    #[error("This address cannot be fetched.")]
    Unreachable,
    #[error("This address cannot be fetched.")]
    TimedOut,
    #[error("This address cannot be fetched.")]
    TooLarge,
    /// Not an accepted content type.
    #[error("This address cannot be fetched.")]
    WrongType,
    /// The [`FetchPermission`] denied it.
    #[error("This address cannot be fetched.")]
    Forbidden,
}

impl Default for FetchLimits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(3),
            read: Duration::from_secs(3),
            total: Duration::from_secs(8),
            body_bytes: 2 * 1024 * 1024,
            header_bytes: 64 * 1024,
            redirects: 5,
        }
    }
}

impl GuardedFetcher {
    pub fn new(
        user_agent: &str,
        policy: AddressPolicy,
        lookup: Arc<dyn Lookup>,
        limits: FetchLimits,
    ) -> Self {
        Self::trusting(&[], user_agent, policy, lookup, limits)
    }

    /// The same, and also trusts certificates signed by one of `roots`.
    pub fn trusting(
        roots: &[CertificateDer<'static>],
        user_agent: &str,
        policy: AddressPolicy,
        lookup: Arc<dyn Lookup>,
        limits: FetchLimits,
    ) -> Self {
        let tls = tls::client_config_trusting(&["http/1.1"], roots);
        let resolver = GuardedResolver {
            lookup,
            policy: policy.clone(),
            port: 0,
        };
        let client_at = |port| {
            let resolver = GuardedResolver {
                port,
                ..resolver.clone()
            };
            (port, client(user_agent, tls.clone(), resolver, limits))
        };
        Self {
            clients: policy.ports().map(client_at).collect(),
            policy,
            limits,
        }
    }

    /// Fetches `address` if its content type is one of `wanted`.
    pub async fn fetch(&self, address: &str, wanted: &[&str]) -> Result<FetchedPage, FetchError> {
        self.fetch_with(address, &FetchRequest::of(wanted), &AllowAll)
            .await
    }

    /// Fetches `address` as `request` says. `permission` is checked before each hop.
    pub async fn fetch_with(
        &self,
        address: &str,
        request: &FetchRequest<'_>,
        permission: &dyn FetchPermission,
    ) -> Result<FetchedPage, FetchError> {
        let url = address::check(address, &self.policy).ok_or(FetchError::Refused)?;
        timeout(
            self.limits.total,
            self.follow_redirects(url, request, permission),
        )
        .await
        .unwrap_or(Err(FetchError::TimedOut))
    }

    async fn follow_redirects(
        &self,
        mut url: Url,
        request: &FetchRequest<'_>,
        permission: &dyn FetchPermission,
    ) -> Result<FetchedPage, FetchError> {
        for _ in 0..=self.limits.redirects {
            permission.check(&url).await?;
            let response = self.send(&url, request).await?;
            if !is_redirect(response.status()) {
                return self.read_body(url, response, request).await;
            }
            url = self
                .redirect_target(&url, &response)
                .ok_or(FetchError::Refused)?;
        }
        Err(FetchError::Refused)
    }

    async fn send(&self, url: &Url, request: &FetchRequest<'_>) -> Result<Response, FetchError> {
        let port = url.port_or_known_default().ok_or(FetchError::Refused)?;
        let client = self.clients.get(&port).ok_or(FetchError::Refused)?;
        let builder = client
            .get(url.clone())
            .header(ACCEPT, request.accept_header());
        let response = builder.send().await.map_err(|error| error_of(&error))?;
        if header_bytes(&response) > self.limits.header_bytes {
            return Err(FetchError::TooLarge);
        }
        Ok(response)
    }

    fn redirect_target(&self, base: &Url, response: &Response) -> Option<Url> {
        let location = response.headers().get(LOCATION)?.to_str().ok()?;
        address::check_redirect(base, location, &self.policy)
    }

    async fn read_body(
        &self,
        url: Url,
        mut response: Response,
        request: &FetchRequest<'_>,
    ) -> Result<FetchedPage, FetchError> {
        let content_type = request
            .accepted_type(&response)
            .ok_or(FetchError::WrongType)?;
        let limit = request.body_bytes.min(self.limits.body_bytes);
        // Allocates the announced length, so that a large page does not grow by copying. Memory
        // that is not used in the end is never touched.
        let announced = response
            .content_length()
            .and_then(|length| length.try_into().ok());
        let mut bytes =
            BytesMut::with_capacity(announced.map_or(0, |length: usize| length.min(limit)));
        while let Some(piece) = response.chunk().await.map_err(|error| error_of(&error))? {
            let room = limit - bytes.len();
            bytes.extend_from_slice(&piece[..piece.len().min(room)]);
            if piece.len() > room && request.truncates {
                break;
            }
            if piece.len() > room {
                return Err(FetchError::TooLarge);
            }
        }
        Ok(FetchedPage {
            url,
            status: response.status().as_u16(),
            content_type,
            bytes: bytes.freeze(),
        })
    }
}

impl fmt::Debug for GuardedFetcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedFetcher")
            .field("policy", &self.policy)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for FetchedPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FetchedPage")
            .field("url", &self.url.as_str())
            .field("status", &self.status)
            .field("content_type", &self.content_type)
            .field("bytes", &self.bytes.len())
            .finish()
    }
}

fn client(
    user_agent: &str,
    tls: ClientConfig,
    resolver: GuardedResolver,
    limits: FetchLimits,
) -> Client {
    Client::builder()
        .tls_backend_preconfigured(tls)
        .http1_only()
        .dns_resolver(resolver)
        .user_agent(user_agent)
        .connect_timeout(limits.connect)
        .read_timeout(limits.read)
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .pool_max_idle_per_host(0)
        .referer(false)
        .no_proxy()
        .build()
        .expect("a user agent without line breaks makes a client")
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

fn header_bytes(response: &Response) -> usize {
    let of_line = |(name, value): (&reqwest::header::HeaderName, &reqwest::header::HeaderValue)| {
        name.as_str().len() + value.len() + ": \r\n".len()
    };
    response.headers().iter().map(of_line).sum()
}

fn error_of(error: &reqwest::Error) -> FetchError {
    if is_private_address(error) {
        FetchError::Refused
    } else if error.is_timeout() && !error.is_connect() {
        FetchError::TimedOut
    } else {
        FetchError::Unreachable
    }
}

/// Whether the resolver rejected the name; its error is among the causes.
fn is_private_address(error: &reqwest::Error) -> bool {
    iter::successors(error.source(), |cause| (*cause).source())
        .any(<dyn Error>::is::<PrivateAddressError>)
}
