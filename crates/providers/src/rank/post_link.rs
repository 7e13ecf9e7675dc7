//! Recognises Reddit posts by URL.

use url::Url;

use crate::reddit::is_id;

/// A post that a URL leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostLink {
    /// `None` for a short link.
    pub subreddit: Option<String>,
    /// Without its `t3_`.
    pub id: String,
}

/// The post behind a URL on any of Reddit's hosts: `www`, `old`, `np`, a language's, or
/// `redd.it`. The id is the same on all of them.
pub fn parse_post_link(link: &str) -> Option<PostLink> {
    let url = Url::parse(link).ok()?;
    let host = url.host_str()?.to_ascii_lowercase();
    let path: Vec<&str> = url
        .path_segments()?
        .filter(|part| !part.is_empty())
        .collect();
    let (subreddit, id) = match path.as_slice() {
        ["r", subreddit, "comments", id, ..] if is_reddit(&host) => (Some(*subreddit), *id),
        ["user" | "u", user, "comments", id, ..] if is_reddit(&host) => {
            return found(Some(format!("u_{user}")), id);
        }
        ["comments", id, ..] if is_reddit(&host) => (None, *id),
        [id] if host == "redd.it" || host == "www.redd.it" => (None, *id),
        _ => return None,
    };
    found(subreddit.map(str::to_owned), id)
}

fn found(subreddit: Option<String>, id: &str) -> Option<PostLink> {
    let id = id.to_ascii_lowercase();
    is_id(&id).then_some(PostLink { subreddit, id })
}

fn is_reddit(host: &str) -> bool {
    host == "reddit.com" || host.ends_with(".reddit.com")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posts_are_recognised_on_all_of_reddits_hosts() {
        for (link, expected) in [
            (
                "https://www.reddit.com/r/SaaS/comments/1abcde/a_title/",
                Some("SaaS 1abcde"),
            ),
            (
                "https://reddit.com/r/SaaS/comments/1abcde",
                Some("SaaS 1abcde"),
            ),
            (
                "http://old.reddit.com/r/SaaS/comments/1abcde/t/kx2/?context=3",
                Some("SaaS 1abcde"),
            ),
            (
                "https://de.reddit.com/r/SaaS/comments/1ABCDE/t/?tl=de#x",
                Some("SaaS 1abcde"),
            ),
            ("https://www.reddit.com/comments/1abcde/", Some(" 1abcde")),
            ("https://redd.it/1abcde", Some(" 1abcde")),
            (
                "https://www.reddit.com/user/ada/comments/1abcde/t/",
                Some("u_ada 1abcde"),
            ),
            ("https://www.reddit.com/r/SaaS/", None),
            ("https://www.reddit.com/r/SaaS/comments/", None),
            ("https://www.reddit.com/r/SaaS/comments/not-an-id/", None),
            ("https://notreddit.com/r/SaaS/comments/1abcde/", None),
            (
                "https://reddit.com.evil.example/r/SaaS/comments/1abcde/",
                None,
            ),
            ("r/SaaS/comments/1abcde", None),
        ] {
            let found = parse_post_link(link)
                .map(|post| format!("{} {}", post.subreddit.unwrap_or_default(), post.id));
            assert_eq!(found.as_deref(), expected, "{link}");
        }
    }
}
