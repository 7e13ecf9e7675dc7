//! The modules of crates/earshot call each other along the arrows in `arrows.toml`, and only what
//! another module makes public. Rooms that are crates are checked by `crate_dependencies`.

use std::collections::BTreeSet;

use super::rules::{ARROWS, DependencyRules, TidyRules, problem_in};
use super::rust_paths::{self, NamedPath};
use super::source_text::{SourceLanguage, whole_words};
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

const SRC: &str = "crates/earshot/src/";

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let calls = ModuleCalls {
        tree,
        arrows: &rules.arrows,
    };
    let mut problems = calls.unlisted();
    problems.extend(calls.missing_modules());
    problems.extend(calls.unknown_targets());
    for (file, _) in tree.sources(SRC, SourceLanguage::Rust) {
        problems.extend(calls.forbidden_calls(file));
    }
    problems
}

struct ModuleCalls<'tree> {
    tree: &'tree SourceTree,
    arrows: &'tree DependencyRules,
}

impl ModuleCalls<'_> {
    /// Modules without a line in `arrows.toml`.
    fn unlisted(&self) -> Vec<TidyProblem> {
        let mut seen = BTreeSet::new();
        self.tree
            .sources(SRC, SourceLanguage::Rust)
            .filter(|(file, _)| {
                !self.is_listed(module_name(file)) && seen.insert(module_name(file))
            })
            .map(|(file, _)| {
                let part = module_name(file);
                file.problem(
                    1,
                    format!("`{part}` has no line in {ARROWS}; list what it may call there."),
                )
            })
            .collect()
    }

    /// Lines for modules that do not exist.
    fn missing_modules(&self) -> Vec<TidyProblem> {
        let parts = self.arrows.rooms.keys().chain(self.arrows.house.keys());
        parts
            .filter(|part| !self.exists(part))
            .map(|gone| {
                let message = format!("`{gone}` is not in {SRC}; remove its line.");
                problem_in(self.tree, ARROWS, &format!("{gone} = "), message)
            })
            .collect()
    }

    /// Arrows to modules without a line.
    fn unknown_targets(&self) -> Vec<TidyProblem> {
        let DependencyRules {
            open, rooms, house, ..
        } = self.arrows;
        let open = open.iter().map(|door| ("open", door));
        let lines = rooms.iter().chain(house);
        let arrows =
            lines.flat_map(|(part, doors)| doors.iter().map(move |door| (part.as_str(), door)));
        arrows
            .chain(open)
            .filter(|(_, door)| !door.starts_with('*') && !self.is_listed(door))
            .map(|(part, door)| {
                let message = format!("`{door}` has no line of its own; remove it here.");
                problem_in(self.tree, ARROWS, &format!("{part} = "), message)
            })
            .collect()
    }

    fn exists(&self, part: &str) -> bool {
        self.tree.holds(&format!("{SRC}{part}")) || self.tree.holds(&format!("{SRC}{part}.rs"))
    }

    fn forbidden_calls(&self, file: &TreeFile) -> Vec<TidyProblem> {
        file.problems_at(rust_paths::judged(file.named_paths(), |path| {
            self.forbidden_call(module_name(file), path)
        }))
    }

    fn forbidden_call(&self, from: &str, path: &NamedPath) -> Option<String> {
        // A binary calls its own library by the name of the package.
        let is_ours = ["crate", "earshot"].contains(&path.segments.first()?.as_str());
        let to = path
            .segments
            .get(1)
            .filter(|to| is_ours && *to != from && self.is_listed(to))?;
        let is_room = self.arrows.rooms.contains_key(to);
        let named = path.written();
        match self.permission(from, to) {
            CallPermission::None => Some(format!(
                "`{named}`: {from} may not call {to}; go another way, \
                 or add the arrow in {ARROWS} and say why in docs/why.md."
            )),
            CallPermission::Module(module)
                if path.segments.get(2).is_some_and(|it| it != module) =>
            {
                Some(format!(
                    "`{named}`: {from} may name the `{module}` of a room, nothing else."
                ))
            }
            CallPermission::Public if is_room && self.is_internal(to, path) => Some(format!(
                "`{named}` reaches past the door of {to}; \
                 call what {SRC}{to}/mod.rs offers, or widen that door."
            )),
            CallPermission::Public | CallPermission::Module(_) => None,
        }
    }

    fn permission(&self, from: &str, to: &str) -> CallPermission<'_> {
        let DependencyRules {
            open, rooms, house, ..
        } = self.arrows;
        let Some(doors) = rooms.get(from).or_else(|| house.get(from)) else {
            // Its missing line already is a problem.
            return CallPermission::Public;
        };
        let is_open = rooms.contains_key(from) && open.iter().any(|door| door == to);
        if is_open || doors.iter().any(|door| door == "*" || door == to) {
            return CallPermission::Public;
        }
        match doors.iter().find_map(|door| door.strip_prefix("*::")) {
            Some(module) if rooms.contains_key(to) => CallPermission::Module(module),
            _ => CallPermission::None,
        }
    }

    /// A type or function of the room is fine, a module inside it is not.
    fn is_internal(&self, room: &str, path: &NamedPath) -> bool {
        let Some(name) = path.segments.get(2) else {
            return false;
        };
        let is_module = name.starts_with(|first: char| first.is_lowercase());
        is_module && (path.segments.len() > 3 || self.has_public_module(room, name))
    }

    fn has_public_module(&self, room: &str, module: &str) -> bool {
        let door = self.tree.get(&format!("{SRC}{room}/mod.rs"));
        let code = door
            .and_then(|file| file.source.as_ref())
            .map_or("", |source| &source.code);
        let declared = format!("mod {module}");
        whole_words(code, &declared).any(|start| {
            let before = code[..start].trim_end();
            before.ends_with("pub") || before.ends_with(')')
        })
    }

    fn is_listed(&self, part: &str) -> bool {
        self.arrows.rooms.contains_key(part) || self.arrows.house.contains_key(part)
    }
}

enum CallPermission<'arrows> {
    None,
    Public,
    Module(&'arrows str),
}

/// The top-level module that a file belongs to.
fn module_name(file: &TreeFile) -> &str {
    let path = &file.path[SRC.len()..];
    path.split('/')
        .next()
        .unwrap_or(path)
        .trim_end_matches(".rs")
}
