//! The sample posts with ids and times.
//!
//! Ages count from the *anchor*, the time of the first start. All times and ids are derived from it,
//! so a restarted server returns the same.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    time::{Duration, SystemTime},
};

use providers::reddit::ThingNumber;

use super::corpus::{self, Arrival, CommentSource, Community, PostSource, SampleFile};

/// All posts and comments, including future ones.
#[derive(Debug)]
pub(crate) struct SampleWorld {
    pub(crate) anchor: i64,
    pub(crate) communities: Vec<Community>,
    /// From old to new.
    pub(crate) posts: Vec<PlacedPost>,
    by_id: HashMap<String, usize>,
    /// The indexes of the post and the comment.
    comments_by_id: HashMap<String, (usize, usize)>,
}

/// A post with its id and time. Times are Unix seconds.
#[derive(Debug, Clone)]
pub(crate) struct PlacedPost {
    pub(crate) id: String,
    pub(crate) number: u64,
    pub(crate) created: i64,
    /// In [`SampleWorld::communities`].
    pub(crate) community: usize,
    pub(crate) written: PostSource,
    /// In the same order as [`PostSource::comments`].
    pub(crate) comments: Vec<PlacedComment>,
}

#[derive(Debug, Clone)]
pub(crate) struct PlacedComment {
    pub(crate) id: String,
    pub(crate) number: u64,
    pub(crate) created: i64,
    /// When its text was changed; comments of sample posts never are.
    pub(crate) edited: Option<i64>,
    /// The parent comment; `None` if the parent is the post.
    pub(crate) parent: Option<usize>,
}

/// The start and the speed of the id counters, chosen so that today's ids look like Reddit's.
const COUNTING_SINCE: i64 = 1_119_484_800;
const POSTS_A_SECOND: u64 = 4;
const COMMENTS_A_SECOND: u64 = 70;

impl SampleWorld {
    pub(crate) fn new(anchor: SystemTime, further: &[SampleFile]) -> Self {
        let anchor = seconds(anchor);
        let mut communities = corpus::communities(further);
        let mut posts = Vec::new();
        for (place, community) in communities.iter_mut().enumerate() {
            let written = std::mem::take(&mut community.posts);
            let name = &community.name;
            posts.extend(
                written
                    .into_iter()
                    .map(|written| placed(place, name, written, anchor)),
            );
        }
        let mut world = Self {
            anchor,
            communities,
            posts,
            by_id: HashMap::new(),
            comments_by_id: HashMap::new(),
        };
        world.number();
        world
    }

    pub(crate) fn post(&self, id: &str) -> Option<&PlacedPost> {
        self.posts.get(*self.by_id.get(id)?)
    }

    /// A comment, by its post and its index there.
    pub(crate) fn comment(&self, id: &str) -> Option<(&PlacedPost, usize)> {
        let (post, comment) = self.comments_by_id.get(id)?;
        Some((self.posts.get(*post)?, *comment))
    }

    pub(crate) fn community(&self, post: &PlacedPost) -> &Community {
        &self.communities[post.community]
    }

    pub(crate) fn community_named(&self, name: &str) -> Option<usize> {
        let mut communities = self.communities.iter();
        communities.position(|community| community.name.eq_ignore_ascii_case(name))
    }

    /// Assigns unique ids that grow with time.
    fn number(&mut self) {
        self.posts
            .sort_by_key(|post| counted(post.created, POSTS_A_SECOND, post.number));
        let mut last = 0;
        let mut comments = Vec::new();
        for (place, post) in self.posts.iter_mut().enumerate() {
            post.number = counted(post.created, POSTS_A_SECOND, post.number).max(last + 1);
            post.id = ThingNumber::new(post.number).to_string();
            last = post.number;
            self.by_id.insert(post.id.clone(), place);
            for (inner, comment) in post.comments.iter().enumerate() {
                let wanted = counted(comment.created, COMMENTS_A_SECOND, comment.number);
                comments.push((wanted, place, inner));
            }
        }
        comments.sort_unstable();
        last = 0;
        for (wanted, place, inner) in comments {
            last = wanted.max(last + 1);
            let comment = &mut self.posts[place].comments[inner];
            comment.number = last;
            comment.id = ThingNumber::new(last).to_string();
            self.comments_by_id
                .insert(comment.id.clone(), (place, inner));
        }
    }
}

