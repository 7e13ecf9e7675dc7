//! Generated posts and comments as sample posts are, made when somebody asks for them.

use std::{num::NonZeroU32, time::Duration};

use providers::reddit::ThingNumber;

use super::{
    corpus::{Arrival, CommentSource, PostSource},
    firehose::{CommentPlace, Fate, Firehose, PostPlace},
    firehose_text::FirehoseText,
    listing::LONGEST,
    sample_world::{PlacedComment, PlacedPost, SampleWorld},
};

/// The stream and its words.
#[derive(Debug)]
pub(super) struct FirehoseWorld {
    firehose: Firehose,
    texts: FirehoseText,
    anchor: i64,
}

/// The stream at a point in time.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirehoseSnapshot<'world> {
    world: &'world FirehoseWorld,
    now_ms: i64,
}

/// Which comments of a post are written out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WrittenComments {
    None,
    One(CommentPlace),
    All,
}

/// Deleted things are visible for a day, without their text.
const DAY_S: i64 = 24 * 3600;
const DELETED: &str = "[deleted]";

impl FirehoseWorld {
    pub(super) fn new(rate: NonZeroU32, world: &SampleWorld) -> Self {
        Self {
            firehose: Firehose::new(rate, world),
            texts: FirehoseText::of(world),
            anchor: world.anchor,
        }
    }

    pub(super) fn at(&self, now_ms: i64) -> FirehoseSnapshot<'_> {
        FirehoseSnapshot {
            world: self,
            now_ms,
        }
    }
}

