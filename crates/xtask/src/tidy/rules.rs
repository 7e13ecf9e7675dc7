//! What the checks are told: `arrows.toml` and `tidy.toml`, both beside this crate's manifest.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Problem, Tree};

pub(super) const ARROWS: &str = "crates/xtask/arrows.toml";
pub(super) const EXCEPTIONS: &str = "crates/xtask/tidy.toml";

#[derive(Debug)]
pub(super) struct Rules {
    pub(super) arrows: Arrows,
    pub(super) exceptions: Exceptions,
}

/// A name and the names which it may call.
pub(super) type Lines = BTreeMap<String, Vec<String>>;

/// Which part of the house may call which.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Arrows {
    pub(super) crates: Lines,
    /// What every room may call.
    pub(super) open: Vec<String>,
    pub(super) rooms: Lines,
    /// What lies beside the rooms: `*` stands for everything, `*::api` for that module of any room.
    pub(super) house: Lines,
    pub(super) web: Web,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Web {
    pub(super) folders: Lines,
    pub(super) features: Vec<String>,
    /// Packages that a folder must not know; an entry which ends in `/` stands for a whole scope.
    pub(super) strangers: Lines,
}

/// Exceptions: the path of a file or the name of a setting, and why.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Exceptions {
    pub(super) long_files: BTreeMap<String, String>,
    pub(super) unsafe_code: BTreeMap<String, String>,
    pub(super) unexplained_settings: BTreeMap<String, String>,
}

impl Rules {
    pub(super) fn read(tree: &Tree) -> Result<Self, Problem> {
        Ok(Self {
            arrows: parse(tree, ARROWS)?,
            exceptions: parse(tree, EXCEPTIONS)?,
        })
    }
}

/// A problem with the line of `path` that begins with `words`, or with all of it.
pub(super) fn problem_in(tree: &Tree, path: &str, words: &str, message: String) -> Problem {
    let file = tree.get(path).expect("the rules were read from this file");
    let mut lines = file.numbered_lines();
    let found = lines.find(|(_, line)| line.trim_start().starts_with(words));
    file.problem(found.map_or(1, |(number, _)| number), message)
}

fn parse<T: DeserializeOwned>(tree: &Tree, path: &str) -> Result<T, Problem> {
    let problem = |message: String| Problem {
        path: path.to_owned(),
        line: 1,
        message,
    };
    let file = tree
        .get(path)
        .ok_or_else(|| problem("is missing; the checks are told here what is allowed.".into()))?;
    toml::from_str(&file.text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        file.problem_at(start, format!("cannot be read: {}.", error.message()))
    })
}
