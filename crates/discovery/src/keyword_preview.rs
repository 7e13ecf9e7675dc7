//! Shows how many of a user's posts a keyword matches, before it is saved.

use uuid::Uuid;

use super::keyword_matcher::{KeywordPattern, SearchedText, match_keywords};
use super::store;
use platform::db::Db;

/// Matches a keyword against texts by discovery's rules.
#[derive(Clone, Debug)]
pub struct KeywordSearch([KeywordPattern; 1]);

impl KeywordSearch {
    pub fn new(keyword: &str) -> Self {
        Self([KeywordPattern::new(keyword)])
    }

    pub fn finds(&self, title: &str, body: &str) -> bool {
        let post = SearchedText {
            title,
            body,
            comments: "",
        };
        !match_keywords(&self.0, post).keywords.is_empty()
    }
}

/// What a keyword matches among a user's posts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordPostPreview {
    pub posts: usize,
    /// The best of them.
    pub examples: Vec<PreviewPost>,
    /// How many posts were searched.
    pub of: usize,
}

/// A post that a keyword matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewPost {
    pub id: Uuid,
    pub title: String,
    pub subreddit: String,
}

const MOST_EXAMPLES: usize = 3;
/// Posts beyond this are the least relevant.
const MOST_LOOKED_AT: i64 = 2_000;

/// Searches the posts that a user sees for a keyword.
pub async fn preview(
    db: &Db,
    user_id: Uuid,
    search: &KeywordSearch,
) -> anyhow::Result<KeywordPostPreview> {
    finds::refresh_filters::<store::FilterablePost>(db, user_id).await?;
    let posts = store::texts(db, user_id, MOST_LOOKED_AT).await?;
    let search = search.clone();
    let looking = tokio::task::spawn_blocking(move || {
        let of = posts.len();
        let holds = |post: &store::PostText| {
            search.finds(&post.title, post.content.as_deref().unwrap_or_default())
        };
        let found: Vec<store::PostText> = posts.into_iter().filter(holds).collect();
        KeywordPostPreview {
            posts: found.len(),
            examples: found.into_iter().take(MOST_EXAMPLES).map(example).collect(),
            of,
        }
    });
    Ok(looking.await?)
}

fn example(post: store::PostText) -> PreviewPost {
    PreviewPost {
        id: post.id,
        title: post.title,
        subreddit: post.subreddit,
    }
}
