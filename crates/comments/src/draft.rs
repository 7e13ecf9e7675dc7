//! A draft of a comment, as it is stored and shown.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::reply_kit::ReplyKit;
use super::tone::Tone;
use providers::llm::LlmError;

/// A draft of a comment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Draft {
    /// The id of its newest version.
    pub id: Uuid,
    /// The post it answers.
    pub post_id: String,
    /// The comment, or an unedited reply kit as text.
    pub comment: String,
    /// Zero if no language model was used.
    pub tokens_used: u32,
    #[schema(example = "Helpful and engaging")]
    pub style: String,
    #[schema(value_type = String, example = "helpful and professional")]
    pub tone: Tone,
    pub kind: DraftKind,
    /// Whether a language model wrote it.
    pub used_model: bool,
    /// Whether the sandbox's model wrote it.
    pub is_sample: bool,
    /// Why there is no draft, if this is a reply kit.
    pub problem: Option<DraftProblem>,
    /// The checks that passed.
    pub checks: Vec<DraftCheck>,
    /// Only for a reply kit.
    pub kit: Option<ReplyKit>,
    /// How many drafts there have been for this post, including this one.
    pub attempts: i64,
    /// What the user should know before posting, such as a rule of the subreddit.
    pub warnings: Vec<String>,
    /// Why there is no draft, as a sentence.
    pub message: Option<String>,
    /// The last ten, newest last; the last one is the draft itself.
    pub versions: Vec<DraftVersion>,
    pub created_at: DateTime<Utc>,
}

/// What the panel calls every draft (spec §3).
pub(super) const STYLE: &str = "Helpful and engaging";

/// Who wrote it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DraftKind {
    /// A language model.
    #[default]
    Draft,
    /// Nobody: these are the questions, facts and rules for a reply.
    Kit,
}

impl DraftKind {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Kit => "kit",
        }
    }

    pub(super) fn of_name(name: &str) -> Self {
        if name == "kit" {
            Self::Kit
        } else {
            Self::Draft
        }
    }
}

/// Why there is no draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DraftProblem {
    NoModel,
    NoSample,
    Slow,
    CutOff,
    Refused,
    Empty,
    RateLimited,
    Unavailable,
    Budget,
    /// The model's text did not pass the checks twice.
    Unfit,
}

impl DraftProblem {
    const ALL: [Self; 10] = [
        Self::NoModel,
        Self::NoSample,
        Self::Slow,
        Self::CutOff,
        Self::Refused,
        Self::Empty,
        Self::RateLimited,
        Self::Unavailable,
        Self::Budget,
        Self::Unfit,
    ];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::NoModel => "no_model",
            Self::NoSample => "no_sample",
            Self::Slow => "slow",
            Self::CutOff => "cut_off",
            Self::Refused => "refused",
            Self::Empty => "empty",
            Self::RateLimited => "rate_limited",
            Self::Unavailable => "unavailable",
            Self::Budget => "budget",
            Self::Unfit => "unfit",
        }
    }

    pub(super) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == name)
    }

    /// What the user reads.
    pub(super) fn message(self) -> &'static str {
        match self {
            Self::NoModel => "No language model is connected, so there is no draft.",
            Self::NoSample => "There is no sample draft for this post.",
            Self::Slow => "The model took too long.",
            Self::CutOff => "The model stopped halfway.",
            Self::Refused => "The model refused to write this comment.",
            Self::Empty => "The model's answer was empty.",
            Self::RateLimited => {
                "The model has too many requests right now. Try again in a minute."
            }
            Self::Unavailable => "The model is unavailable right now.",
            Self::Budget => "Drafts for today are used up. More from 00:00.",
            Self::Unfit => "The model's text did not pass our checks.",
        }
    }

    /// Whether asking once more may help at once.
    pub(super) fn may_pass(self) -> bool {
        matches!(self, Self::CutOff | Self::Refused | Self::Empty)
    }
}

impl From<LlmError> for DraftProblem {
    fn from(failed: LlmError) -> Self {
        match failed {
            LlmError::NoSample => Self::NoSample,
            LlmError::Refused => Self::Refused,
            LlmError::RateLimited { .. } => Self::RateLimited,
            LlmError::Slow => Self::Slow,
            LlmError::CutOff { .. } => Self::CutOff,
            LlmError::Empty | LlmError::InvalidResponse => Self::Empty,
            LlmError::BudgetSpent => Self::Budget,
            LlmError::Unavailable | LlmError::Misconfigured => Self::Unavailable,
        }
    }
}

/// A check that passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DraftCheck {
    pub check: CheckKind,
    #[schema(example = "Product facts come from paperlark.example/features")]
    pub text: String,
    /// The page that the facts come from.
    pub page: Option<String>,
}

/// What a check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    Facts,
    Disclosure,
    Links,
    Answers,
}

/// One text of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DraftVersion {
    pub id: Uuid,
    pub comment: String,
    #[schema(value_type = String, example = "helpful and professional")]
    pub tone: Tone,
    pub kind: DraftKind,
    /// Whether the user changed it.
    pub is_edited: bool,
    pub created_at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_has_the_name_it_is_sent_under() {
        for problem in DraftProblem::ALL {
            let sent = serde_json::to_value(problem).unwrap();
            assert_eq!(sent, problem.as_str());
            assert_eq!(DraftProblem::of_name(problem.as_str()), Some(problem));
        }
    }
}
