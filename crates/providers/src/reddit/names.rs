//! Names of communities, posts and comments.

use std::{fmt, str::FromStr};

use super::ThingNumber;

/// The name of a community, without its `r/`. Case is ignored in
/// comparisons, as Reddit does: `SaaS` is `saas`.
#[derive(Debug, Clone)]
pub struct SubredditName(String);

/// Reddit's full id of a post or a comment, such as `t3_1abcde`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fullname {
    /// The id without its `t3_`.
    Post(String),
    /// The id without its `t1_`.
    Comment(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("This name does not exist on Reddit.")]
pub struct InvalidName;

/// The longest name that Reddit gives: `u_` and twenty characters.
const LONGEST: usize = 22;

impl SubredditName {
    /// Takes `saas`, `r/saas` and `/r/saas/`.
    pub fn parse(raw: &str) -> Result<Self, InvalidName> {
        let name = raw.trim().trim_matches('/');
        let name = name.strip_prefix("r/").unwrap_or(name);
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if (2..=LONGEST).contains(&name.len()) && name.bytes().all(is_word) {
            Ok(Self(name.to_owned()))
        } else {
            Err(InvalidName)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq for SubredditName {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for SubredditName {}

impl fmt::Display for SubredditName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for SubredditName {
    type Err = InvalidName;

    fn from_str(raw: &str) -> Result<Self, InvalidName> {
        Self::parse(raw)
    }
}

impl Fullname {
    /// The id without its prefix.
    pub fn id(&self) -> &str {
        match self {
            Self::Post(id) | Self::Comment(id) => id,
        }
    }

    /// The id as a number.
    pub fn number(&self) -> Result<ThingNumber, InvalidName> {
        ThingNumber::parse(self.id())
    }
}

impl fmt::Display for Fullname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Post(id) => write!(f, "t3_{id}"),
            Self::Comment(id) => write!(f, "t1_{id}"),
        }
    }
}

impl FromStr for Fullname {
    type Err = InvalidName;

    fn from_str(raw: &str) -> Result<Self, InvalidName> {
        let (kind, id) = raw.split_once('_').ok_or(InvalidName)?;
        if !is_id(id) {
            return Err(InvalidName);
        }
        match kind {
            "t3" => Ok(Self::Post(id.to_owned())),
            "t1" => Ok(Self::Comment(id.to_owned())),
            _ => Err(InvalidName),
        }
    }
}

/// Ids are numbers in base 36.
pub(crate) fn is_id(id: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase();
    (1..=13).contains(&id.len()) && id.bytes().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_communities_are_taken_as_people_write_them() {
        for raw in ["SaaS", "r/SaaS", "/r/SaaS/", " saas "] {
            assert_eq!(
                SubredditName::parse(raw),
                SubredditName::parse("saas"),
                "{raw}"
            );
            assert!(SubredditName::parse(raw).is_ok(), "{raw}");
        }
        for raw in [
            "",
            "a",
            "a b",
            "a/b",
            "a+b",
            "naïve",
            "r/",
            "abcdefghijklmnopqrstuvw",
        ] {
            assert!(SubredditName::parse(raw).is_err(), "{raw}");
        }
    }

    #[test]
    fn whole_names_say_what_they_name() {
        let post: Fullname = "t3_1abcde".parse().unwrap();

        assert_eq!(post, Fullname::Post("1abcde".to_owned()));
        assert_eq!(post.to_string(), "t3_1abcde");
        for raw in ["1abcde", "t2_abc", "t3_", "t3_A", "t1_a/b"] {
            assert_eq!(raw.parse::<Fullname>(), Err(InvalidName), "{raw}");
        }
    }
}
