//! Bluesky as a source of texts: posts are posts, replies are comments.

use providers::bluesky::{
    BlueskyError, BlueskyPost, JetstreamClient, JetstreamConnection, JetstreamEvent,
};

use super::posts::{plain, time};
use super::source_name::bluesky_id;
use super::{Comment, Post, SourceName, Thing, Why};

/// Reads Bluesky.
#[derive(Clone, Debug)]
pub struct BlueskyTexts {
    pub(super) client: JetstreamClient,
}

/// What happens on Bluesky, one thing after the other.
#[derive(Debug)]
pub struct BlueskyConnection {
    client: JetstreamClient,
    connection: JetstreamConnection,
}

/// Something that happened there.
#[derive(Clone, Debug, PartialEq)]
pub enum BlueskyEvent {
    /// In English, as far as the author has said.
    Written(Box<Thing>),
    /// The text with this id was deleted.
    Deleted(String),
    /// This author is gone, with all they wrote.
    AuthorGone(String),
    Other,
}

/// The longest title that is made of a text without one.
const LONGEST_TITLE: usize = 100;

impl BlueskyTexts {
    /// What has happened since a moment, in microseconds of Unix time; from now on without one.
    pub async fn since(&self, cursor: Option<i64>) -> Result<BlueskyConnection, Why> {
        let connection = self.client.subscribe(cursor).await?;
        let client = self.client.clone();
        Ok(BlueskyConnection { client, connection })
    }
}

impl BlueskyConnection {
    /// The next event, and up to where it has been read then.
    pub async fn next(&mut self) -> Result<(BlueskyEvent, i64), Why> {
        Ok(match self.connection.next().await? {
            JetstreamEvent::Posted(post) => {
                let time_us = post.time_us;
                (self.written(post), time_us)
            }
            JetstreamEvent::Deleted { did, rkey, time_us } => {
                (BlueskyEvent::Deleted(bluesky_id(&did, &rkey)), time_us)
            }
            JetstreamEvent::AuthorGone { did, time_us } => (BlueskyEvent::AuthorGone(did), time_us),
            JetstreamEvent::Other { time_us } => (BlueskyEvent::Other, time_us),
        })
    }

    fn written(&self, post: BlueskyPost) -> BlueskyEvent {
        let is_english = |tag: &String| tag == "en" || tag.starts_with("en-");
        if !post.languages.is_empty() && !post.languages.iter().any(is_english) {
            return BlueskyEvent::Other;
        }
        let url = self.client.address_of(&post.did, &post.rkey);
        BlueskyEvent::Written(Box::new(if post.is_reply {
            Thing::Comment(comment(post, url))
        } else {
            Thing::Post(whole_post(post, url))
        }))
    }
}

/// A post there has no title: its beginning stands for one, and all of it where it is short.
fn whole_post(post: BlueskyPost, url: String) -> Post {
    let text = plain(post.text);
    let title = beginning(&text);
    let body = if title == text { String::new() } else { text };
    Post {
        reddit_id: bluesky_id(&post.did, &post.rkey),
        subreddit: SourceName::Bluesky.title().to_owned(),
        title,
        body,
        created_at: time(post.written_at),
        author: Some(post.did),
        edited_at: None,
        score: 0,
        upvote_ratio: 1.0,
        comments: 0,
        url,
        link: post.link,
        flair: None,
        is_adult: false,
        is_stickied: false,
        is_locked: false,
        is_removed: false,
        subscribers: 0,
    }
}

fn comment(post: BlueskyPost, url: String) -> Comment {
    let id = bluesky_id(&post.did, &post.rkey);
    let body = plain(post.text);
    Comment {
        post_id: id.clone(),
        parent_id: id.clone(),
        reddit_id: id,
        post_title: Some(beginning(&body)),
        subreddit: SourceName::Bluesky.title().to_owned(),
        body,
        created_at: time(post.written_at),
        author: Some(post.did),
        edited_at: None,
        score: 0,
        url,
        is_by_the_posts_author: false,
        is_stickied: false,
        is_removed: false,
    }
}

/// The first line, or as many of its words as fit.
fn beginning(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    let line = line.unwrap_or_default();
    if line.chars().count() <= LONGEST_TITLE {
        return line.to_owned();
    }
    let cut: String = line.chars().take(LONGEST_TITLE).collect();
    let words = cut
        .rsplit_once(' ')
        .map_or(cut.as_str(), |(words, _)| words);
    format!("{}…", words.trim_end_matches([',', ';', ':']))
}

impl From<BlueskyError> for Why {
    fn from(failed: BlueskyError) -> Self {
        match failed {
            BlueskyError::Unavailable { .. } => Why::NotNow,
            BlueskyError::InvalidResponse => Why::Nonsense,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_text_is_its_title_cut_between_words() {
        assert_eq!(beginning("\n Who pays late? \nMine do."), "Who pays late?");
        assert_eq!(beginning(""), "");
        let long = "word ".repeat(40);
        let title = beginning(&long);
        assert!(title.ends_with("word…"), "{title}");
        assert!(title.chars().count() <= LONGEST_TITLE, "{title}");
    }
}
