//! Where texts come from. Reddit stands behind this; whoever gathers texts need not know more of a
//! source than this.

use std::future::Future;

use chrono::{DateTime, Utc};
use providers::reddit::SubredditName;

use super::{Comment, Ears, Heard, Post, Search, What, Why};

/// What kind of text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    Post,
    Comment,
}

/// A text that somebody wrote in a place.
pub trait SourceText {
    /// The community, such as `freelance`.
    fn place(&self) -> &str;
    fn kind(&self) -> TextKind;
    /// None once the account is gone.
    fn author(&self) -> Option<&str>;
    fn written_at(&self) -> DateTime<Utc>;
    /// Where people open it.
    fn link(&self) -> &str;
    /// Its whole name at the source.
    fn id(&self) -> &str;

    /// Where reading goes on after this text.
    fn position(&self) -> SourcePosition {
        SourcePosition {
            written_at: self.written_at(),
            id: self.id().to_owned(),
        }
    }
}

/// Up to where a place was read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourcePosition {
    pub written_at: DateTime<Utc>,
    pub id: String,
}

/// Somebody who has texts. An answer says what could not be heard.
pub trait TextSource {
    type Text: SourceText;

    fn search(&self, search: &Search) -> impl Future<Output = Heard<Vec<Self::Text>>> + Send;

    /// The newest texts of a place, newest first; only those after `resume`, if it is given.
    fn newest(
        &self,
        place: &str,
        most: usize,
        resume: Option<&SourcePosition>,
    ) -> impl Future<Output = Heard<Vec<Self::Text>>> + Send;
}

impl TextSource for Ears {
    type Text = Post;

    async fn search(&self, search: &Search) -> Heard<Vec<Post>> {
        // On the heap, because callers hold many of these at once.
        Box::pin(Ears::search(self, search)).await
    }

    async fn newest(
        &self,
        place: &str,
        most: usize,
        resume: Option<&SourcePosition>,
    ) -> Heard<Vec<Post>> {
        let Ok(name) = SubredditName::parse(place) else {
            return Heard::nothing(Vec::new(), What::Subreddit(place.to_owned()), Why::NotFound);
        };
        let mut heard = Ears::newest(self, std::slice::from_ref(&name), most).await;
        if let Some(resume) = resume {
            heard.found.retain(|post| post.position() > *resume);
        }
        heard
    }
}

impl SourceText for Post {
    fn place(&self) -> &str {
        &self.subreddit
    }

    fn kind(&self) -> TextKind {
        TextKind::Post
    }

    fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    fn written_at(&self) -> DateTime<Utc> {
        self.created_at
    }

    fn link(&self) -> &str {
        &self.url
    }

    fn id(&self) -> &str {
        &self.reddit_id
    }
}

impl SourceText for Comment {
    fn place(&self) -> &str {
        &self.subreddit
    }

    fn kind(&self) -> TextKind {
        TextKind::Comment
    }

    fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    fn written_at(&self) -> DateTime<Utc> {
        self.created_at
    }

    fn link(&self) -> &str {
        &self.url
    }

    fn id(&self) -> &str {
        &self.reddit_id
    }
}
