//! Drafts of comments: helpful answers to posts and mentions, which the user reviews and posts.
//!
//! **Owns** the tables `drafts` and `draft_versions`.
//!
//! **Promises** that every draft discloses the company it speaks for, says of the product only what its
//! website says, and links to nothing but the user's own site, and to that only on request; that there
//! is a reply kit whenever there is no draft; and that nothing is ever posted. The prompts stand in
//! `prompts/`.
//!
//! **Calls** `billing` for the subscription, `onboarding` for the company, `discovery` and `mentions`
//! for what is answered, and `listening` for the rules of a subreddit and the answers in a thread.

mod addresses;
pub mod api;
mod comment_check;
mod comment_repair;
mod comment_text;
mod company_facts;
mod copied_text;
mod disclosure;
mod draft;
mod draft_company;
mod draft_job;
mod draft_model;
mod draft_post;
mod draft_progress;
mod draft_prompt;
mod earlier_answers;
pub mod earlier_answers_api;
mod injected_words;
mod post_questions;
mod product_claims;
mod reply_kit;
mod store;
mod streaming_model;
mod subreddit_rules;
mod thread_answers;
mod tone;
mod untrusted_text;

use serde_json::Value;
use uuid::Uuid;

use platform::db::{Db, DbResult, Tx};

pub use comment_check::{LEAST_WORDS, MOST_WORDS};
pub use draft::{CheckKind, Draft, DraftCheck, DraftKind, DraftProblem, DraftVersion};
pub use draft_company::DraftCompany;
pub use draft_job::{DraftComment, DraftTools};
pub use draft_post::DraftPost;
pub use reply_kit::{KitFact, KitQuestion, KitRule, ReplyKit};
pub use subreddit_rules::{CommentLimits, CommentRule, RuleKind};
pub use tone::{Tone, UnknownTone};

/// Everything this room stores about a user, by table.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<[(&'static str, Vec<Value>); 2]> {
    Ok([
        ("drafts", store::DRAFTS.of(db, user_id).await?),
        (
            "draft_versions",
            store::DRAFT_VERSIONS.of(db, user_id).await?,
        ),
    ])
}

/// Deletes a user's data.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::delete_drafts(tx, user_id).await
}

/// Whether there is a draft or a reply kit for a post.
pub async fn has_draft(tx: &mut Tx, user_id: Uuid, post_id: &str) -> DbResult<bool> {
    store::has_draft(tx, user_id, post_id).await
}

/// Deletes the draft of a post that is gone.
pub async fn forget_post(tx: &mut Tx, user_id: Uuid, post_id: &str) -> DbResult<()> {
    store::delete_draft(tx, user_id, post_id).await
}
