//! Fetching addresses that strangers gave us, without lending them our place in the network.
//!
//! The guard stands in three places, because each alone has a hole:
//!
//! 1. The text: every address is checked as text before each hop, redirects included.
//!    Literal addresses are judged here, since the HTTP library does not resolve them.
//! 2. The resolver: names are judged by what they resolve to. One private answer refuses the
//!    name, and the answers that were judged are the ones dialled, so a name that changes its
//!    mind between two lookups gains nothing.
//! 3. The fetcher: redirects by hand, and limits on time, size and kind.
//!
//! Whatever the reason, a refusal reads the same, so that nobody can feel their way around
//! the network behind it by reading messages.

mod addresses;
mod fetch;
mod gate;
mod resolver;
mod url;
mod wish;

pub use addresses::is_public;
pub use fetch::{FetchFailed, FetchLimits, GuardedFetcher, Page};
pub use gate::Gate;
pub use resolver::{DnsLookup, Lookup, SystemLookup};
pub use wish::{Anywhere, Permission, WEB_PAGES, Wish};
