//! The post that a comment answers.

use platform::app::App;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What of a post matters here. All of it was written by a stranger.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    pub id: String,
    pub title: String,
    pub body: String,
    pub subreddit: String,
    pub author: String,
}

/// The post as it was found for this user, where it was; what the page says of it otherwise. This is
/// the one place that asks for stored posts.
pub(super) async fn believed(app: &App, user_id: Uuid, told: Post) -> anyhow::Result<Post> {
    let Ok(id) = Uuid::parse_str(&told.id) else {
        return Ok(told);
    };
    let known = discovery::post_of(&app.db, user_id, id).await?;
    Ok(known.map_or(told, |known| Post {
        id: id.to_string(),
        title: known.title,
        body: known.content.unwrap_or_default(),
        subreddit: known.subreddit,
        author: known.author,
    }))
}
