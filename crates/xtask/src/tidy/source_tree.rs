//! The files of a checkout.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use super::TidyProblem;
use super::rust_paths::{self, NamedPath};
use super::source_text::{SourceLanguage, SourceText};

/// Folders with generated files, for checkouts without git.
const PRODUCED: [&str; 5] = [".git", "target", "node_modules", "dist", "data"];

/// The files of the repository by their path from its root.
#[derive(Debug)]
pub struct SourceTree {
    root: PathBuf,
    files: BTreeMap<String, TreeFile>,
}

/// One file. The text of a binary file is empty.
#[derive(Debug)]
pub(super) struct TreeFile {
    pub(super) path: String,
    pub(super) text: String,
    pub(super) source: Option<SourceText>,
    named_paths: OnceLock<Vec<NamedPath>>,
}

impl SourceTree {
    pub fn read(root: &Path) -> Self {
        let listed = listed_by_git(root).unwrap_or_else(|| found_by_walking(root));
        let files = listed
            .into_iter()
            .filter_map(|path| Some((path.clone(), TreeFile::read(root, path)?)))
            .collect();
        Self {
            root: root.to_owned(),
            files,
        }
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &TreeFile> {
        self.files.values()
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn get(&self, path: &str) -> Option<&TreeFile> {
        self.files.get(path)
    }

    /// Is there a file or a folder of this path?
    pub(super) fn holds(&self, path: &str) -> bool {
        self.files.contains_key(path) || self.under(&format!("{path}/")).next().is_some()
    }

    /// The files whose paths start with `prefix`.
    pub(super) fn under(&self, prefix: &str) -> impl Iterator<Item = &TreeFile> {
        self.files
            .range(prefix.to_owned()..)
            .take_while(move |(path, _)| path.starts_with(prefix))
            .map(|(_, file)| file)
    }

    /// The names of the folders directly inside `folder`, which ends with a slash or is empty.
    pub(super) fn folders(&self, folder: &str) -> BTreeSet<&str> {
        self.under(folder)
            .filter_map(|file| Some(file.path[folder.len()..].split_once('/')?.0))
            .collect()
    }

    /// The Rust sources of all crates, without their tests and benches.
    pub(super) fn crate_sources(&self) -> impl Iterator<Item = (&TreeFile, &SourceText)> {
        self.sources("crates/", SourceLanguage::Rust)
            .filter(|(file, _)| file.is_in_src() && !file.is_test())
    }

    pub(super) fn sources(
        &self,
        prefix: &str,
        language: SourceLanguage,
    ) -> impl Iterator<Item = (&TreeFile, &SourceText)> {
        self.under(prefix)
            .filter_map(|file| Some((file, file.source.as_ref()?)))
            .filter(move |(_, source)| source.language == language)
    }
}

impl TreeFile {
    fn read(root: &Path, path: String) -> Option<Self> {
        let bytes = fs::read(root.join(&path)).ok()?;
        let text = String::from_utf8(bytes).unwrap_or_default();
        let source = SourceLanguage::of(&path).map(|language| SourceText::read(language, &text));
        Some(Self {
            path,
            text,
            source,
            named_paths: OnceLock::new(),
        })
    }

    /// The crate that the file belongs to.
    pub(super) fn crate_name(&self) -> Option<&str> {
        self.path.strip_prefix("crates/")?.split('/').next()
    }

    /// The paths that a Rust source names. Several checks need them, so they are read once.
    pub(super) fn named_paths(&self) -> &[NamedPath] {
        self.named_paths.get_or_init(|| {
            let source = self.source.as_ref();
            source.map_or_else(Vec::new, |source| {
                rust_paths::named(source, &rust_paths::module_of(&self.path))
            })
        })
    }

    pub(super) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// Whether a file is in the `src` folder of its crate.
    pub(super) fn is_in_src(&self) -> bool {
        self.path.split('/').nth(2) == Some("src")
    }

    /// What follows the last dot of the name.
    pub(super) fn ending(&self) -> &str {
        self.name()
            .rsplit_once('.')
            .map_or("", |(_, ending)| ending)
    }

    /// Whether a file is a test or a bench.
    pub(super) fn is_test(&self) -> bool {
        let folders = ["/tests/", "/benches/"];
        folders.iter().any(|folder| self.path.contains(folder))
            || self.path.starts_with("e2e/")
            || self.name() == "tests.rs"
            || self.name().contains(".test.")
            || self.name().contains(".spec.")
    }

    pub(super) fn problem(&self, line: usize, message: impl Into<String>) -> TidyProblem {
        TidyProblem {
            path: self.path.clone(),
            line,
            message: message.into(),
        }
    }

    /// A problem at a byte of the text.
    pub(super) fn problem_at(&self, offset: usize, message: impl Into<String>) -> TidyProblem {
        self.problem(self.line_at(offset), message)
    }

    pub(super) fn line_at(&self, offset: usize) -> usize {
        self.text[..offset].matches('\n').count() + 1
    }

    pub(super) fn problems_at(&self, places: Vec<(usize, String)>) -> Vec<TidyProblem> {
        places
            .into_iter()
            .map(|(offset, message)| self.problem_at(offset, message))
            .collect()
    }

    pub(super) fn numbered_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line))
    }
}

/// The path that `relative` resolves to in the file `from`; none if it leaves the repository.
pub(super) fn resolve(from: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

fn listed_by_git(root: &Path) -> Option<Vec<String>> {
    // Without this, a test's tree inside a checkout would be listed as that checkout.
    root.join(".git").exists().then_some(())?;
    let listing = Command::new("git")
        .arg("-C")
        .arg(root)
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let paths = String::from_utf8(listing.stdout).ok()?;
    Some(paths.split_terminator('\0').map(str::to_owned).collect())
}

fn found_by_walking(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if !path.is_dir() {
                found.extend(path_from(root, &path));
            } else if !PRODUCED.iter().any(|name| entry.file_name() == *name) {
                folders.push(path);
            }
        }
    }
    found
}

fn path_from(root: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(root).ok()?.iter();
    parts
        .map(|part| part.to_str())
        .collect::<Option<Vec<_>>>()
        .map(|parts| parts.join("/"))
}
