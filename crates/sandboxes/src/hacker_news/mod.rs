//! A server that speaks the protocols of Hacker News and of its search, over items that were written
//! for this project.
//!
//! One address stands for all three of Hacker News: `/v0/maxitem.json`, `/v0/item/{number}.json` and
//! `/v0/updates.json` are the items, `/api/v1/search_by_date` is Algolia's search, and
//! `/item?id={number}` the page that people read.
//!
//! The sample items are written in the two days before the *anchor* that the server is given; where it
//! lies ahead, they come one after the other.
//! Whoever holds the [`HackerNewsSandbox`] can publish and delete items while it serves; those are
//! forgotten with the process. Some samples are deleted or dead, one is a job.
//!
//! These inputs provoke what goes wrong ([`SENTINELS`] holds the same table):
//!
//! | input | where | what happens |
//! |---|---|---|
//! | `sandbox:unavailable` | search | 503, with `Retry-After: 30`. |
//! | `sandbox:rate-limited` | search | 429, with `Retry-After: 30`. |
//! | `45000500` | item | JSON that breaks off. |
//! | `46000020` | item | `null` for whoever asks first, as if the item came later than its number; then the item. |

mod algolia_query;
mod item_json;
mod item_store;
mod sample_items;
mod sentinels;
mod server;

pub use item_store::NewHackerNewsItem;
pub use sentinels::{BROKEN_ITEM, HackerNewsSentinel, LATE_ITEM, SENTINELS};
pub use server::{HackerNewsSandbox, serve};
