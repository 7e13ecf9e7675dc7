//! The places that are listened to, and how an id says where its text was written.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a text was written.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SourceName {
    Reddit,
    HackerNews,
    Bluesky,
}

/// Before the number of an item on Hacker News.
const HACKER_NEWS_PREFIX: &str = "hn_";
/// Before the author and the key of a post on Bluesky.
const BLUESKY_PREFIX: &str = "bsky_";

impl SourceName {
    /// Those that each company switches on for itself.
    pub const CHOOSABLE: [SourceName; 2] = [SourceName::HackerNews, SourceName::Bluesky];

    /// As it is stored and sent.
    pub fn id(self) -> &'static str {
        match self {
            SourceName::Reddit => "reddit",
            SourceName::HackerNews => "hacker_news",
            SourceName::Bluesky => "bluesky",
        }
    }

    /// As people write it. Texts from elsewhere than Reddit have it in place of a community.
    pub fn title(self) -> &'static str {
        match self {
            SourceName::Reddit => "Reddit",
            SourceName::HackerNews => "Hacker News",
            SourceName::Bluesky => "Bluesky",
        }
    }

    /// Where the text with this id was written: every id begins with its source.
    pub fn of(text_id: &str) -> Self {
        if text_id.starts_with(HACKER_NEWS_PREFIX) {
            SourceName::HackerNews
        } else if text_id.starts_with(BLUESKY_PREFIX) {
            SourceName::Bluesky
        } else {
            SourceName::Reddit
        }
    }
}

/// The place of a text as people write it: `r/freelance`, or the source's title.
pub fn place_of(text_id: &str, subreddit: &str) -> String {
    match SourceName::of(text_id) {
        SourceName::Reddit => format!("r/{subreddit}"),
        other => other.title().to_owned(),
    }
}

/// The author of a text as people write it; none where they have only a number.
pub fn author_of(text_id: &str, author: &str) -> Option<String> {
    match SourceName::of(text_id) {
        _ if author.is_empty() => None,
        SourceName::Reddit => Some(format!("u/{author}")),
        SourceName::HackerNews => Some(author.to_owned()),
        SourceName::Bluesky => None,
    }
}

/// The id of an item on Hacker News.
pub(super) fn hacker_news_id(number: i64) -> String {
    format!("{HACKER_NEWS_PREFIX}{number}")
}

/// The number of an item on Hacker News; none for texts from elsewhere.
pub(super) fn hacker_news_number(text_id: &str) -> Option<i64> {
    text_id.strip_prefix(HACKER_NEWS_PREFIX)?.parse().ok()
}

/// The id of a post on Bluesky.
pub(super) fn bluesky_id(did: &str, rkey: &str) -> String {
    format!("{BLUESKY_PREFIX}{did}/{rkey}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_where_its_text_was_written() {
        assert_eq!(SourceName::of("t3_1abcde"), SourceName::Reddit);
        assert_eq!(
            SourceName::of(&hacker_news_id(8863)),
            SourceName::HackerNews
        );
        assert_eq!(
            SourceName::of(&bluesky_id("did:plc:a", "3k")),
            SourceName::Bluesky
        );
        assert_eq!(hacker_news_number("hn_8863"), Some(8863));
        assert_eq!(hacker_news_number("t3_8863"), None);
    }

    #[test]
    fn places_and_authors_are_written_as_people_write_them_there() {
        let written = |id: &str| (place_of(id, "saas"), author_of(id, "ada"));

        let named =
            |place: &str, author: Option<&str>| (place.to_owned(), author.map(ToOwned::to_owned));
        assert_eq!(written("t3_a"), named("r/saas", Some("u/ada")));
        assert_eq!(written("hn_1"), named("Hacker News", Some("ada")));
        assert_eq!(written("bsky_did:plc:a/3k"), named("Bluesky", None));
    }
}
