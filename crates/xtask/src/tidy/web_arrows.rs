//! In the browser: `app → features → ui, api, lib`, and no feature knows another.

use super::rules::{ARROWS, Rules, Web, problem_in};
use super::source::{Language, Source};
use super::tree::{self, File};
use super::{Problem, Tree};

const SRC: &str = "web/src/";
const FEATURES: &str = "web/src/features/";

/// Where a literal is the name of another module.
const IMPORTING: [&str; 6] = [
    "from",
    "import",
    "import(",
    "require(",
    "vi.mock(",
    "import.meta.glob(",
];

pub(super) fn check(tree: &Tree, rules: &Rules) -> Vec<Problem> {
    let web = &rules.arrows.web;
    let mut problems = unlisted(tree, web);
    problems.extend(listed_but_gone(tree, web));
    for (file, source) in tree.sources(SRC, Language::TypeScript) {
        problems.extend(wrong_imports(file, source, web));
    }
    problems
}

fn unlisted(tree: &Tree, web: &Web) -> Vec<Problem> {
    let folders = tree
        .folders(SRC)
        .into_iter()
        .filter(|name| !web.folders.contains_key(*name));
    let features = tree
        .folders(FEATURES)
        .into_iter()
        .filter(|name| !has(&web.features, name));
    folders
        .map(|name| format!("{SRC}{name}/"))
        .chain(features.map(|name| format!("{FEATURES}{name}/")))
        .filter_map(|folder| {
            let file = tree.under(&folder).next()?;
            Some(file.problem(
                1,
                format!("{folder} has no line in {ARROWS}; add it there."),
            ))
        })
        .collect()
}

fn listed_but_gone(tree: &Tree, web: &Web) -> Vec<Problem> {
    let is_gone = |name: &&String| !tree.holds(&format!("{FEATURES}{name}"));
    let gone = web.features.iter().filter(is_gone);
    gone.map(|name| {
        let message = format!("{FEATURES}{name} does not exist; remove its line.");
        problem_in(tree, ARROWS, &format!("\"{name}\""), message)
    })
    .collect()
}

fn wrong_imports(file: &File, source: &Source, web: &Web) -> Vec<Problem> {
    source
        .literals_after(&IMPORTING)
        .filter_map(|literal| {
            let message = match module_in_src(&file.path, &literal.text) {
                Some(module) => wrong_module(file, &module, web),
                None => wrong_package(file, &literal.text, web),
            };
            Some(file.problem_at(literal.start, message?))
        })
        .collect()
}

fn wrong_module(file: &File, module: &str, web: &Web) -> Option<String> {
    let (from, to) = (Place::of(&file.path[SRC.len()..]), Place::of(module));
    if to.folder == "testing" && from.folder != "testing" {
        return (!file.is_test()).then(|| format!("`{module}`: only tests import from testing."));
    }
    // A file beside the folders, such as main.tsx, puts everything together.
    let allowed = web.folders.get(from.folder)?;
    if from.folder == "features" && to.folder == "features" {
        return (from.feature != to.feature).then(|| another_feature(module, &from, &to));
    }
    let is_allowed = from.folder == to.folder || has(allowed, to.folder) || has(allowed, "*");
    (!is_allowed).then(|| {
        let (from, to) = (from.folder, to.folder);
        format!("`{module}`: {from} may not import {to}; the arrows are in {ARROWS}.")
    })
}

fn another_feature(module: &str, from: &Place, to: &Place) -> String {
    format!(
        "`{module}`: the feature {} may not import the feature {}; \
         let app put the two together, or move what both need to lib or ui.",
        from.feature, to.feature
    )
}

fn wrong_package(file: &File, package: &str, web: &Web) -> Option<String> {
    let folder = Place::of(&file.path[SRC.len()..]).folder;
    let is_stranger = web.strangers.get(folder)?.iter().any(|stranger| {
        let rest = package.strip_prefix(stranger.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || stranger.ends_with('/'))
    });
    is_stranger.then(|| {
        format!("`{package}`: {folder} must not know this package; take a property instead.")
    })
}

/// A place in web/src: its folder, and its feature if the folder is `features`.
struct Place<'path> {
    folder: &'path str,
    feature: &'path str,
}

impl<'path> Place<'path> {
    fn of(path: &'path str) -> Self {
        let mut parts = path.split('/');
        Self {
            folder: parts.next().unwrap_or_default(),
            feature: parts.next().unwrap_or_default(),
        }
    }
}

/// The path in web/src that an import means, unless it means a package.
fn module_in_src(importer: &str, import: &str) -> Option<String> {
    if let Some(path) = import.strip_prefix("@/") {
        return Some(path.to_owned());
    }
    let path = import
        .starts_with('.')
        .then(|| tree::resolve(importer, import))?;
    path?.strip_prefix(SRC).map(str::to_owned)
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|known| known == name)
}
