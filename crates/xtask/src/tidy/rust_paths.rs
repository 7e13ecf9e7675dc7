//! The paths that a Rust source names, with `use` trees expanded, `super` and `self` resolved, and
//! imported names written in full.

use std::collections::BTreeMap;

use super::source_text::{SourceText, is_word};

/// A path from the root of the crate; its own items start with `crate`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NamedPath {
    pub(super) start: usize,
    pub(super) segments: Vec<String>,
}

/// Every path of two or more names in a source. `module` is its module in the crate.
pub(super) fn named(source: &SourceText, module: &[String]) -> Vec<NamedPath> {
    let tokens = tokens(&source.code);
    // Twice, because a name may be used above the line that imports it.
    let declared = PathReader::new(&tokens, module, BTreeMap::new()).read(PathReader::declaration);
    PathReader::new(&tokens, module, declared.known)
        .read(PathReader::declaration_or_path)
        .found
}

/// The judgement of each path. Once a path is rejected, longer paths through it are not reported
/// again.
pub(super) fn judged<'tree>(
    named: impl IntoIterator<Item = &'tree NamedPath>,
    judge: impl Fn(&NamedPath) -> Option<String>,
) -> Vec<(usize, String)> {
    let mut refused: Vec<&[String]> = Vec::new();
    let mut judgements = Vec::new();
    for path in named {
        if refused.iter().any(|known| path.segments.starts_with(known)) {
            continue;
        }
        if let Some(judgement) = judge(path) {
            judgements.push((path.start, judgement));
            refused.push(&path.segments);
        }
    }
    judgements
}

/// The module of a file such as `crates/lens/src/text/words.rs`: `crate`, then its folders and its
/// name.
pub(super) fn module_of(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs");
    let parts = path
        .split('/')
        .skip(3)
        .filter(|part| !["mod", "lib", "main"].contains(part));
    std::iter::once("crate")
        .chain(parts)
        .map(str::to_owned)
        .collect()
}

impl NamedPath {
    /// Does this path contain these names in a row?
    pub(super) fn goes_through(&self, names: &str) -> bool {
        let names: Vec<&str> = names.split("::").collect();
        self.segments
            .windows(names.len())
            .any(|window| window == names)
    }

    pub(super) fn written(&self) -> String {
        self.segments.join("::")
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct PathToken<'code> {
    pub(super) start: usize,
    pub(super) text: &'code str,
}

/// Words, `::`, and single characters.
pub(super) fn tokens(code: &str) -> Vec<PathToken<'_>> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = code[start..].chars().next() {
        let rest = &code[start..];
        let length = if is_word(first) {
            rest.find(|character| !is_word(character))
                .unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            tokens.push(PathToken {
                start,
                text: &rest[..length],
            });
        }
        start += length;
    }
    tokens
}

struct PathReader<'code> {
    tokens: &'code [PathToken<'code>],
    at: usize,
    /// The current module, starting at `crate`.
    modules: Vec<String>,
    /// For each open brace, whether it opened a module.
    blocks: Vec<bool>,
    /// The full path of each name that this file imports or declares.
    known: BTreeMap<String, Vec<String>>,
    found: Vec<NamedPath>,
}

impl<'code> PathReader<'code> {
    fn new(
        tokens: &'code [PathToken<'code>],
        module: &[String],
        known: BTreeMap<String, Vec<String>>,
    ) -> Self {
        Self {
            tokens,
            at: 0,
            modules: module.to_vec(),
            blocks: vec![],
            known,
            found: vec![],
        }
    }

    fn read(mut self, step: fn(&mut Self)) -> Self {
        while self.at < self.tokens.len() {
            step(&mut self);
        }
        self
    }

    fn declaration_or_path(&mut self) {
        let continues = self.at > 0 && self.tokens[self.at - 1].text == "::";
        if self.is_name(0) && self.token(1) == "::" && !continues && self.token(0) != "use" {
            self.path_in_code();
        } else {
            self.declaration();
        }
    }

    fn declaration(&mut self) {
        match (self.token(0), self.token(1)) {
            // `use<'a>` is a bound of an opaque type.
            ("use", next) if next != "<" => {
                self.at += 1;
                if self.token(0) == "::" {
                    self.at += 1;
                }
                self.use_tree(Vec::new());
            }
            ("mod", _) if self.is_name(1) => self.module(),
            ("{", _) => self.open(false),
            ("}", _) => self.close(),
            _ => self.at += 1,
        }
    }

    fn module(&mut self) {
        let name = self.token(1).to_owned();
        let mut path = self.modules.clone();
        path.push(name.clone());
        self.known.insert(name.clone(), path);
        self.at += 2;
        if self.token(0) == "{" {
            self.modules.push(name);
            self.open(true);
        }
    }

    fn open(&mut self, is_module: bool) {
        self.blocks.push(is_module);
        self.at += 1;
    }

    fn close(&mut self) {
        if self.blocks.pop() == Some(true) {
            self.modules.pop();
        }
        self.at += 1;
    }

    /// `a::{b::c, d as e, self}` or `a::*`, after the given prefix.
    fn use_tree(&mut self, mut path: Vec<String>) {
        let start = self.tokens.get(self.at).map_or(0, |token| token.start);
        loop {
            match self.token(0) {
                "{" => return self.use_group(&path),
                "" | ";" | "," | "}" => break,
                "as" => {
                    let name = self.token(1).to_owned();
                    self.at += 2;
                    return self.import(start, path, Some(name));
                }
                "::" => {}
                name => path.push(name.to_owned()),
            }
            self.at += 1;
        }
        self.import(start, path, None);
    }

    fn use_group(&mut self, path: &[String]) {
        self.at += 1;
        while !["}", ";", ""].contains(&self.token(0)) {
            if self.token(0) == "," {
                self.at += 1;
            } else {
                self.use_tree(path.to_vec());
            }
        }
        self.at += 1;
    }

    fn import(&mut self, start: usize, mut path: Vec<String>, name: Option<String>) {
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let segments = self.resolve(path);
        if let Some(name) = name.or_else(|| segments.last().cloned()) {
            self.known.insert(name, segments.clone());
        }
        self.found.push(NamedPath { start, segments });
    }

    fn path_in_code(&mut self) {
        let start = self.tokens[self.at].start;
        let mut path = vec![self.token(0).to_owned()];
        self.at += 1;
        while self.token(0) == "::" && self.is_name(1) {
            path.push(self.token(1).to_owned());
            self.at += 2;
        }
        let segments = self.resolve(path);
        self.found.push(NamedPath { start, segments });
    }

    fn resolve(&self, path: Vec<String>) -> Vec<String> {
        let mut names = path.iter().peekable();
        let mut resolved = match names.peek().map(|name| name.as_str()) {
            Some("self" | "super") => self.modules.clone(),
            Some(name) if self.known.contains_key(name) => {
                names.next();
                self.known[name].clone()
            }
            _ => return path,
        };
        while let Some(name) = names.next_if(|name| ["self", "super"].contains(&name.as_str())) {
            if name == "super" {
                resolved.pop();
            }
        }
        resolved.extend(names.cloned());
        resolved
    }

    fn token(&self, ahead: usize) -> &str {
        self.tokens
            .get(self.at + ahead)
            .map_or("", |token| token.text)
    }

    fn is_name(&self, ahead: usize) -> bool {
        self.token(ahead)
            .starts_with(|first| is_word(first) && !first.is_ascii_digit())
    }
}
