//! What is at which of Reddit's paths.

use serde_json::{Value, json};

use super::{
    listing::{self, Entry, Parameters},
    moment::{Moment, State},
    search::{Searchable, Wanted, hot},
    things, threads,
    world::{Placed, World},
};

/// The sample posts, ready to be asked for.
#[derive(Debug)]
pub(super) struct Library {
    pub(super) world: World,
    searchable: Searchable,
}

/// Why there is nothing to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nothing {
    NotThere,
    Unreadable,
}

type Told = Result<Value, Nothing>;

/// As long as Reddit takes them.
const LONGEST_QUERY: usize = 512;

impl Library {
    pub(super) fn new(world: World) -> Self {
        Self {
            searchable: Searchable::new(&world),
            world,
        }
    }

    /// What Reddit's API says there.
    pub(super) fn tell(&self, now: i64, path: &[&str], parameters: &Parameters) -> Told {
        let told = Telling {
            moment: Moment {
                world: &self.world,
                now,
            },
            searchable: &self.searchable,
            parameters,
        };
        let told = told.at(path)?;
        let is_raw = parameters.get("raw_json").is_some_and(|raw| raw == "1");
        Ok(if is_raw { told } else { things::escaped(told) })
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

struct Telling<'asked> {
    moment: Moment<'asked>,
    searchable: &'asked Searchable,
    parameters: &'asked Parameters,
}

impl<'asked> Telling<'asked> {
    fn at(&self, path: &[&str]) -> Told {
        match path {
            ["api", "info"] => Ok(self.info()),
            ["api", "morechildren"] => self.more_children(),
            ["search"] | ["r", _, "search"] => self.search(path),
            ["subreddits", "search"] => Ok(self.subreddits(self.parameter("q"))),
            ["comments", id, ..] | ["r", _, "comments", id, ..] => self.thread(id),
            ["comments"] | ["r", _, "comments"] => self.comments(path),
            ["r", name, "about"] => Ok(things::subreddit(self.moment, self.community(name)?)),
            ["r", name, "about", "rules"] => Ok(things::rules(self.moment, self.community(name)?)),
            [] | ["r", _] => self.posts("hot", path),
            [sort] | ["r", _, sort] => self.posts(sort, path),
            _ => Err(Nothing::NotThere),
        }
    }

    fn parameter(&self, name: &str) -> &'asked str {
        self.parameters.get(name).map_or("", String::as_str)
    }

    fn community(&self, name: &str) -> Result<usize, Nothing> {
        let place = self.moment.world.community_named(name);
        place.ok_or(Nothing::NotThere)
    }

    /// The communities that are asked about; none stands for all. Of several, those that are not
    /// there are passed over.
    fn communities(&self, path: &[&str]) -> Result<Option<Vec<usize>>, Nothing> {
        let names: Vec<&str> = named(path).collect();
        let is_all = |name: &&str| matches!(name.to_lowercase().as_str(), "all" | "popular");
        if names.is_empty() || names.iter().any(is_all) {
            return Ok(None);
        }
        let places = names.iter().filter_map(|name| self.community(name).ok());
        let places: Vec<usize> = places.collect();
        if places.is_empty() {
            return Err(Nothing::NotThere);
        }
        Ok(Some(places))
    }

    fn posts(&self, sort: &str, path: &[&str]) -> Told {
        let communities = self.communities(path)?;
        let is_here = |post: &&Placed| match &communities {
            Some(places) => places.contains(&post.community),
            None => true,
        };
        let mut posts: Vec<&Placed> = self.moment.posts().rev().filter(is_here).collect();
        match sort {
            "new" => {}
            "top" => {
                let within = within_s(self.parameter("t"));
                posts.retain(|post| within.is_none_or(|age| self.moment.now - post.created <= age));
                posts.sort_by_key(|post| -self.moment.score(post));
            }
            "hot" | "best" | "rising" => posts.sort_by(|a, b| {
                let hot = |post| hot(self.moment, post);
                hot(b).total_cmp(&hot(a))
            }),
            _ => return Err(Nothing::NotThere),
        }
        Ok(self.list(posts))
    }

