//! How a person wants posts and mentions to be filtered, and what they never want to see.
//!
//! *Basic* filtering takes noise away. *Advanced* filtering also goes by a threshold, exclusions
//! and the person's own instructions; it is for plans that have it. What was set for a plan that
//! has it stays written down when the plan changes, and holds again when it comes back.

use std::collections::HashSet;

use providers::reddit::SubredditName;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::exclusions::Exclusions;
use platform::product::{Filtering, Plan};

/// The user's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiSettings {
    /// Whether filtering is on.
    pub enabled: bool,
    pub level: Level,
    /// Posts and mentions with a score below this are left out; from 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    pub min_confidence: i64,
    /// For the language model, in the user's own words; may be empty.
    pub instructions: String,
    /// Without `r/`.
    pub excluded_subreddits: Vec<String>,
    /// Without `u/`.
    pub excluded_authors: Vec<String>,
    pub excluded_words: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Basic,
    Advanced,
}

/// New settings; fields left out stay as they are.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewAiSettings {
    enabled: Option<bool>,
    level: Option<Level>,
    #[schema(minimum = 0, maximum = 100)]
    min_confidence: Option<i64>,
    instructions: Option<String>,
    /// With or without `r/`.
    excluded_subreddits: Option<Vec<String>>,
    /// With or without `u/`.
    excluded_authors: Option<Vec<String>>,
    excluded_words: Option<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSettings {
    #[error("The confidence must be a number from 0 to 100.")]
    Confidence,
    #[error("The instructions can have at most {LONGEST_INSTRUCTIONS} characters.")]
    Instructions,
    #[error("“{0}” is not the name of a subreddit.")]
    Subreddit(String),
    #[error("“{0}” is not the name of a Reddit user.")]
    Author(String),
    #[error("A word or phrase can have at most {LONGEST_WORD} characters.")]
    Word,
    #[error("Each list can have at most {MOST} entries.")]
    TooMany,
}

/// What holds for a person at this moment, for the rooms that show posts and mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filters {
    /// Whether noise is taken away.
    pub is_on: bool,
    pub level: Level,
    /// 0 where no threshold holds.
    pub min_confidence: i64,
    /// None where a model has nothing to go by.
    pub instructions: Option<String>,
    /// Empty where none hold.
    pub exclusions: Exclusions,
}

const MOST: usize = 100;
const LONGEST_WORD: usize = 100;
const LONGEST_INSTRUCTIONS: usize = 2_000;
/// The longest name that Reddit gives to people.
const LONGEST_AUTHOR: usize = 20;

impl Level {
    pub fn id(self) -> &'static str {
        match self {
            Level::Basic => "basic",
            Level::Advanced => "advanced",
        }
    }

    /// The highest that a plan has.
    pub fn of(plan: Plan) -> Self {
        match plan.terms().ai_filtering {
            Filtering::Basic => Level::Basic,
            Filtering::Advanced => Level::Advanced,
        }
    }
}

impl AiSettings {
    /// What holds for somebody who has set nothing: all that the plan has, and nothing hidden.
    pub fn default_for(plan: Plan) -> Self {
        Self {
            enabled: true,
            level: Level::of(plan),
            min_confidence: 0,
            instructions: String::new(),
            excluded_subreddits: Vec::new(),
            excluded_authors: Vec::new(),
            excluded_words: Vec::new(),
        }
    }

    /// As the plan allows it.
    #[must_use]
    pub fn within(self, plan: Plan) -> Self {
        let level = match Level::of(plan) {
            Level::Basic => Level::Basic,
            Level::Advanced => self.level,
        };
        Self { level, ..self }
    }

    pub(super) fn changed(self, new: NewAiSettings) -> Result<Self, BadSettings> {
        let min_confidence = new.min_confidence.unwrap_or(self.min_confidence);
        if !(0..=100).contains(&min_confidence) {
            return Err(BadSettings::Confidence);
        }
        let instructions = new.instructions.unwrap_or(self.instructions);
        let instructions = instructions.trim().to_owned();
        if instructions.chars().count() > LONGEST_INSTRUCTIONS {
            return Err(BadSettings::Instructions);
        }
        Ok(Self {
            enabled: new.enabled.unwrap_or(self.enabled),
            level: new.level.unwrap_or(self.level),
            min_confidence,
            instructions,
            excluded_subreddits: listed(
                new.excluded_subreddits,
                self.excluded_subreddits,
                subreddit,
            )?,
            excluded_authors: listed(new.excluded_authors, self.excluded_authors, author)?,
            excluded_words: listed(new.excluded_words, self.excluded_words, word)?,
        })
    }

