//! The post, comment or mention that a draft answers.

use platform::app::App;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The parts of a post that matter here. All of it is untrusted text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DraftPost {
    pub id: String,
    /// Of a comment, the title of its thread.
    pub title: String,
    pub body: String,
    pub subreddit: String,
    pub author: String,
    /// Whether a comment is answered, and not the post above it.
    pub is_comment: bool,
    /// Its full name on Reddit, such as `t3_1abcde`; empty if it is not known.
    pub reddit_id: String,
    /// The full name of the post in whose thread it is; empty if it is not known.
    pub thread_id: String,
}

impl DraftPost {
    /// Title and text.
    pub(super) fn text(&self) -> String {
        format!("{}\n{}", self.title, self.body)
    }
}

/// The stored post or mention if it was found for this user; otherwise what the page sent. This is the
/// only place that reads stored posts and mentions.
pub(super) async fn stored_or_given(
    app: &App,
    user_id: Uuid,
    given: DraftPost,
) -> anyhow::Result<DraftPost> {
    let Ok(id) = Uuid::parse_str(&given.id) else {
        return Ok(given);
    };
    if let Some(post) = discovery::post_of(&app.db, user_id, id).await? {
        return Ok(DraftPost {
            id: id.to_string(),
            is_comment: post.kind == "comment",
            thread_id: listening::thread_id_in(&post.permalink).unwrap_or_default(),
            title: post.title,
            body: post.content.unwrap_or_default(),
            subreddit: post.subreddit,
            author: post.author,
            reddit_id: post.reddit_id,
        });
    }
    let mention = mentions::mention_of(&app.db, user_id, id).await?;
    Ok(mention.map_or(given, |mention| DraftPost {
        id: id.to_string(),
        is_comment: mention.reddit_id != mention.post_id,
        title: mention.post_title,
        body: mention.post_content.unwrap_or_default(),
        subreddit: mention.subreddit,
        author: mention.author,
        reddit_id: mention.reddit_id,
        thread_id: mention.post_id,
    }))
}
