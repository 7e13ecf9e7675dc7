//! Reddit's API paths.

use std::{borrow::Cow, num::NonZeroU32, time::SystemTime};

use serde_json::{Value, json};

use super::{
    comment_tree,
    firehose_world::FirehoseWorld,
    listing::{self, ListingEntry, Parameters},
    post_index::{PostIndex, SearchFilter, hot},
    reddit_json,
    sample_world::{PlacedPost, SampleWorld},
    snapshot::Snapshot,
    visible_things::VisibleThings,
};

/// The sample posts with their search index, and generated ones if there are any.
#[derive(Debug)]
pub(super) struct RedditApi {
    world: SampleWorld,
    searchable: PostIndex,
    firehose: Option<FirehoseWorld>,
}

/// Why a request fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ApiFailure {
    NotThere,
    Unreadable,
}

type ApiResult = Result<Value, ApiFailure>;

/// Reddit's maximum query length.
const LONGEST_QUERY: usize = 512;

impl RedditApi {
    pub(super) fn new(world: SampleWorld, firehose: Option<NonZeroU32>) -> Self {
        Self {
            searchable: PostIndex::new(&world),
            firehose: firehose.map(|rate| FirehoseWorld::new(rate, &world)),
            world,
        }
    }

    pub(super) fn visible(&self, now: SystemTime) -> VisibleThings<'_> {
        VisibleThings::at(now, &self.world, self.firehose.as_ref())
    }

    /// The response to an API path.
    pub(super) fn respond(
        &self,
        now: SystemTime,
        path: &[&str],
        parameters: &Parameters,
    ) -> ApiResult {
        let things = self.visible(now);
        let response = ApiCall {
            snapshot: things.snapshot,
            things,
            searchable: &self.searchable,
            parameters,
        };
        let response = response.at(path)?;
        let is_raw = parameters.get("raw_json").is_some_and(|raw| raw == "1");
        Ok(if is_raw {
            response
        } else {
            reddit_json::escaped(response)
        })
    }
}

/// The communities that a path names, as they are written there.
pub(super) fn named<'path>(path: &[&'path str]) -> impl Iterator<Item = &'path str> + use<'path> {
    let names = match path {
        ["r", names, ..] => names,
        _ => "",
    };
    names.split('+').filter(|name| !name.is_empty())
}

struct ApiCall<'asked> {
    things: VisibleThings<'asked>,
    /// The sample posts alone.
    snapshot: Snapshot<'asked>,
    searchable: &'asked PostIndex,
    parameters: &'asked Parameters,
}

impl<'asked> ApiCall<'asked> {
    fn at(&self, path: &[&str]) -> ApiResult {
        match path {
            ["api", "info"] => Ok(self.info()),
            ["api", "morechildren"] => self.more_children(),
            ["search"] | ["r", _, "search"] => self.search(path),
            ["subreddits", "search"] => Ok(self.subreddits(self.parameter("q"))),
            ["comments", id, ..] | ["r", _, "comments", id, ..] => self.thread(id),
            ["comments"] | ["r", _, "comments"] => self.comments(path),
            ["r", name, "about"] => {
                Ok(reddit_json::subreddit(self.snapshot, self.community(name)?))
            }
            ["r", name, "about", "rules"] => {
                Ok(reddit_json::rules(self.snapshot, self.community(name)?))
            }
            [] | ["r", _] => self.posts("hot", path),
            [sort] | ["r", _, sort] => self.posts(sort, path),
            _ => Err(ApiFailure::NotThere),
        }
    }

