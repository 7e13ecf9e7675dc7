//! The configuration of the checks: `arrows.toml`, `tidy.toml` and `phrases.toml`, all next to this
//! crate's manifest.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

pub(super) const ARROWS: &str = "crates/xtask/arrows.toml";
pub(super) const EXCEPTIONS: &str = "crates/xtask/tidy.toml";
const PHRASES: &str = "crates/xtask/phrases.toml";

#[derive(Debug)]
pub(super) struct TidyRules {
    pub(super) arrows: DependencyRules,
    pub(super) exceptions: TidyExceptions,
    pub(super) phrases: PhraseRules,
}

/// A name and the names that it may call.
pub(super) type AllowedNames = BTreeMap<String, Vec<String>>;

/// Which part of the repository may call which.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DependencyRules {
    pub(super) crates: AllowedNames,
    pub(super) product: ProductRules,
    pub(super) web: WebRules,
}

/// Where the rules about SQL, the database driver, the clock and the environment apply.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProductRules {
    /// Every other crate is part of the product, so a new crate gets all rules by default.
    pub(super) other_crates: Vec<String>,
    /// Crates without IO, async and clock.
    pub(super) pure_crates: Vec<String>,
    /// The source folder of platform, with a slash at the end.
    pub(super) platform: String,
    /// The folder of the migrations, with a slash at the end.
    pub(super) migrations: String,
    /// Paths that may contain SQL besides platform and the stores of the rooms.
    pub(super) sql: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WebRules {
    pub(super) folders: AllowedNames,
    pub(super) features: Vec<String>,
    /// Packages that a folder must not import. An entry that ends in `/` is a whole scope.
    pub(super) strangers: AllowedNames,
}

/// Exceptions: the path of a file, or the name of a setting or a type, and the reason.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TidyExceptions {
    pub(super) long_files: BTreeMap<String, String>,
    pub(super) unsafe_code: BTreeMap<String, String>,
    pub(super) unexplained_settings: BTreeMap<String, String>,
    pub(super) duplicate_names: BTreeMap<String, String>,
}

/// What no text for people says, and what to say instead.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PhraseRules {
    pub(super) phrases: BTreeMap<String, String>,
}

impl TidyRules {
    pub(super) fn read(tree: &SourceTree) -> Result<Self, TidyProblem> {
        Ok(Self {
            arrows: parse(tree, ARROWS)?,
            exceptions: parse(tree, EXCEPTIONS)?,
            phrases: parse(tree, PHRASES)?,
        })
    }
}

impl ProductRules {
    pub(super) fn includes(&self, file: &TreeFile) -> bool {
        let name = file.crate_name();
        name.is_some_and(|name| !self.other_crates.iter().any(|other| other == name))
    }

    pub(super) fn is_pure(&self, file: &TreeFile) -> bool {
        let name = file.crate_name();
        name.is_some_and(|name| self.pure_crates.iter().any(|pure| pure == name))
    }

    /// A file or folder of platform, such as `clock.rs`.
    pub(super) fn in_platform(&self, path: &str) -> String {
        format!("{}{path}", self.platform)
    }
}

/// A problem with the line of `path` that starts with `words`, or with the first line.
pub(super) fn problem_in(
    tree: &SourceTree,
    path: &str,
    words: &str,
    message: String,
) -> TidyProblem {
    let file = tree.get(path).expect("the rules were read from this file");
    let mut lines = file.numbered_lines();
    let found = lines.find(|(_, line)| line.trim_start().starts_with(words));
    file.problem(found.map_or(1, |(number, _)| number), message)
}

fn parse<T: DeserializeOwned>(tree: &SourceTree, path: &str) -> Result<T, TidyProblem> {
    let problem = |message: String| TidyProblem {
        path: path.to_owned(),
        line: 1,
        message,
    };
    let file = tree
        .get(path)
        .ok_or_else(|| problem("is missing; the checks are configured here.".into()))?;
    toml::from_str(&file.text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        file.problem_at(start, format!("cannot be read: {}.", error.message()))
    })
}
