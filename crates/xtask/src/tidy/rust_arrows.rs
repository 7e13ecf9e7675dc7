//! Rooms call each other's doors, along the arrows that are drawn, and nothing behind a door.

use std::collections::BTreeSet;

use super::paths::{self, NamedPath};
use super::rules::{ARROWS, Arrows, Rules, problem_in};
use super::source::{Language, Source, whole_words};
use super::tree::File;
use super::{Problem, Tree};

const SRC: &str = "crates/earshot/src/";

pub(super) fn check(tree: &Tree, rules: &Rules) -> Vec<Problem> {
    let house = House {
        tree,
        arrows: &rules.arrows,
    };
    let mut problems = house.unlisted();
    problems.extend(house.listed_but_gone());
    problems.extend(house.lost_arrows());
    for (file, source) in tree.sources(SRC, Language::Rust) {
        problems.extend(house.wrong_turns(file, source));
    }
    problems
}

struct House<'tree> {
    tree: &'tree Tree,
    arrows: &'tree Arrows,
}

impl House<'_> {
    /// Parts of the house that nobody wrote a line for.
    fn unlisted(&self) -> Vec<Problem> {
        let mut seen = BTreeSet::new();
        self.tree
            .sources(SRC, Language::Rust)
            .filter(|(file, _)| !self.is_listed(part_of(file)) && seen.insert(part_of(file)))
            .map(|(file, _)| {
                let part = part_of(file);
                file.problem(
                    1,
                    format!("`{part}` has no line in {ARROWS}; write down there what it may call."),
                )
            })
            .collect()
    }

    /// Lines about rooms and other parts that do not exist: the file must not lie.
    fn listed_but_gone(&self) -> Vec<Problem> {
        let parts = self.arrows.rooms.keys().chain(self.arrows.house.keys());
        parts
            .filter(|part| !self.exists(part))
            .map(|gone| {
                let message = format!("`{gone}` is not in {SRC}; remove its line.");
                problem_in(self.tree, ARROWS, &format!("{gone} = "), message)
            })
            .collect()
    }

    /// Arrows that lead nowhere.
    fn lost_arrows(&self) -> Vec<Problem> {
        let Arrows {
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

    fn wrong_turns(&self, file: &File, source: &Source) -> Vec<Problem> {
        let named = paths::named(source, &paths::module_of(&file.path[SRC.len()..]));
        file.problems_at(paths::judged(named, |path| {
            self.wrong_turn(part_of(file), path)
        }))
    }

    fn wrong_turn(&self, from: &str, path: &NamedPath) -> Option<String> {
        // A binary calls its own library by the name of the package.
        let is_ours = ["crate", "earshot"].contains(&path.segments.first()?.as_str());
        let to = path
            .segments
            .get(1)
            .filter(|to| is_ours && *to != from && self.is_listed(to))?;
        let is_room = self.arrows.rooms.contains_key(to);
        let named = path.written();
        match self.permission(from, to) {
            Permission::None => Some(format!(
                "`{named}`: {from} may not call {to}; go another way, \
                 or draw the arrow in {ARROWS} and say why in docs/why.md."
            )),
            Permission::Module(module) if path.segments.get(2).is_some_and(|it| it != module) => {
                Some(format!(
                    "`{named}`: {from} may name the `{module}` of a room, nothing else."
                ))
            }
            Permission::Door if is_room && self.is_past_the_door(to, path) => Some(format!(
                "`{named}` reaches past the door of {to}; \
                 call what {SRC}{to}/mod.rs offers, or widen that door."
            )),
            Permission::Door | Permission::Module(_) => None,
        }
    }

    fn permission(&self, from: &str, to: &str) -> Permission<'_> {
        let Arrows {
            open, rooms, house, ..
        } = self.arrows;
        let Some(doors) = rooms.get(from).or_else(|| house.get(from)) else {
            // Its missing line is a problem already.
            return Permission::Door;
        };
        let is_open = rooms.contains_key(from) && open.iter().any(|door| door == to);
        if is_open || doors.iter().any(|door| door == "*" || door == to) {
            return Permission::Door;
        }
        match doors.iter().find_map(|door| door.strip_prefix("*::")) {
            Some(module) if rooms.contains_key(to) => Permission::Module(module),
            _ => Permission::None,
        }
    }

    /// A type or function of the door is fine, a module behind it is not.
    fn is_past_the_door(&self, room: &str, path: &NamedPath) -> bool {
        let Some(name) = path.segments.get(2) else {
            return false;
        };
        let is_module = name.starts_with(|first: char| first.is_lowercase());
        is_module && (path.segments.len() > 3 || self.door_shows_module(room, name))
    }

    fn door_shows_module(&self, room: &str, module: &str) -> bool {
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

enum Permission<'arrows> {
    None,
    Door,
    Module(&'arrows str),
}

/// The room, or the other part of the house, that a file belongs to.
fn part_of(file: &File) -> &str {
    let path = &file.path[SRC.len()..];
    path.split('/')
        .next()
        .unwrap_or(path)
        .trim_end_matches(".rs")
}