impl FirehoseSnapshot<'_> {
    /// The posts of a listing with their times, newest first; of all communities if none are given.
    pub(super) fn newest_posts(&self, communities: Option<&[usize]>) -> Vec<(i64, PostPlace)> {
        let firehose = &self.world.firehose;
        let listed = firehose.posts_until(self.now_ms).filter_map(|post| {
            // Asked first because it is cheap, and few posts are in the communities that are given.
            self.is_in(post, communities).then_some(())?;
            let fate = self.listed(firehose.post_fate(post)?)?;
            Some((seconds(fate.created_ms), post))
        });
        listed.take(LONGEST).collect()
    }

    /// The comments of a listing with their times, newest first; of all communities if none are
    /// given.
    pub(super) fn newest_comments(
        &self,
        communities: Option<&[usize]>,
    ) -> Vec<(i64, CommentPlace)> {
        let firehose = &self.world.firehose;
        let listed = firehose.comments_until(self.now_ms).filter_map(|comment| {
            self.is_in(firehose.post_of(comment)?, communities)
                .then_some(())?;
            let fate = self.listed(firehose.comment_fate(comment)?)?;
            Some((seconds(fate.created_ms), comment))
        });
        listed.take(LONGEST).collect()
    }

    /// The post with its comments, if it has appeared and is not gone.
    pub(super) fn thread(&self, id: &str) -> Option<PlacedPost> {
        let post = PostPlace::at(ThingNumber::parse(id).ok()?.get())?;
        let fate = self.visible(self.world.firehose.post_fate(post)?)?;
        Some(self.placed(post, &fate, WrittenComments::All))
    }

    /// The post without the texts of its comments.
    pub(super) fn post(&self, post: PostPlace) -> Option<PlacedPost> {
        let fate = self.world.firehose.post_fate(post)?;
        Some(self.placed(post, &fate, WrittenComments::None))
    }

    /// The comment with this id, if it has appeared and is not gone.
    pub(super) fn comment_named(&self, id: &str) -> Option<(PlacedPost, usize)> {
        let comment = CommentPlace::at(ThingNumber::parse(id).ok()?.get())?;
        self.comment(comment)
    }

    /// A visible comment, by its post and its index there.
    pub(super) fn comment(&self, comment: CommentPlace) -> Option<(PlacedPost, usize)> {
        let post = self.world.firehose.post_of(comment)?;
        let fate = self.world.firehose.post_fate(post)?;
        let post = self.placed(post, &fate, WrittenComments::One(comment));
        let mut comments = post.comments.iter();
        let place = comments.position(|one| one.number == comment.number())?;
        Some((post, place))
    }

    fn placed(&self, post: PostPlace, fate: &Fate, wanted: WrittenComments) -> PlacedPost {
        let texts = &self.world.texts;
        let body = texts.post_body(fate.chance);
        let edited = fate.edited_s.filter(|at| *at <= seconds(self.now_ms));
        let edited = edited.map(|at| (self.after_start(at), texts.edited(&body, fate.chance)));
        let author = texts.author(fate.chance);
        let (comments, written_comments) = self.comments_of(post, &author, wanted);
        PlacedPost {
            id: ThingNumber::new(post.number()).to_string(),
            number: post.number(),
            created: seconds(fate.created_ms),
            community: self.world.firehose.community(post),
            written: PostSource {
                title: texts.title(fate.chance),
                author,
                appears: Arrival::After(self.after_start(seconds(fate.created_ms))),
                score: score(fate.chance),
                comment_count: None,
                flair: None,
                intent: "none".to_owned(),
                noise: None,
                lead_for: Vec::new(),
                near_for: Vec::new(),
                deleted: fate.deleted_s.map(|at| self.after_start(at)),
                edited,
                link: None,
                body,
                comments: written_comments,
            },
            comments,
        }
    }

    fn comments_of(
        &self,
        post: PostPlace,
        author: &str,
        wanted: WrittenComments,
    ) -> (Vec<PlacedComment>, Vec<CommentSource>) {
        let firehose = &self.world.firehose;
        let visible = firehose.comments_of(post).filter_map(|comment| {
            let fate = self.visible(firehose.comment_fate(comment)?)?;
            let is_wanted =
                wanted == WrittenComments::All || wanted == WrittenComments::One(comment);
            let written = if is_wanted {
                self.written_comment(&fate, author)
            } else {
                blank_comment()
            };
            Some((self.placed_comment(comment, &fate), written))
        });
        visible.unzip()
    }

    fn placed_comment(&self, comment: CommentPlace, fate: &Fate) -> PlacedComment {
        PlacedComment {
            id: ThingNumber::new(comment.number()).to_string(),
            number: comment.number(),
            created: seconds(fate.created_ms),
            edited: fate.edited_s.filter(|at| *at <= seconds(self.now_ms)),
            parent: None,
        }
    }

    /// The comment as it reads now.
    fn written_comment(&self, fate: &Fate, post_author: &str) -> CommentSource {
        let texts = &self.world.texts;
        let now = seconds(self.now_ms);
        if fate.deleted_s.is_some_and(|at| at <= now) {
            return CommentSource {
                author: DELETED.to_owned(),
                body: DELETED.to_owned(),
                ..blank_comment()
            };
        }
        let mut body = texts.comment_body(fate.chance);
        if fate.edited_s.is_some_and(|at| at <= now) {
            body = texts.edited(&body, fate.chance);
        }
        // Some answer below their own post.
        let author = if fate.chance.is_multiple_of(16) {
            post_author.to_owned()
        } else {
            texts.author(fate.chance)
        };
        CommentSource {
            author,
            score: score(fate.chance),
            body,
            ..blank_comment()
        }
    }

    /// It has appeared and is not gone.
    fn visible(&self, fate: Fate) -> Option<Fate> {
        let is_gone = fate
            .deleted_s
            .is_some_and(|at| at + DAY_S <= seconds(self.now_ms));
        (fate.appears_ms <= self.now_ms && !is_gone).then_some(fate)
    }

    /// It is in listings: it has appeared and is not deleted.
    fn listed(&self, fate: Fate) -> Option<Fate> {
        let is_deleted = fate.deleted_s.is_some_and(|at| at <= seconds(self.now_ms));
        (fate.appears_ms <= self.now_ms && !is_deleted).then_some(fate)
    }

    fn is_in(&self, post: PostPlace, communities: Option<&[usize]>) -> bool {
        communities.is_none_or(|all| all.contains(&self.world.firehose.community(post)))
    }

    /// What happened before the start of the sandbox counts as happening at it.
    fn after_start(&self, at: i64) -> Duration {
        Duration::from_secs(u64::try_from(at - self.world.anchor).unwrap_or(0))
    }
}

fn blank_comment() -> CommentSource {
    CommentSource {
        level: 0,
        author: String::new(),
        age: Duration::ZERO,
        score: 1,
        lead_for: None,
        body: String::new(),
    }
}

/// Most things get few points, some get many.
fn score(chance: u64) -> i64 {
    let spread = [3, 3, 3, 8, 8, 20, 60, 400][usize::try_from(chance % 8).unwrap_or(0)];
    i64::try_from(chance / 8 % spread).unwrap_or(0)
}

fn seconds(ms: i64) -> i64 {
    ms.div_euclid(1000)
}
