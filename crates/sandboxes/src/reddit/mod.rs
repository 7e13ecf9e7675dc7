//! A server that speaks Reddit's protocol over posts that were written for this project.
//!
//! Any client of Reddit's can read it, at one address for both of Reddit's own: tokens at
//! `/api/v1/access_token` for [`CLIENT_ID`] and [`CLIENT_SECRET`], everything else with that token.
//! Permalinks open a page that people can read. Nothing can be written.
//!
//! The posts stand in `corpus/`, a file per community. Their ages count from the *anchor* that the
//! server is given; how they read and how they are liked follows from the time that it is told, so
//! moving a clock lets them age, arrive, change and disappear. It remembers nothing but tokens and
//! how often it was asked.
//!
//! Failures are provoked by the names of communities ([`SENTINELS`] holds the same table), alone
//! or beside others:
//!
//! | community | what happens |
//! |---|---|
//! | `sandbox403` | 403: the community is private. |
//! | `sandbox404` | 404: there is no such community. |
//! | `sandbox429` | 429, with `Retry-After: 5`. |
//! | `sandbox500` | 500. |
//! | `sandboxslow` | Nothing for 30 seconds, then an empty list. |
//! | `sandboxgarbage` | A page of HTML with a status of 200. |
//! | `sandboxtruncated` | The connection breaks in the middle of the answer. |

pub(crate) mod bm25;
mod corpus;
mod lines;
mod listing;
mod markdown;
pub(crate) mod moment;
mod page;
mod query;
mod routes;
mod search;
mod sentinels;
mod server;
mod things;
mod threads;
mod window;
pub(crate) mod world;

pub use corpus::{Sample, samples};
pub use sentinels::{SENTINELS, Sentinel};
pub use server::{RedditSandbox, serve};
pub use window::Allowance;

/// What the sandbox takes for an application; everybody else is refused.
pub const CLIENT_ID: &str = "earshot-sandbox";
pub const CLIENT_SECRET: &str = "sandbox-secret";
