//! A public type name exists once in the workspace, a private one once in its crate.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::{EXCEPTIONS, TidyRules, problem_in};
use super::rust_paths::{self, PathToken};
use super::source_text::SourceText;
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let excused = &rules.exceptions.duplicate_names;
    let mut duplicates = BTreeSet::new();
    let mut problems = Vec::new();
    for (name, places) in declarations(tree) {
        let found = duplicate_declarations(&name, &places);
        if !found.is_empty() {
            duplicates.insert(name.clone());
        }
        if !excused.contains_key(&name) {
            problems.extend(found);
        }
    }
    let stale = excused.keys().filter(|name| !duplicates.contains(*name));
    problems.extend(stale.map(|name| {
        let message = format!("`{name}` is not declared twice; remove its reason.");
        problem_in(tree, EXCEPTIONS, &format!("{name} = "), message)
    }));
    problems
}

/// A type, where it is declared.
struct TypeDeclaration<'tree> {
    file: &'tree TreeFile,
    start: usize,
    is_public: bool,
}

impl TypeDeclaration<'_> {
    fn crate_name(&self) -> &str {
        self.file.crate_name().unwrap_or_default()
    }

    fn place(&self) -> String {
        format!("{}:{}", self.file.path, self.file.line_at(self.start))
    }
}

/// The types of all crates by name, without tests, benches and generated files.
fn declarations(tree: &SourceTree) -> BTreeMap<String, Vec<TypeDeclaration<'_>>> {
    let mut declared: BTreeMap<String, Vec<TypeDeclaration<'_>>> = BTreeMap::new();
    for (file, source) in tree.crate_sources() {
        if is_generated(file) || is_test_module(tree, file) {
            continue;
        }
        for (name, start, is_public) in declared_types(source) {
            let places = declared.entry(name).or_default();
            places.push(TypeDeclaration {
                file,
                start,
                is_public,
            });
        }
    }
    declared
}

fn is_generated(file: &TreeFile) -> bool {
    let first = file.text.lines().next().unwrap_or_default();
    first.starts_with("//") && first.contains("@generated")
}

/// Whether the parent module declares the file as `#[cfg(test)] mod name;`.
fn is_test_module(tree: &SourceTree, file: &TreeFile) -> bool {
    let path = file.path.trim_end_matches(".rs").trim_end_matches("/mod");
    let Some((folder, name)) = path.rsplit_once('/') else {
        return false;
    };
    let declaration = format!("mod {name};");
    ["/mod.rs", "/lib.rs", "/main.rs", ".rs"]
        .iter()
        .filter_map(|parent| tree.get(&format!("{folder}{parent}"))?.source.as_ref())
        .any(|parent| {
            parent.finds(&declaration).any(|start| {
                let before = parent.code[..start].trim_end();
                before.ends_with("#[cfg(test)]")
            })
        })
}

/// A problem for each declaration that repeats an earlier one.
fn duplicate_declarations(name: &str, places: &[TypeDeclaration<'_>]) -> Vec<TidyProblem> {
    let repeats = places.iter().enumerate().filter_map(|(number, later)| {
        let earlier = &places[..number];
        let same_crate = earlier
            .iter()
            .find(|one| one.crate_name() == later.crate_name());
        let both_public = earlier.iter().find(|one| one.is_public && later.is_public);
        let (first, scope) = match (same_crate, both_public) {
            (Some(first), _) => (first, "the crate"),
            (None, Some(first)) => (first, "the workspace"),
            (None, None) => return None,
        };
        let message = format!(
            "`{name}` is also declared in {}; a type name exists once in {scope}, \
             so name one of them by what it holds.",
            first.place()
        );
        Some(later.file.problem_at(later.start, message))
    });
    repeats.collect()
}

/// Each type that a source declares outside of its tests: name, position, and whether it is `pub`.
fn declared_types(source: &SourceText) -> Vec<(String, usize, bool)> {
    let tokens = rust_paths::tokens(&source.code);
    let mut types = Vec::new();
    // For each open brace, whether it belongs to an impl or a trait: their types are associated.
    let mut blocks: Vec<bool> = Vec::new();
    let mut opens_impl = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "{" => blocks.push(std::mem::take(&mut opens_impl)),
            "}" => drop(blocks.pop()),
            ";" => opens_impl = false,
            "impl" => opens_impl = true,
            "trait" | "struct" | "enum" | "type" => {
                let is_associated = token.text == "type" && blocks.last() == Some(&true);
                let name = tokens.get(at + 1).filter(|next| is_type_name(next.text));
                if let Some(name) = name
                    && !is_associated
                    && !source.is_test(token.start)
                {
                    types.push((name.text.to_owned(), name.start, is_public(&tokens[..at])));
                }
                opens_impl |= token.text == "trait";
            }
            _ => {}
        }
    }
    types
}

fn is_type_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_uppercase())
}

/// Does `pub`, without a restriction, precede a declaration?
fn is_public(before: &[PathToken<'_>]) -> bool {
    before.last().is_some_and(|token| token.text == "pub")
}
