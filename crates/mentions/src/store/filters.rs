//! What filters look at, and what they hide.

use uuid::Uuid;

use crate::mention_filter;
use finds::{FilteredRow, WrittenText};
use listening::Filters;
use platform::db::FromRow;

/// A mention as far as filters look at it.
#[derive(Debug, FromRow)]
pub(crate) struct FilterableMention {
    id: Uuid,
    subreddit: String,
    author: String,
    post_title: String,
    post_content: Option<String>,
    is_noise: bool,
    confidence: i64,
    excluded: bool,
}

impl FilteredRow for FilterableMention {
    const SELECT: &'static str =
        "select id, subreddit, author, post_title, post_content, is_noise, confidence, excluded
         from brand_mentions where user_id = $1";
    const SELECT_SETTINGS: &'static str = "select filters from mention_filters where user_id = $1";
    const STORE_SETTINGS: &'static str =
        "insert into mention_filters (user_id, filters) values ($1, $2)
         on conflict (user_id) do update set filters = excluded.filters";
    const HIDE: &'static str = "update brand_mentions set excluded = $2 where id = $1";

    fn id(&self) -> Uuid {
        self.id
    }

    fn is_hidden_now(&self) -> bool {
        self.excluded
    }

    fn should_be_hidden(&self, filters: &Filters) -> bool {
        let text = WrittenText {
            subreddit: &self.subreddit,
            author: &self.author,
            title: &self.post_title,
            content: self.post_content.as_deref(),
        };
        mention_filter::hides(filters, text, self.is_noise, self.confidence)
    }
}
