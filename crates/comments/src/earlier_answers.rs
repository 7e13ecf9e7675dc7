//! What a user has already answered in the same thread, or to the same author: nobody likes to be
//! answered twice by the same company.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use listening::SourceName;
use platform::db::{Db, DbResult};

/// An answer that was given before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EarlierAnswer {
    pub(super) at: DateTime<Utc>,
    /// `answered` or `won`.
    pub(super) state: String,
    pub(super) title: String,
    pub(super) subreddit: String,
    pub(super) is_same_thread: bool,
    pub(super) is_same_author: bool,
}

/// A row as far as it matters here.
struct AnsweredRow {
    id: Uuid,
    source: SourceName,
    author: String,
    thread_id: Option<String>,
    answer: EarlierAnswer,
}

/// How many are told.
const MOST_TOLD: usize = 3;
/// Who stands where the author is not known any more.
const NO_AUTHOR: &str = "[deleted]";

/// The earlier answers near one of a user's posts or mentions, newest first; none if there is no such
/// row.
pub(super) async fn find(db: &Db, user_id: Uuid, id: Uuid) -> DbResult<Option<Vec<EarlierAnswer>>> {
    let Some((source, author, thread_id)) = author_and_thread(db, user_id, id).await? else {
        return Ok(None);
    };
    let mut rows = answered_rows(db, user_id).await?;
    rows.retain(|row| row.id != id);
    let mut answers: Vec<EarlierAnswer> = rows
        .into_iter()
        .map(|row| EarlierAnswer {
            is_same_thread: thread_id.is_some() && row.thread_id == thread_id,
            is_same_author: author != NO_AUTHOR && (row.source, &row.author) == (source, &author),
            ..row.answer
        })
        .filter(|answer| answer.is_same_thread || answer.is_same_author)
        .collect();
    answers.sort_by_key(|answer| std::cmp::Reverse(answer.at));
    answers.truncate(MOST_TOLD);
    Ok(Some(answers))
}

/// Somebody's name, and the thread; the same name elsewhere is somebody else.
type AuthorAndThread = (SourceName, String, Option<String>);

async fn author_and_thread(db: &Db, user_id: Uuid, id: Uuid) -> DbResult<Option<AuthorAndThread>> {
    if let Some(post) = discovery::post_of(db, user_id, id).await? {
        let thread_id = listening::thread_id_in(&post.permalink);
        return Ok(Some((
            SourceName::of(&post.reddit_id),
            post.author,
            thread_id.or(Some(post.reddit_id)),
        )));
    }
    let mention = mentions::mention_of(db, user_id, id).await?;
    Ok(mention.map(|mention| {
        let source = SourceName::of(&mention.reddit_id);
        (source, mention.author, Some(mention.post_id))
    }))
}

async fn answered_rows(db: &Db, user_id: Uuid) -> DbResult<Vec<AnsweredRow>> {
    let answer = |at, state, title, subreddit| EarlierAnswer {
        at,
        state,
        title,
        subreddit,
        is_same_thread: false,
        is_same_author: false,
    };
    let posts = discovery::answered_posts(db, user_id).await?;
    let posts = posts.into_iter().map(|post| AnsweredRow {
        id: post.id,
        source: SourceName::of(&post.reddit_id),
        thread_id: listening::thread_id_in(&post.permalink).or(Some(post.reddit_id)),
        author: post.author,
        answer: answer(post.state_at, post.state, post.title, post.subreddit),
    });
    let mentions = mentions::answered_mentions(db, user_id).await?;
    let mentions = mentions.into_iter().map(|it| AnsweredRow {
        id: it.id,
        source: SourceName::of(&it.post_id),
        thread_id: Some(it.post_id),
        author: it.author,
        answer: answer(it.state_at, it.state, it.post_title, it.subreddit),
    });
    Ok(posts.chain(mentions).collect())
}
