//! The post that a comment answers.

use platform::app::App;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The parts of a post that matter here. All of it is untrusted text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftPost {
    pub id: String,
    pub title: String,
    pub body: String,
    pub subreddit: String,
    pub author: String,
}

/// The stored post if it was found for this user; otherwise what the page sent. This is the only
/// place that reads stored posts.
pub(super) async fn stored_or_given(
    app: &App,
    user_id: Uuid,
    given: DraftPost,
) -> anyhow::Result<DraftPost> {
    let Ok(id) = Uuid::parse_str(&given.id) else {
        return Ok(given);
    };
    let stored = discovery::post_of(&app.db, user_id, id).await?;
    Ok(stored.map_or(given, |stored| DraftPost {
        id: id.to_string(),
        title: stored.title,
        body: stored.content.unwrap_or_default(),
        subreddit: stored.subreddit,
        author: stored.author,
    }))
}
