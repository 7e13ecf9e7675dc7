//! Drafts of comments: helpful answers to posts, which the user reviews and posts.
//!
//! **Owns** the table `drafts`.
//!
//! **Promises** that every draft discloses the company it speaks for and links to nothing but the
//! user's own site, and to that only on request; that there is always a draft, even if the language
//! model fails; and that nothing is ever posted.
//!
//! **Calls** `billing` for the subscription, `onboarding` for the company, `discovery` for stored
//! posts and `listening` for the rules of a subreddit.

mod addresses;
pub mod api;
mod comment_check;
mod comment_model;
mod draft_company;
mod draft_job;
mod draft_post;
mod draft_progress;
mod store;
mod streaming_model;
mod subreddit_rules;
mod tone;
mod untrusted_text;
mod writing;

use serde_json::Value;
use uuid::Uuid;

use platform::db::{Db, DbResult, Tx};

pub use draft_company::DraftCompany;
pub use draft_job::{Draft, DraftComment, DraftTools};
pub use draft_post::DraftPost;
pub use subreddit_rules::{CommentLimits, CommentRule};
pub use tone::{Tone, UnknownTone};
pub use writing::{Assignment, LEAST_WORDS, MOST_WORDS, write, write_unlike};

/// Everything this room stores about a user.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    store::DRAFTS.of(db, user_id).await
}

/// Deletes a user's data.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::delete_drafts(tx, user_id).await
}

/// Deletes the draft of a post that is gone.
pub async fn forget_post(tx: &mut Tx, user_id: Uuid, post_id: &str) -> DbResult<()> {
    store::delete_draft(tx, user_id, post_id).await
}
