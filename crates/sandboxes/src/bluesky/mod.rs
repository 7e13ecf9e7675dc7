//! A server that speaks Jetstream's protocol over posts that were written for this project.
//!
//! `/subscribe` is the WebSocket, with `wantedCollections`, `wantedDids`, `maxMessageSizeBytes` and
//! `cursor`; `/profile/{did}/post/{rkey}` is the page that people read.
//!
//! The sample posts are written in the two days before the *anchor* that the server is given; where it
//! lies ahead, they come one after the other. A subscription with a cursor replays what happened since then, for two days at most, and goes on
//! with live events; one without a cursor, or with one in the future, begins with the live ones.
//! Whoever holds the [`BlueskySandbox`] can publish and delete posts and remove authors while it
//! serves; that is forgotten with the process. Every event has a time of its own.
//!
//! Where nothing else happens, an event about an account's name comes every 20 seconds of the wall's
//! time: Bluesky is never silent.
//!
//! These cursors provoke what goes wrong ([`SENTINELS`] holds the same table):
//!
//! | cursor | what happens |
//! |---|---|
//! | `1` | The connection is closed at once. |
//! | `2` | Messages that are no events, then the replay. |
//! | `3` | A message of 100 KiB, whatever was asked for. |
//! | `4` | Nothing comes, for ever. |
//! | `5` | 503, with `Retry-After: 30`. |

mod event_json;
mod event_log;
mod sample_posts;
mod sentinels;
mod server;
mod subscription;

pub use event_log::{NewBlueskyPost, PublishedBlueskyPost};
pub use sentinels::{BlueskySentinel, SENTINELS};
pub use server::{BlueskySandbox, serve};