    fn search(&self, path: &[&str]) -> Told {
        let words = self.parameter("q");
        if words.trim().is_empty() || words.chars().count() > LONGEST_QUERY {
            return Err(Nothing::Unreadable);
        }
        if self.parameter("type") == "sr" {
            return Ok(self.subreddits(words));
        }
        let communities = self.communities(path)?;
        let is_restricted = matches!(
            self.parameter("restrict_sr").to_lowercase().as_str(),
            "1" | "true" | "on" | "yes"
        );
        let wanted = Wanted {
            words,
            sort: self.parameter("sort"),
            within_s: within_s(self.parameter("t")),
            communities: communities.as_deref().filter(|_| is_restricted),
        };
        Ok(self.list(self.searchable.posts(self.moment, &wanted)))
    }

    fn list(&self, posts: Vec<&Placed>) -> Value {
        let entries = posts.into_iter().map(|post| Entry {
            name: format!("t3_{}", post.id),
            item: post,
        });
        listing::part(entries.collect(), self.parameters, |post| {
            things::post(self.moment, post)
        })
    }

    fn comments(&self, path: &[&str]) -> Told {
        let communities = self.communities(path)?;
        let mut found = Vec::new();
        for post in self.moment.posts() {
            if communities
                .as_ref()
                .is_some_and(|all| !all.contains(&post.community))
            {
                continue;
            }
            let there = post.comments.iter().enumerate();
            let there = there.filter(|(_, comment)| self.moment.is_there(comment));
            found.extend(there.map(|(place, comment)| (comment.number, post, place)));
        }
        found.sort_by_key(|(number, ..)| std::cmp::Reverse(*number));
        let entries = found.into_iter().map(|(_, post, place)| Entry {
            name: format!("t1_{}", post.comments[place].id),
            item: (post, place),
        });
        Ok(listing::part(
            entries.collect(),
            self.parameters,
            |(post, place)| things::lone_comment(self.moment, post, *place),
        ))
    }

    fn thread(&self, id: &str) -> Told {
        Ok(threads::thread(
            self.moment,
            self.post(id)?,
            self.parameters,
        ))
    }

    fn more_children(&self) -> Told {
        let id = self.parameter("link_id");
        let post = self.post(id.strip_prefix("t3_").ok_or(Nothing::Unreadable)?)?;
        Ok(threads::more(self.moment, post, self.parameter("children")))
    }

    /// A post that can be told of, if only as deleted.
    fn post(&self, id: &str) -> Result<&'asked Placed, Nothing> {
        let post = self.moment.world.post(id);
        let is_known =
            |post: &&Placed| matches!(self.moment.state(post), State::There | State::Deleted);
        post.filter(is_known).ok_or(Nothing::NotThere)
    }

    fn info(&self) -> Value {
        let names = self.parameter("id").split(',').take(100);
        let things: Vec<Value> = names.filter_map(|name| self.thing(name.trim())).collect();
        listing::whole(&things)
    }

    fn thing(&self, name: &str) -> Option<Value> {
        let (kind, id) = name.split_once('_')?;
        if kind == "t3" {
            return Some(things::post(self.moment, self.post(id).ok()?));
        }
        let (post, place) = self.moment.world.comment(id).filter(|_| kind == "t1")?;
        let is_there =
            self.moment.state(post) == State::There && self.moment.is_there(&post.comments[place]);
        is_there.then(|| things::lone_comment(self.moment, post, place))
    }

    fn subreddits(&self, words: &str) -> Value {
        let places = self.searchable.communities(self.moment.world, words);
        let entries = places.into_iter().map(|place| {
            let thing = things::subreddit(self.moment, place);
            let name = thing["data"]["name"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            Entry { name, item: thing }
        });
        listing::part(entries.collect(), self.parameters, Value::clone)
    }
}

/// How Reddit words that there is nothing.
impl Nothing {
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
