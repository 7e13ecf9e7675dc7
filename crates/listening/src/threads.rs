//! A post with its comments.

use chrono::TimeDelta;
use providers::reddit::{self, Fullname, MoreComments, Replies, SubredditName};

use super::posts::{Comment, Post};
use super::response_cache::Question;
use super::{Ears, Heard, Missed, Thread, What, Why};

const KEPT: TimeDelta = TimeDelta::minutes(5);
/// How many calls are made for comments that the first answer only counted.
const MORE_CALLS: usize = 5;

pub(super) async fn read(
    ears: &Ears,
    subreddit: &SubredditName,
    post: &Fullname,
    most_comments: usize,
) -> Heard<Option<Thread>> {
    let missed = |why| Missed {
        what: What::Thread(post.to_string()),
        why,
    };
    let Fullname::Post(id) = post else {
        return Heard {
            found: None,
            missed: vec![missed(Why::NotFound)],
        };
    };
    let parts = [id.as_str(), &most_comments.to_string()];
    let question = Question::new("thread", &parts, KEPT);
    let ask = ask(ears, subreddit, id, most_comments);
    match ears.through(&question, ask).await {
        Ok((thread, why)) => Heard {
            found: Some(thread),
            missed: why.map(missed).into_iter().collect(),
        },
        Err(why) => Heard {
            found: None,
            missed: vec![missed(why)],
        },
    }
}

/// The thread, and why it is not whole where it should be.
async fn ask(
    ears: &Ears,
    subreddit: &SubredditName,
    id: &str,
    most_comments: usize,
) -> Result<(Thread, Option<Why>), Why> {
    let line = &ears.listening.line;
    let thread = line
        .ask(ears.asker, || line.reddit.thread(subreddit, id))
        .await?;
    let mut replies = thread.replies;
    let mut comments = Vec::new();
    let mut why = None;
    let mut waiting = collect(ears, &replies, &mut comments);
    for _ in 0..MORE_CALLS {
        let Some(more) = waiting.first().filter(|_| comments.len() < most_comments) else {
            break;
        };
        let answer = line.ask(ears.asker, || line.reddit.more_comments(id, more));
        match answer.await {
            Ok(answer) => replies = answer,
            Err(reason) => {
                why = Some(reason);
                break;
            }
        }
        let rest = rest_of(&waiting.remove(0));
        waiting.splice(0..0, rest);
        waiting.extend(collect(ears, &replies, &mut comments));
    }
    let not_shown = waiting.iter().map(|more| i64::from(more.count)).sum();
    let thread = Thread {
        post: Post::told(thread.post, &*line.reddit),
        comments,
        not_shown,
    };
    Ok((thread, why))
}

/// Adds the comments and answers what was only counted.
fn collect(ears: &Ears, replies: &Replies, comments: &mut Vec<Comment>) -> Vec<MoreComments> {
    let reddit = &*ears.listening.line.reddit;
    let all = replies.flattened();
    let mut more: Vec<MoreComments> = replies.more.iter().cloned().collect();
    more.extend(
        all.iter()
            .filter_map(|comment| comment.replies.more.clone()),
    );
    comments.extend(
        all.into_iter()
            .map(|comment| Comment::told(comment, reddit)),
    );
    // "Continue this thread" names nobody, so there is nothing to ask for.
    more.retain(|more| !more.ids.is_empty());
    more.sort_by_key(|more| std::cmp::Reverse(more.count));
    more
}

/// A call takes a hundred.
fn rest_of(more: &MoreComments) -> Option<MoreComments> {
    let ids = more
        .ids
        .get(reddit::MAX_ITEMS_PER_CALL..)
        .unwrap_or_default();
    let asked = u32::try_from(more.ids.len() - ids.len()).unwrap_or(u32::MAX);
    (!ids.is_empty()).then(|| MoreComments {
        count: more.count.saturating_sub(asked),
        ids: ids.to_vec(),
    })
}
