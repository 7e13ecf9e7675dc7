//! Shows how many of a user's posts a keyword matches, before it is saved.

use percolator::KeywordQuery;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::keyword_matcher::{KeywordPattern, SearchedText, match_keywords};
use super::store;
use platform::db::Db;

/// Matches a keyword against texts by discovery's rules.
#[derive(Clone, Debug)]
pub struct KeywordSearch {
    pattern: [KeywordPattern; 1],
    reading: KeywordReading,
}

/// How a keyword is read: in lower case, communities without "r/".
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeywordReading {
    /// All of them are in the post, in any order and form.
    #[schema(example = json!(["invoicing", "app"]))]
    words: Vec<String>,
    /// All of them are in the post as they are written.
    #[schema(example = json!(["late payment"]))]
    phrases: Vec<String>,
    /// None of them is in the post, in any form.
    #[schema(example = json!(["hiring"]))]
    excluded_words: Vec<String>,
    /// None of them is in the post.
    excluded_phrases: Vec<String>,
    /// The post is in one of them. Without any, it may be anywhere.
    #[schema(example = json!(["freelance"]))]
    communities: Vec<String>,
    /// The post is in none of them.
    #[schema(example = json!(["forhire"]))]
    excluded_communities: Vec<String>,
}

impl KeywordSearch {
    pub fn new(keyword: &str) -> Self {
        let query = KeywordQuery::parse(keyword);
        Self {
            pattern: [KeywordPattern::new(keyword)],
            reading: query.as_ref().map(KeywordReading::of).unwrap_or_default(),
        }
    }

    pub fn reading(&self) -> &KeywordReading {
        &self.reading
    }

    pub fn finds(&self, (title, body): (&str, &str), subreddit: &str) -> bool {
        let post = SearchedText {
            title,
            body,
            comments: "",
        };
        !match_keywords(&self.pattern, post, subreddit)
            .keywords
            .is_empty()
    }
}

impl KeywordReading {
    fn of(query: &KeywordQuery) -> Self {
        Self {
            words: query.words().map(ToOwned::to_owned).collect(),
            phrases: query.phrases().collect(),
            excluded_words: query.excluded_words().map(ToOwned::to_owned).collect(),
            excluded_phrases: query.excluded_phrases().collect(),
            communities: query.communities().map(ToOwned::to_owned).collect(),
            excluded_communities: query
                .excluded_communities()
                .map(ToOwned::to_owned)
                .collect(),
        }
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
            let body = post.content.as_deref().unwrap_or_default();
            search.finds((&post.title, body), &post.subreddit)
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
