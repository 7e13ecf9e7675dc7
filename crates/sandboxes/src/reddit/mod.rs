//! A server that speaks Reddit's protocol over posts that were written for this project.
//!
//! Any client of Reddit's can read it, at one address for both of Reddit's own: tokens at
//! `/api/v1/access_token` for [`CLIENT_ID`] and [`CLIENT_SECRET`], everything else with that token.
//! Permalinks open a page that people can read. Nothing can be written.
//!
//! The posts are in `corpus/`, one file per community. Their ages count from the *anchor* that the
//! server is given; their text and score follow from its clock, so moving the clock lets posts age,
//! appear, change and disappear. The only state is tokens and the call count.
//!
//! [`RedditSandbox::with_firehose`] adds a stream of generated posts and comments, as many a second
//! as a test or a bench wants. They are in listings of the newest, in threads and behind their ids;
//! searches and the other orders know the sample posts alone.
//!
//! Failures are caused by the names of communities ([`SENTINELS`] holds the same table), alone or
//! among others:
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

mod call_window;
mod comment_tree;
mod corpus;
mod corpus_lines;
mod firehose;
mod firehose_text;
mod firehose_world;
mod html_page;
mod listing;
mod markdown;
mod post_index;
mod reddit_json;
mod routes;
pub(crate) mod sample_world;
mod search_query;
mod sentinels;
mod server;
pub(crate) mod snapshot;
pub(crate) mod text_index;
mod visible_things;

pub use call_window::CallAllowance;
pub use corpus::{SampleFile, SamplePost, sample_posts};
pub use sentinels::{RedditSentinel, SENTINELS};
pub use server::{RedditSandbox, serve};

/// The only application that the sandbox accepts.
pub const CLIENT_ID: &str = "earshot-sandbox";
pub const CLIENT_SECRET: &str = "sandbox-secret";
