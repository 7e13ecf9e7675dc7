//! How much a keyword would find in what is stored, before anybody saves it.

use uuid::Uuid;

use super::matching::{Haystack, Needle, matched};
use super::store;
use platform::db::Db;

/// A keyword as discovery looks for it, for everybody who asks whether a text holds it.
#[derive(Clone, Debug)]
pub struct KeywordSearch([Needle; 1]);

impl KeywordSearch {
    pub fn new(keyword: &str) -> Self {
        Self([Needle::new(keyword)])
    }

    pub fn finds(&self, title: &str, body: &str) -> bool {
        let post = Haystack {
            title,
            body,
            comments: "",
        };
        !matched(&self.0, post).keywords.is_empty()
    }
}

/// What a keyword would find among a person's posts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    pub posts: usize,
    /// The best of them.
    pub examples: Vec<Example>,
    /// How many posts were looked at.
    pub of: usize,
}

/// A post that a keyword finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    pub id: Uuid,
    pub title: String,
    pub subreddit: String,
}

const MOST_EXAMPLES: usize = 3;
/// What a person keeps beyond this is the least relevant of it.
const MOST_LOOKED_AT: i64 = 2_000;

/// Looks for a keyword in the posts that are shown to a person.
pub async fn preview(db: &Db, user_id: Uuid, search: &KeywordSearch) -> anyhow::Result<Preview> {
    finds::refresh_filters::<store::FilterablePost>(db, user_id).await?;
    let posts = store::texts(db, user_id, MOST_LOOKED_AT).await?;
    let search = search.clone();
    let looking = tokio::task::spawn_blocking(move || {
        let of = posts.len();
        let holds = |post: &store::PostText| {
            search.finds(&post.title, post.content.as_deref().unwrap_or_default())
        };
        let found: Vec<store::PostText> = posts.into_iter().filter(holds).collect();
        Preview {
            posts: found.len(),
            examples: found.into_iter().take(MOST_EXAMPLES).map(example).collect(),
            of,
        }
    });
    Ok(looking.await?)
}

fn example(post: store::PostText) -> Example {
    Example {
        id: post.id,
        title: post.title,
        subreddit: post.subreddit,
    }
}
