//! Fetches addresses that strangers gave us without letting them reach our own network (SSRF).
//!
//! There are three checks, because each alone has a hole:
//!
//! 1. The text: every address is checked as text before each hop, redirects included.
//!    Literal IP addresses are checked here, since the HTTP library does not resolve them.
//! 2. The resolver: names are checked by what they resolve to. One private address rejects the
//!    name, and the addresses that were checked are the ones connected to, so a name that
//!    resolves differently the second time (DNS rebinding) gains nothing.
//! 3. The fetcher: follows redirects itself and limits time, size and content type.
//!
//! Every refusal reads the same, so that error messages cannot be used to map the network
//! behind it.

mod address_policy;
mod fetch_request;
mod fetcher;
mod public_ip;
mod resolver;
mod url_check;

pub use address_policy::AddressPolicy;
pub use fetch_request::{AllowAll, FetchPermission, FetchRequest, WEB_PAGES};
pub use fetcher::{FetchError, FetchLimits, FetchedPage, GuardedFetcher};
pub use resolver::{DnsLookup, Lookup, SystemLookup};
