//! The fetcher: one page, over any number of allowed hops, within limits.

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
    gate::Gate,
    resolver::{GuardedResolver, LeadsInside, Lookup},
    url as address,
    wish::{Anywhere, Permission, Wish},
};
use crate::tls;

/// Fetches what strangers point at.
///
/// Nothing of ours travels along: no cookies, no referer, no proxy, no headers but the name
/// of the fetcher and what it wants, and so nothing that could leak from one host to another.
pub struct GuardedFetcher {
    /// One client per open port, so that each resolver knows which port it serves.
    clients: HashMap<u16, Client>,
    gate: Gate,
    limits: FetchLimits,
}

/// A page as it came.
#[derive(Clone, PartialEq, Eq)]
pub struct Page {
    /// Where it was found in the end.
    pub url: Url,
    pub status: u16,
    /// As the server wrote it, with its charset.
    pub content_type: String,
    /// Decompressed.
    pub bytes: Bytes,
}

/// What a fetch may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchLimits {
    /// Until connected, name and TLS included.
    pub connect: Duration,
    /// Between two pieces of an answer.
    pub read: Duration,
    /// All hops together.
    pub total: Duration,
    /// Decompressed.
    pub body_bytes: usize,
    pub header_bytes: usize,
    pub redirects: usize,
}

/// Why there is no page. The arms are for deciding whether to try again; people read the same
/// sentence for all of them, or the fetcher would serve as a port scanner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FetchFailed {
    /// Not an address of the public web, or one that leads away from it.
    #[error("This address cannot be fetched.")]
    Refused,
    /// No connection, or one that broke off.
    #[error("This address cannot be fetched.")]
    Unreachable,
    #[error("This address cannot be fetched.")]
    TimedOut,
    #[error("This address cannot be fetched.")]
    TooLarge,
    /// Something else than was wanted.
    #[error("This address cannot be fetched.")]
    WrongType,
    /// Whoever was asked for permission has denied it.
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
    pub fn new(user_agent: &str, gate: Gate, lookup: Arc<dyn Lookup>, limits: FetchLimits) -> Self {
        Self::trusting(&[], user_agent, gate, lookup, limits)
    }

    /// The same, also believing servers for which one of `roots` vouches.
    pub fn trusting(
        roots: &[CertificateDer<'static>],
        user_agent: &str,
        gate: Gate,
        lookup: Arc<dyn Lookup>,
        limits: FetchLimits,
    ) -> Self {
        let tls = tls::client_config_trusting(&["http/1.1"], roots);
        let resolver = GuardedResolver {
            lookup,
            gate: gate.clone(),
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
            clients: gate.ports().map(client_at).collect(),
            gate,
            limits,
        }
    }

    /// Fetches `address` if its content type is one of `wanted`.
    pub async fn fetch(&self, address: &str, wanted: &[&str]) -> Result<Page, FetchFailed> {
        self.fetch_wish(address, &Wish::of(wanted), &Anywhere).await
    }

    /// Fetches `address` as `wish` says. Before each hop `permission` is asked.
    pub async fn fetch_wish(
        &self,
        address: &str,
        wish: &Wish<'_>,
        permission: &dyn Permission,
    ) -> Result<Page, FetchFailed> {
        let url = address::check(address, &self.gate).ok_or(FetchFailed::Refused)?;
        timeout(self.limits.total, self.follow(url, wish, permission))
            .await
            .unwrap_or(Err(FetchFailed::TimedOut))
    }

    async fn follow(
        &self,
        mut url: Url,
        wish: &Wish<'_>,
        permission: &dyn Permission,
    ) -> Result<Page, FetchFailed> {
        for _ in 0..=self.limits.redirects {
            permission.asks(&url).await?;
            let response = self.ask(&url, wish).await?;
            if !is_redirect(response.status()) {
                return self.read(url, response, wish).await;
            }
            url = self.next(&url, &response).ok_or(FetchFailed::Refused)?;
        }
        Err(FetchFailed::Refused)
    }

    async fn ask(&self, url: &Url, wish: &Wish<'_>) -> Result<Response, FetchFailed> {
        let port = url.port_or_known_default().ok_or(FetchFailed::Refused)?;
        let client = self.clients.get(&port).ok_or(FetchFailed::Refused)?;
        let request = client.get(url.clone()).header(ACCEPT, wish.accept());
        let response = request.send().await.map_err(|error| failure_of(&error))?;
        if header_bytes(&response) > self.limits.header_bytes {
            return Err(FetchFailed::TooLarge);
        }
        Ok(response)
    }

    fn next(&self, base: &Url, response: &Response) -> Option<Url> {
        let location = response.headers().get(LOCATION)?.to_str().ok()?;
        address::check_redirect(base, location, &self.gate)
    }

    async fn read(
        &self,
        url: Url,
        mut response: Response,
        wish: &Wish<'_>,
    ) -> Result<Page, FetchFailed> {
        let content_type = wish.admits(&response).ok_or(FetchFailed::WrongType)?;
        let limit = wish.body_bytes.min(self.limits.body_bytes);
        // Room for what is announced, so that a large page does not grow by copying; what is not
        // sent in the end is never touched.
        let announced = response
            .content_length()
            .and_then(|length| length.try_into().ok());
        let mut bytes =
            BytesMut::with_capacity(announced.map_or(0, |length: usize| length.min(limit)));
        while let Some(piece) = response.chunk().await.map_err(|error| failure_of(&error))? {
            let room = limit - bytes.len();
            bytes.extend_from_slice(&piece[..piece.len().min(room)]);
            if piece.len() > room && wish.cuts {
                break;
            }
            if piece.len() > room {
                return Err(FetchFailed::TooLarge);
            }
        }
        Ok(Page {
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
            .field("gate", &self.gate)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
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

fn failure_of(error: &reqwest::Error) -> FetchFailed {
    if leads_inside(error) {
        FetchFailed::Refused
    } else if error.is_timeout() && !error.is_connect() {
        FetchFailed::TimedOut
    } else {
        FetchFailed::Unreachable
    }
}

/// Looks for the resolver's verdict among the causes.
fn leads_inside(error: &reqwest::Error) -> bool {
    iter::successors(error.source(), |cause| (*cause).source()).any(<dyn Error>::is::<LeadsInside>)
}
