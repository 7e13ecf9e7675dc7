//! Imports in the browser: `app → features → ui, api, lib`, and no feature imports another.

use super::rules::{ARROWS, TidyRules, WebRules, problem_in};
use super::source_text::{SourceLanguage, SourceText};
use super::source_tree::{self, TreeFile};
use super::{SourceTree, TidyProblem};

const SRC: &str = "web/src/";
const FEATURES: &str = "web/src/features/";

/// Code before a literal that names another module.
const IMPORTS: [&str; 6] = [
    "from",
    "import",
    "import(",
    "require(",
    "vi.mock(",
    "import.meta.glob(",
];

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let web = &rules.arrows.web;
    let mut problems = unlisted(tree, web);
    problems.extend(missing_features(tree, web));
    for (file, source) in tree.sources(SRC, SourceLanguage::TypeScript) {
        problems.extend(wrong_imports(file, source, web));
    }
    problems
}

fn unlisted(tree: &SourceTree, web: &WebRules) -> Vec<TidyProblem> {
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

fn missing_features(tree: &SourceTree, web: &WebRules) -> Vec<TidyProblem> {
    let is_gone = |name: &&String| !tree.holds(&format!("{FEATURES}{name}"));
    let gone = web.features.iter().filter(is_gone);
    gone.map(|name| {
        let message = format!("{FEATURES}{name} does not exist; remove its line.");
        problem_in(tree, ARROWS, &format!("\"{name}\""), message)
    })
    .collect()
}

fn wrong_imports(file: &TreeFile, source: &SourceText, web: &WebRules) -> Vec<TidyProblem> {
    source
        .literals_after(&IMPORTS)
        .filter_map(|literal| {
            let message = match module_in_src(&file.path, &literal.text) {
                Some(module) => wrong_module(file, &module, web),
                None => wrong_package(file, &literal.text, web),
            };
            Some(file.problem_at(literal.start, message?))
        })
        .collect()
}

fn wrong_module(file: &TreeFile, module: &str, web: &WebRules) -> Option<String> {
    let (from, to) = (
        WebLocation::of(&file.path[SRC.len()..]),
        WebLocation::of(module),
    );
    if to.folder == "testing" && from.folder != "testing" {
        return (!file.is_test()).then(|| format!("`{module}`: only tests import from testing."));
    }
    // A file next to the folders, such as main.tsx, may import everything.
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

fn another_feature(module: &str, from: &WebLocation, to: &WebLocation) -> String {
    format!(
        "`{module}`: the feature {} may not import the feature {}; \
         let app put the two together, or move what both need to lib or ui.",
        from.feature, to.feature
    )
}

fn wrong_package(file: &TreeFile, package: &str, web: &WebRules) -> Option<String> {
    let folder = WebLocation::of(&file.path[SRC.len()..]).folder;
    let is_stranger = web.strangers.get(folder)?.iter().any(|stranger| {
        let rest = package.strip_prefix(stranger.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || stranger.ends_with('/'))
    });
    is_stranger.then(|| {
        format!("`{package}`: {folder} must not know this package; take a property instead.")
    })
}

/// A location in web/src: its folder, and its feature if the folder is `features`.
struct WebLocation<'path> {
    folder: &'path str,
    feature: &'path str,
}

impl<'path> WebLocation<'path> {
    fn of(path: &'path str) -> Self {
        let mut parts = path.split('/');
        Self {
            folder: parts.next().unwrap_or_default(),
            feature: parts.next().unwrap_or_default(),
        }
    }
}

/// The path in web/src that an import resolves to; none for a package.
fn module_in_src(importer: &str, import: &str) -> Option<String> {
    if let Some(path) = import.strip_prefix("@/") {
        return Some(path.to_owned());
    }
    let path = import
        .starts_with('.')
        .then(|| source_tree::resolve(importer, import))?;
    path?.strip_prefix(SRC).map(str::to_owned)
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|known| known == name)
}
