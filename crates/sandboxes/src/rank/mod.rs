//! A server that speaks Serper's protocol and ranks the sample posts among pages of invented
//! websites.
//!
//! `POST /search` with an `X-API-KEY`; ten results a page, by the words of the query (BM25 over
//! title and text), so that other words bring other ranks. `site:` narrows the search to a host. A
//! country changes nothing.
//!
//! Any key is accepted, except these; and these words anywhere in a query make it fail
//! ([`SENTINELS`] holds the same table):
//!
//! | what | where | what happens |
//! |---|---|---|
//! | `wrong-key` | key | 403: the key is not known. |
//! | `spent-key` | key | 400: the account has no credits left. |
//! | `sandbox:rate-limited` | query | 429, with `Retry-After: 30`. |
//! | `sandbox:broken` | query | 500. |
//! | `sandbox:garbage` | query | A page of HTML with a status of 200. |

mod sample_pages;
mod server;

pub use server::{RankSandbox, RankSentinel, SENTINELS, serve};

/// A key that the sandbox accepts.
pub const API_KEY: &str = "sandbox-key";
