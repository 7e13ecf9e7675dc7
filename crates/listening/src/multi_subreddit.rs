//! Several communities in one call, without one that fails hiding the others.

use futures::future::{BoxFuture, join_all};
use providers::reddit::SubredditName;

use super::{Heard, Missed, What, Why};

/// How many communities are asked about in one call.
const TOGETHER: usize = 20;

/// Asks about several communities in one call, and where that fails about fewer, so that one that
/// is closed does not hide the others.
pub(super) async fn of_each<'names, T: Send>(
    subreddits: &'names [SubredditName],
    ask: impl Fn(&'names [SubredditName]) -> BoxFuture<'names, Result<Vec<T>, Why>> + Sync,
) -> Heard<Vec<T>> {
    let groups = subreddits.chunks(TOGETHER).map(|group| {
        let ask = &ask;
        async move {
            let mut heard = Heard::whole(Vec::new());
            let mut waiting = vec![group];
            while let Some(names) = waiting.pop() {
                match ask(names).await {
                    Ok(found) => heard.found.extend(found),
                    Err(why) if names.len() > 1 && is_of_one(why) => {
                        let (first, second) = names.split_at(names.len() / 2);
                        waiting.extend([second, first]);
                    }
                    Err(why) => heard.missed.extend(names.iter().map(|name| Missed {
                        what: What::Subreddit(name.to_string()),
                        why,
                    })),
                }
            }
            heard
        }
    });
    Heard::together(join_all(groups).await)
}

/// Whether one community may be the reason, and the others be heard without it.
fn is_of_one(why: Why) -> bool {
    match why {
        Why::Forbidden | Why::NotFound | Why::Nonsense | Why::NotNow | Why::RateLimited => true,
        Why::Busy | Why::Unauthorised | Why::NotConfigured | Why::Spent => false,
    }
}

/// The same communities in another order are the same question.
pub(super) fn key(names: &[SubredditName], limit: usize) -> Vec<String> {
    let mut names: Vec<String> = names
        .iter()
        .map(|name| name.as_str().to_lowercase())
        .collect();
    names.sort();
    names.push(limit.to_string());
    names
}
