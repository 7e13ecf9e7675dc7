//! The best answers that a post has so far. A draft does not repeat them.

use uuid::Uuid;

use super::comment_text::count_words;
use super::draft_post::DraftPost;
use super::untrusted_text::sanitized;
use listening::{Comment, Listening, SubredditName, Urgency};

const MOST_ANSWERS: usize = 5;
/// How many comments of a thread are looked at.
const MOST_COMMENTS: usize = 100;
/// Shorter ones answer nothing.
const FEWEST_WORDS: usize = 8;

/// The best answers, if the thread is known and Reddit is available; a draft does not depend on them.
pub(super) async fn best_answers(
    listening: &Listening,
    user_id: Uuid,
    post: &DraftPost,
) -> Vec<String> {
    let subreddit = SubredditName::parse(&post.subreddit).ok();
    let Some((subreddit, thread)) = subreddit.zip(post.thread_id.parse().ok()) else {
        return Vec::new();
    };
    let reddit = listening.for_user(user_id, Urgency::Interactive);
    let thread = Box::pin(reddit.thread(&subreddit, &thread, MOST_COMMENTS)).await;
    let comments = thread.found.map(|thread| thread.comments);
    best_of(comments.unwrap_or_default(), &post.reddit_id)
}

/// The answers with the most votes, not those of the author and of moderators.
fn best_of(mut comments: Vec<Comment>, answered: &str) -> Vec<String> {
    comments.retain(|comment| {
        !comment.is_removed
            && !comment.is_stickied
            && !comment.is_by_the_posts_author
            && comment.reddit_id != answered
    });
    comments.sort_by_key(|comment| std::cmp::Reverse(comment.score));
    let answers = comments.iter().map(|comment| sanitized(&comment.body));
    answers
        .filter(|answer| count_words(answer) >= FEWEST_WORDS)
        .take(MOST_ANSWERS)
        .collect()
}