    /// What of it holds.
    pub fn filters(&self) -> Filters {
        let is_advanced = self.enabled && self.level == Level::Advanced;
        let instructions = Some(self.instructions.clone());
        Filters {
            is_on: self.enabled,
            level: self.level,
            min_confidence: if is_advanced { self.min_confidence } else { 0 },
            instructions: instructions.filter(|text| is_advanced && !text.is_empty()),
            exclusions: if is_advanced {
                Exclusions::of(self)
            } else {
                Exclusions::default()
            },
        }
    }
}

impl NewAiSettings {
    pub(super) fn level(&self) -> Option<Level> {
        self.level
    }
}

/// The new list, checked and without doubles, or the old one.
fn listed(
    new: Option<Vec<String>>,
    old: Vec<String>,
    parse: impl Fn(&str) -> Result<String, BadSettings>,
) -> Result<Vec<String>, BadSettings> {
    let Some(new) = new else { return Ok(old) };
    let (mut known, mut all) = (HashSet::new(), Vec::new());
    for raw in new.iter().filter(|raw| !raw.trim().is_empty()) {
        let entry = parse(raw)?;
        if known.insert(entry.to_lowercase()) {
            all.push(entry);
        }
    }
    if all.len() > MOST {
        return Err(BadSettings::TooMany);
    }
    Ok(all)
}

fn subreddit(raw: &str) -> Result<String, BadSettings> {
    let name = SubredditName::parse(raw);
    let name = name.map_err(|_| BadSettings::Subreddit(shown(raw)))?;
    Ok(name.to_string())
}

fn author(raw: &str) -> Result<String, BadSettings> {
    let name = raw.trim().trim_matches('/');
    let name = name
        .strip_prefix("u/")
        .or_else(|| name.strip_prefix("user/"))
        .unwrap_or(name);
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if (2..=LONGEST_AUTHOR).contains(&name.len()) && name.bytes().all(is_letter) {
        Ok(name.to_owned())
    } else {
        Err(BadSettings::Author(shown(raw)))
    }
}

fn word(raw: &str) -> Result<String, BadSettings> {
    let words: Vec<&str> = raw.split_whitespace().collect();
    let text = words.join(" ");
    if text.chars().count() > LONGEST_WORD {
        return Err(BadSettings::Word);
    }
    Ok(text)
}

/// The beginning of what somebody typed.
fn shown(raw: &str) -> String {
    raw.trim().chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn changed(new: NewAiSettings) -> Result<AiSettings, BadSettings> {
        AiSettings::default_for(Plan::Pro).changed(new)
    }

    #[test]
    fn what_cannot_be_is_refused_and_what_is_left_out_stays() {
        let new = |change: fn(&mut NewAiSettings)| {
            let mut new = NewAiSettings::default();
            change(&mut new);
            changed(new)
        };

        assert_eq!(new(|_| {}), Ok(AiSettings::default_for(Plan::Pro)));
        assert_eq!(
            new(|new| new.min_confidence = Some(101)),
            Err(BadSettings::Confidence)
        );
        assert_eq!(
            new(|new| new.excluded_subreddits = Some(of(&["not a name"]))),
            Err(BadSettings::Subreddit("not a name".to_owned()))
        );
        assert_eq!(
            new(|new| new.excluded_authors = Some(of(&["ünal"]))),
            Err(BadSettings::Author("ünal".to_owned()))
        );
        assert_eq!(
            new(|new| new.instructions = Some("x".repeat(2_001))),
            Err(BadSettings::Instructions)
        );
        let doubles = new(|new| new.excluded_words = Some(of(&["Hiring", " hiring ", ""])));
        assert_eq!(doubles.unwrap().excluded_words, ["Hiring"]);
        let many: fn(&mut NewAiSettings) = |new| {
            new.excluded_words = Some((0..101).map(|number| number.to_string()).collect());
        };
        assert_eq!(new(many), Err(BadSettings::TooMany));
    }

    #[test]
    fn only_advanced_filtering_goes_by_thresholds_exclusions_and_instructions() {
        let settings = changed(NewAiSettings {
            min_confidence: Some(60),
            instructions: Some("No agencies.".to_owned()),
            excluded_subreddits: Some(of(&["forhire"])),
            ..NewAiSettings::default()
        })
        .unwrap();

        let advanced = settings.clone().within(Plan::Pro).filters();
        let basic = settings.clone().within(Plan::Starter).filters();

        assert_eq!((advanced.min_confidence, basic.min_confidence), (60, 0));
        assert_eq!(advanced.instructions.as_deref(), Some("No agencies."));
        assert_eq!(basic.instructions, None);
        assert_eq!(basic.exclusions, Exclusions::default());
        assert!(basic.is_on);
        let off = AiSettings {
            enabled: false,
            ..settings
        };
        assert_eq!(off.filters().exclusions, Exclusions::default());
    }
}
