//! Where a setting's value comes from: a flag, the environment, the settings file, its default.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use anyhow::Context;

use super::catalogue::{ALL, CONFIG, ENV};
use super::{Setting, secret_file};

/// Raw values by name, before anything is parsed.
#[derive(Clone, Debug, Default)]
pub struct Source {
    flags: BTreeMap<String, String>,
    environment: BTreeMap<String, String>,
    file: BTreeMap<String, String>,
    /// Secrets from files of their own.
    secret_files: BTreeMap<String, String>,
    /// What is wrong with those files.
    problems: Vec<String>,
    /// The build has no sandboxes that could stand in for a provider.
    lacks_sandboxes: bool,
}

/// Which of them supplied a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Flag,
    Environment,
    File,
    SecretFile,
    Default,
}

impl Source {
    /// The process's environment and the file it names.
    pub fn of_process() -> anyhow::Result<Self> {
        #[expect(
            clippy::disallowed_methods,
            reason = "the environment is read here and nowhere else"
        )]
        let environment: BTreeMap<_, _> = std::env::vars().collect();
        let named = environment.get(CONFIG.name);
        let path = named.map_or(CONFIG.default, String::as_str);
        let file = match std::fs::read_to_string(path) {
            Ok(text) => {
                parse_file(&text).with_context(|| format!("reading the settings in {path}"))?
            }
            Err(_) if named.is_none() => BTreeMap::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("reading the settings file {path}"));
            }
        };
        let source = Self {
            environment,
            file,
            ..Self::default()
        };
        Ok(source.with_secret_files())
    }

    /// Reads the file of every secret that names one: `NAME_FILE` instead of `NAME`.
    #[must_use]
    pub fn with_secret_files(mut self) -> Self {
        for setting in ALL.iter().filter(|setting| setting.is_secret) {
            let name = setting.file_name();
            let path = self.environment.get(&name).or(self.file.get(&name));
            let Some(path) = path.map(|path| path.trim()).filter(|path| !path.is_empty()) else {
                continue;
            };
            if !self.raw(*setting).0.is_empty() {
                let both = format!("{name}: {} is set too; keep one of them", setting.name);
                self.problems.push(both);
                continue;
            }
            match secret_file::read(path) {
                Ok(secret) => {
                    self.secret_files.insert(setting.name.to_owned(), secret);
                }
                Err(problem) => self.problems.push(format!("{name}: {problem}")),
            }
        }
        self
    }

    /// Whether this build has sandboxes. Without them a provider that is not configured is a problem.
    #[must_use]
    pub fn with_sandboxes(self, has_sandboxes: bool) -> Self {
        Self {
            lacks_sandboxes: !has_sandboxes,
            ..self
        }
    }

    pub(super) fn lacks_sandboxes(&self) -> bool {
        self.lacks_sandboxes
    }

    /// Values given by hand, as tests do.
    pub fn of<const N: usize>(values: [(&str, &str); N]) -> Self {
        let environment = values
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        Self {
            environment,
            ..Self::default()
        }
    }

    /// Sets one value as the environment would.
    pub fn set(&mut self, name: &str, value: &str) {
        self.environment.insert(name.to_owned(), value.to_owned());
    }

    /// A value from the command line, which wins over all others.
    #[must_use]
    pub fn with_flag(mut self, setting: Setting, value: Option<impl Display>) -> Self {
        if let Some(value) = value {
            self.flags
                .insert(setting.name.to_owned(), value.to_string());
        }
        self
    }

    /// Whether anybody has given a value.
    pub fn is_given(&self, setting: Setting) -> bool {
        !matches!(self.raw(setting).1, Origin::Default)
    }

    /// The value and where it came from. A value set to nothing counts as given.
    pub fn raw(&self, setting: Setting) -> (&str, Origin) {
        let given = [
            (&self.flags, Origin::Flag),
            (&self.secret_files, Origin::SecretFile),
            (&self.environment, Origin::Environment),
            (&self.file, Origin::File),
        ];
        given
            .into_iter()
            .find_map(|(values, origin)| {
                values.get(setting.name).map(|value| (value.trim(), origin))
            })
            .unwrap_or((setting.default, Origin::Default))
    }

    /// Names that look like ours but are not: most likely misspelt.
    pub fn unknown_names(&self) -> Vec<String> {
        let all = self.environment.keys().chain(self.file.keys());
        let ours =
            all.filter(|name| name.starts_with("EARSHOT_") && !name.starts_with("EARSHOT_TEST_"));
        let is_known = |name: &str| {
            let mut settings = ALL.iter();
            settings.any(|one| one.name == name || (one.is_secret && one.file_name() == name))
        };
        ours.filter(|name| !is_known(name)).cloned().collect()
    }
}

/// Reads values and collects every problem instead of stopping at the first.
#[derive(Debug)]
pub(super) struct Reader<'s> {
    pub(super) source: &'s Source,
    pub(super) problems: Vec<String>,
}

impl<'s> Reader<'s> {
    pub(super) fn new(source: &'s Source) -> Self {
        Self {
            source,
            problems: source.problems.clone(),
        }
    }

    /// Whether a sandbox may stand in for a provider that is not configured.
    pub(super) fn may_use_sandboxes(&self) -> bool {
        !self.source.lacks_sandboxes && !self.is_production()
    }

    /// A setting that must be given where no sandbox may stand in.
    pub(super) fn demand(&mut self, setting: Setting, what: &str) {
        let who = if self.is_production() {
            "production"
        } else {
            "a build without sandboxes"
        };
        self.problem(setting, &format!("{who} needs {what}"));
    }

    fn is_production(&self) -> bool {
        self.text(ENV).as_deref() == Some("production")
    }

    /// The text of a setting. One that is set to nothing falls back to its default, if it has one.
    pub(super) fn text(&self, setting: Setting) -> Option<String> {
        let (given, _) = self.source.raw(setting);
        let value = if given.is_empty() {
            setting.default
        } else {
            given
        };
        (!value.is_empty()).then(|| value.to_owned())
    }

    /// Whether somebody set it to nothing on purpose.
    pub(super) fn is_emptied(&self, setting: Setting) -> bool {
        let (value, origin) = self.source.raw(setting);
        value.is_empty() && origin != Origin::Default
    }

    /// The parsed value. A wrong one becomes a problem and the default stands in for it.
    pub(super) fn parse<T: FromStr>(&mut self, setting: Setting, expected: &str) -> Option<T> {
        let value = self.text(setting)?;
        let parsed = value.parse().ok();
        if parsed.is_none() {
            // A secret is not repeated even when it is wrong.
            let shown = if setting.is_secret {
                "the value".to_owned()
            } else {
                format!("'{value}'")
            };
            self.problem(setting, &format!("{shown} is not {expected}"));
            return setting.default.parse().ok();
        }
        parsed
    }

    pub(super) fn problem(&mut self, setting: Setting, what: &str) {
        self.problems.push(format!("{}: {what}", setting.name));
    }
}

fn parse_file(text: &str) -> anyhow::Result<BTreeMap<String, String>> {
    let mut values = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (name, value) = line
            .split_once('=')
            .with_context(|| format!("line {} is not NAME=value", index + 1))?;
        let value = value.trim();
        let unquoted = value
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
            .unwrap_or(value);
        values.insert(name.trim().to_owned(), unquoted.to_owned());
    }
    Ok(values)
}