impl PlacedPost {
    pub(crate) fn written_comments(
        &self,
    ) -> impl Iterator<Item = (&PlacedComment, &CommentSource)> {
        self.comments.iter().zip(&self.written.comments)
    }

    /// Reddit's permalink: the title's words joined by underscores.
    pub(crate) fn permalink(&self, subreddit: &str) -> String {
        let title = self.written.title.to_lowercase();
        let words = title.split(|character: char| !character.is_ascii_alphanumeric());
        let mut slug = String::new();
        for word in words.filter(|word| !word.is_empty()) {
            if slug.len() + word.len() >= 50 {
                break;
            }
            let line = if slug.is_empty() { "" } else { "_" };
            slug = slug + line + word;
        }
        let slug = if slug.is_empty() { "post" } else { &slug };
        format!("/r/{subreddit}/comments/{}/{slug}/", self.id)
    }
}

pub(crate) fn seconds(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}

fn placed(community: usize, name: &str, written: PostSource, anchor: i64) -> PlacedPost {
    let chance = chance_of(&(name, &written.title));
    let created = match written.appears {
        Arrival::Before(age) => anchor - whole(age) - within(age, chance),
        Arrival::After(wait) => anchor + whole(wait),
    };
    let comments = placed_comments(&written, created, anchor);
    PlacedPost {
        id: String::new(),
        number: chance,
        created,
        community,
        written,
        comments,
    }
}

/// Comments of a future post follow it in the order of their ages.
fn placed_comments(written: &PostSource, post: i64, anchor: i64) -> Vec<PlacedComment> {
    let oldest = written.comments.iter().map(|comment| comment.age);
    let oldest = oldest.max().unwrap_or_default();
    let mut placed: Vec<PlacedComment> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for comment in &written.comments {
        open.truncate(comment.level);
        let parent = open.last().copied();
        let chance = chance_of(&(&comment.author, &comment.body));
        let wanted = match written.appears {
            Arrival::Before(_) => anchor - whole(comment.age),
            Arrival::After(_) => post + 900 + whole(oldest) - whole(comment.age),
        };
        let answered = parent.map_or(post, |parent| placed[parent].created);
        let soonest = answered + 60 + i64::try_from(chance % 600).unwrap_or(0);
        open.push(placed.len());
        placed.push(PlacedComment {
            id: String::new(),
            number: chance,
            created: wanted.max(soonest),
            edited: None,
            parent,
        });
    }
    placed
}

/// Spreads times: an age in hours means up to half an hour more.
fn within(age: Duration, chance: u64) -> i64 {
    let span = match age.as_secs() {
        age if age.is_multiple_of(24 * 3600) => 12 * 3600,
        age if age.is_multiple_of(3600) => 1800,
        _ => 30,
    };
    i64::try_from(chance % span).unwrap_or(0)
}

fn whole(time: Duration) -> i64 {
    i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}

/// A pseudo-random number, always the same for the same text.
pub(crate) fn chance_of(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

fn counted(created: i64, a_second: u64, chance: u64) -> u64 {
    let since = u64::try_from(created - COUNTING_SINCE).unwrap_or(0);
    since * a_second + chance % a_second
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_grow_with_time_and_stay() {
        let anchor = SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000);

        let (world, again) = (SampleWorld::new(anchor, &[]), SampleWorld::new(anchor, &[]));

        let ids: Vec<&String> = world.posts.iter().map(|post| &post.id).collect();
        let ids_again: Vec<&String> = again.posts.iter().map(|post| &post.id).collect();
        assert_eq!(ids, ids_again);
        for pair in world.posts.windows(2) {
            assert!(pair[0].number < pair[1].number, "{pair:?}");
            assert!(pair[0].created <= pair[1].created);
        }
        assert!(world.posts.iter().all(|post| post.id.len() == 7));
    }

    #[test]
    fn comments_come_after_what_they_answer() {
        let world = SampleWorld::new(
            SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000),
            &[],
        );

        for post in &world.posts {
            for comment in &post.comments {
                let answered = comment
                    .parent
                    .map_or(post.created, |parent| post.comments[parent].created);
                assert!(comment.created > answered, "{}", post.written.title);
            }
        }
    }
}