    fn parameter(&self, name: &str) -> &'asked str {
        self.parameters.get(name).map_or("", String::as_str)
    }

    fn community(&self, name: &str) -> Result<usize, ApiFailure> {
        let place = self.snapshot.world.community_named(name);
        place.ok_or(ApiFailure::NotThere)
    }

    /// The requested communities; `None` means all. Unknown ones among several are ignored.
    fn communities(&self, path: &[&str]) -> Result<Option<Vec<usize>>, ApiFailure> {
        let names: Vec<&str> = named(path).collect();
        let is_all = |name: &&str| matches!(name.to_lowercase().as_str(), "all" | "popular");
        if names.is_empty() || names.iter().any(is_all) {
            return Ok(None);
        }
        let places = names.iter().filter_map(|name| self.community(name).ok());
        let places: Vec<usize> = places.collect();
        if places.is_empty() {
            return Err(ApiFailure::NotThere);
        }
        Ok(Some(places))
    }

    fn posts(&self, sort: &str, path: &[&str]) -> ApiResult {
        let communities = self.communities(path)?;
        if sort == "new" {
            let newest = self.things.newest_posts(communities.as_deref());
            return Ok(listing::part(newest, self.parameters, |post| {
                self.things.post_json(post)
            }));
        }
        let is_here = |post: &&PlacedPost| match &communities {
            Some(places) => places.contains(&post.community),
            None => true,
        };
        let mut posts: Vec<&PlacedPost> = self.snapshot.posts().rev().filter(is_here).collect();
        match sort {
            "top" => {
                let within = within_s(self.parameter("t"));
                posts.retain(|post| {
                    within.is_none_or(|age| self.snapshot.now - post.created <= age)
                });
                posts.sort_by_key(|post| -self.snapshot.score(post));
            }
            "hot" | "best" | "rising" => posts.sort_by(|a, b| {
                let hot = |post| hot(self.snapshot, post);
                hot(b).total_cmp(&hot(a))
            }),
            _ => return Err(ApiFailure::NotThere),
        }
        Ok(self.list(posts))
    }

    fn search(&self, path: &[&str]) -> ApiResult {
        let words = self.parameter("q");
        if words.trim().is_empty() || words.chars().count() > LONGEST_QUERY {
            return Err(ApiFailure::Unreadable);
        }
        if self.parameter("type") == "sr" {
            return Ok(self.subreddits(words));
        }
        let communities = self.communities(path)?;
        let is_restricted = matches!(
            self.parameter("restrict_sr").to_lowercase().as_str(),
            "1" | "true" | "on" | "yes"
        );
        let wanted = SearchFilter {
            words,
            sort: self.parameter("sort"),
            within_s: within_s(self.parameter("t")),
            communities: communities.as_deref().filter(|_| is_restricted),
        };
        Ok(self.list(self.searchable.posts(self.snapshot, &wanted)))
    }

    fn list(&self, posts: Vec<&PlacedPost>) -> Value {
        let entries = posts.into_iter().map(|post| ListingEntry {
            name: format!("t3_{}", post.id),
            item: post,
        });
        listing::part(entries.collect(), self.parameters, |post| {
            reddit_json::post(self.snapshot, post)
        })
    }

    fn comments(&self, path: &[&str]) -> ApiResult {
        let communities = self.communities(path)?;
        let newest = self.things.newest_comments(communities.as_deref());
        Ok(listing::part(newest, self.parameters, |comment| {
            self.things.comment_json(comment)
        }))
    }

    fn thread(&self, id: &str) -> ApiResult {
        Ok(comment_tree::thread(
            self.snapshot,
            &*self.post(id)?,
            self.parameters,
        ))
    }

    fn more_children(&self) -> ApiResult {
        let id = self.parameter("link_id");
        let post = self.post(id.strip_prefix("t3_").ok_or(ApiFailure::Unreadable)?)?;
        Ok(comment_tree::more(
            self.snapshot,
            &post,
            self.parameter("children"),
        ))
    }

    fn post(&self, id: &str) -> Result<Cow<'asked, PlacedPost>, ApiFailure> {
        self.things.post(id).ok_or(ApiFailure::NotThere)
    }

    fn info(&self) -> Value {
        let names = self.parameter("id").split(',').take(100);
        let things: Vec<Value> = names.filter_map(|name| self.thing(name.trim())).collect();
        listing::whole(things)
    }

    fn thing(&self, name: &str) -> Option<Value> {
        match name.split_once('_')? {
            ("t3", id) => Some(reddit_json::post(self.snapshot, &*self.things.post(id)?)),
            ("t1", id) => {
                let (post, place) = self.things.comment(id)?;
                Some(reddit_json::lone_comment(self.snapshot, &post, place))
            }
            _ => None,
        }
    }

    fn subreddits(&self, words: &str) -> Value {
        let places = self.searchable.communities(self.snapshot.world, words);
        let entries = places.into_iter().map(|place| {
            let thing = reddit_json::subreddit(self.snapshot, place);
            let name = thing["data"]["name"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            ListingEntry { name, item: thing }
        });
        listing::part(entries.collect(), self.parameters, Value::clone)
    }
}

/// Reddit's error body.
impl ApiFailure {
    pub(super) fn status(self) -> u16 {
        match self {
            Self::NotThere => 404,
            Self::Unreadable => 400,
        }
    }

    pub(super) fn body(self) -> Value {
        let message = match self {
            Self::NotThere => "Not Found",
            Self::Unreadable => "Bad Request",
        };
        json!({ "message": message, "error": self.status() })
    }
}

fn within_s(timeframe: &str) -> Option<i64> {
    const HOUR: i64 = 3600;
    match timeframe {
        "hour" => Some(HOUR),
        "day" => Some(24 * HOUR),
        "week" => Some(7 * 24 * HOUR),
        "month" => Some(30 * 24 * HOUR),
        "year" => Some(365 * 24 * HOUR),
        _ => None,
    }
}
