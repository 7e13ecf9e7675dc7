//! Drafts of comments: an answer to a post that people would be glad to read, for the user to post.
//!
//! **Owns** the table `drafts`. **Promises** that every draft says for whom it speaks and carries no
//! address but the user's own site, and that one only when asked; that there is always a draft,
//! whatever becomes of the language model; and that nothing is ever posted. **Calls** billing (is
//! there a subscription), onboarding (the company) and the posts that were found.

pub mod api;
mod checking;
mod company;
mod drafting;
mod model;
mod page;
mod post;
mod rules;
mod store;
mod strangers;
mod tone;
mod writing;

use serde_json::Value;
use uuid::Uuid;

use platform::db::{Db, DbResult, Tx};

pub use checking::checked;
pub use company::Company;
pub use drafting::{Draft, DraftComment, DraftTools};
pub use post::Post;
pub use rules::{Limits, Rule};
pub use tone::{Tone, UnknownTone};
pub use writing::{Assignment, LEAST_WORDS, MOST_WORDS, write, write_unlike};

/// Everything the room holds about a person.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    store::DRAFTS.of(db, user_id).await
}

/// Forgets a person.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::forget(tx, user_id).await
}

/// Forgets the draft of a post that is gone.
pub async fn forget_post(tx: &mut Tx, user_id: Uuid, post_id: &str) -> DbResult<()> {
    store::forget_post(tx, user_id, post_id).await
}
