//! Lists of posts.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::posts::SHOWN;
use finds::StateSelection;
use platform::db::{Db, DbResult, DynamicQuery, JsonRows};

/// Which posts of a user.
#[derive(Clone, Debug)]
pub(crate) struct PostQuery {
    pub(crate) user_id: Uuid,
    pub(crate) states: StateSelection,
    /// Written on Reddit at this moment or later.
    pub(crate) written_since: Option<DateTime<Utc>>,
    /// Saved at this moment or before.
    pub(crate) saved_until: Option<DateTime<Utc>>,
    pub(crate) least_relevance: Option<i64>,
    /// In lower case; all of them if empty.
    pub(crate) subreddits: Vec<String>,
    /// In lower case; each must be in the title, the subreddit, the author or a keyword.
    pub(crate) words: Vec<String>,
    /// Only posts that name the company, or only others; both if absent.
    pub(crate) names_brand: Option<bool>,
    /// The ranks in a web search that are asked for, both included.
    pub(crate) ranks: Option<(i64, i64)>,
    /// Saved by this job.
    pub(crate) found_by: Option<Uuid>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PostOrder {
    Relevance,
    New,
    Popular,
    /// What was saved last first.
    Found,
}

/// A page of the list, as JSON. Every order ends with the id, so that two pages never share a post.
pub(crate) async fn page(
    db: &Db,
    query: &PostQuery,
    order: PostOrder,
    part: (i64, i64),
) -> DbResult<JsonRows> {
    let mut statement = DynamicQuery::default();
    statement.push("select ");
    statement.push_columns(SHOWN);
    statement.push(" from reddit_posts");
    query.push_to(&mut statement);
    statement.push(match order {
        // What is new since the last visit first. Within ten points of each other the ones to answer now
        // come first.
        PostOrder::Relevance => {
            " order by is_new desc, (relevance_score / 10) desc, (case when google_ranking <= 10 then 0 else 1 end),
              created_at desc, id desc"
        }
        PostOrder::New => " order by created_at desc, id desc",
        PostOrder::Popular => " order by score desc, comments desc, id desc",
        PostOrder::Found => " order by found_at desc, id desc",
    });
    statement.push_page(part);
    db.json_rows(statement, SHOWN).await
}

impl PostQuery {
    pub(crate) fn all_of(user_id: Uuid) -> Self {
        Self {
            user_id,
            states: StateSelection::All,
            written_since: None,
            saved_until: None,
            least_relevance: None,
            subreddits: Vec::new(),
            words: Vec::new(),
            names_brand: None,
            ranks: None,
            found_by: None,
        }
    }

    /// Whether only the state and the company's name narrow the list.
    pub(super) fn is_counted_by_state(&self) -> bool {
        let Self {
            user_id: _,
            states: _,
            written_since,
            saved_until: _,
            least_relevance,
            subreddits,
            words,
            names_brand: _,
            ranks,
            found_by,
        } = self;
        written_since.is_none()
            && least_relevance.is_none()
            && subreddits.is_empty()
            && words.is_empty()
            && ranks.is_none()
            && found_by.is_none()
    }

    pub(super) fn push_to(&self, statement: &mut DynamicQuery) {
        self.push_filters(statement);
        self.states.push_to(statement);
    }

    /// All conditions but that on the state.
    pub(super) fn push_filters(&self, statement: &mut DynamicQuery) {
        statement.push(" where user_id = ");
        statement.bind(self.user_id);
        statement.push(" and excluded = ");
        statement.bind(false);
        if let Some(since) = self.written_since {
            statement.push(" and created_at >= ");
            statement.bind(since);
        }
        if let Some(until) = self.saved_until {
            statement.push(" and found_at <= ");
            statement.bind(until);
        }
        if let Some(least) = self.least_relevance {
            statement.push(" and relevance_score >= ");
            statement.bind(least);
        }
        if let Some(names_brand) = self.names_brand {
            statement.push(" and names_brand = ");
            statement.bind(names_brand);
        }
        if let Some((first, last)) = self.ranks {
            statement.push(" and google_ranking >= ");
            statement.bind(first);
            statement.push(" and google_ranking <= ");
            statement.bind(last);
        }
        if let Some(job_id) = self.found_by {
            statement.push(" and found_by = ");
            statement.bind(job_id);
        }
        self.push_subreddits(statement);
        statement.push_words(&self.words);
    }

    /// Names of communities are ASCII, which both databases fold alike.
    fn push_subreddits(&self, statement: &mut DynamicQuery) {
        if self.subreddits.is_empty() {
            return;
        }
        statement.push(" and lower(subreddit)");
        statement.push_any_of(self.subreddits.iter().map(String::as_str));
    }
}
