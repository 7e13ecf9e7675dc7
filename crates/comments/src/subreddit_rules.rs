//! The rules of a subreddit, and what they mean for a comment.

use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use uuid::Uuid;

use super::draft_post::DraftPost;
use listening::{AppliesTo, Listening, SourceName, SubredditName, Urgency};
use utoipa::ToSchema;

use super::addresses::has_address;
use super::reply_kit::KitRule;
use super::untrusted_text::has_instructions;

/// A rule of a subreddit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommentRule {
    pub name: String,
    pub description: String,
}

/// The rules of a post's subreddit, if Reddit is available; elsewhere there are none. A draft does not
/// depend on them: without an answer it is written as if there were no rules.
pub(super) async fn rules_of(
    listening: &Listening,
    user_id: Uuid,
    post: &DraftPost,
) -> Vec<CommentRule> {
    let is_on_reddit = SourceName::of(&post.reddit_id) == SourceName::Reddit;
    let name = SubredditName::parse(&post.subreddit).ok();
    let Some(name) = name.filter(|_| is_on_reddit) else {
        return Vec::new();
    };
    let reddit = listening.for_user(user_id, Urgency::Interactive);
    let rules = reddit.rules(&name).await.found.unwrap_or_default();
    let for_comments = rules
        .into_iter()
        .filter(|rule| rule.applies_to != AppliesTo::Posts);
    for_comments
        .map(|rule| CommentRule {
            name: rule.name,
            description: rule.description,
        })
        .collect()
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RuleKind {
    Promotion,
    Machine,
    Links,
    Disclosure,
    Other,
}

/// More nobody reads before answering.
const MOST_RULES: usize = 5;

/// The rules that matter for a comment by a company, in the community's order.
pub(super) fn rules_that_matter(rules: &[CommentRule]) -> Vec<KitRule> {
    let kinds = rules.iter().map(|rule| (rule, kind_of(rule)));
    kinds
        .filter(|(rule, kind)| {
            *kind != RuleKind::Other && !has_address(&rule.name) && !has_instructions(&rule.name)
        })
        .take(MOST_RULES)
        .map(|(rule, kind)| KitRule {
            name: cut(&rule.name),
            kind,
        })
        .collect()
}

/// The name of a rule says what it is about; its description decides where the name does not.
fn kind_of(rule: &CommentRule) -> RuleKind {
    let kind_in = |text: &str| {
        let patterns = [
            (RuleKind::Disclosure, &*DISCLOSURE),
            (RuleKind::Machine, &*MACHINES),
            (RuleKind::Promotion, &*PROMOTION),
            (RuleKind::Links, &*LINKS),
        ];
        let found = patterns.into_iter().find(|(_, it)| it.is_match(text));
        found.map(|(kind, _)| kind)
    };
    kind_in(&rule.name)
        .or_else(|| kind_in(&rule.description))
        .unwrap_or(RuleKind::Other)
}

/// What the rules forbid in a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommentLimits {
    /// The name of the rule against promotion, if there is one.
    pub against_promotion: Option<String>,
    pub against_machines: Option<String>,
}

impl CommentLimits {
    pub fn of(rules: &[CommentRule]) -> Self {
        let named = |pattern: &Regex| {
            let forbids = |rule: &&CommentRule| {
                pattern.is_match(&format!("{}. {}", rule.name, rule.description))
            };
            rules.iter().find(forbids).map(|rule| cut(&rule.name))
        };
        Self {
            against_promotion: named(&PROMOTION),
            against_machines: named(&MACHINES),
        }
    }

    /// What the user should know before posting the comment.
    pub fn warnings(&self, subreddit: &str) -> Vec<String> {
        let promotion = self.against_promotion.as_ref().map(|rule| {
            format!(
                "r/{subreddit} limits promotion (rule: {rule}). Check the rule before you post."
            )
        });
        let machines = self.against_machines.as_ref().map(|rule| {
            format!(
                "r/{subreddit} does not allow machine-written text (rule: {rule}). Write the \
                 comment in your own words."
            )
        });
        promotion.into_iter().chain(machines).collect()
    }
}

/// Rule names are shown, so long ones are cut.
fn cut(name: &str) -> String {
    super::untrusted_text::visible(name)
        .chars()
        .take(80)
        .collect()
}

static PROMOTION: LazyLock<Regex> = LazyLock::new(|| {
    let patterns = r"(?i)self[- ]?promo|promot|advertis|\badverts?\b|\bads?\b|solicit|vendor|pitch|commercial|\bno (selling|sales|spam|shilling|lead)|affiliate|plug your";
    Regex::new(patterns).expect("the pattern is one")
});

static MACHINES: LazyLock<Regex> = LazyLock::new(|| {
    let patterns = r"(?i)machine[- ]written|(ai|bot|model|llm|gpt|computer)[- ](written|generated|made)|generated (text|content|filler|post|comment|answer|itinerar)|chatbot|chatgpt|language model|write it yourself|human words|written by (an? )?(ai|machine|bot|model)|\bno ai\b|keep it human|if you did not write it";
    Regex::new(patterns).expect("the pattern is one")
});

static DISCLOSURE: LazyLock<Regex> = LazyLock::new(|| {
    let patterns = r"(?i)disclos|say (so|who you (are|work))|conflict of interest|affiliat(ion|ed)|connected with something|be transparent";
    Regex::new(patterns).expect("the pattern is one")
});

static LINKS: LazyLock<Regex> = LazyLock::new(|| {
    let patterns = r"(?i)\blinks?\b|\burls?\b|shortener|referral";
    Regex::new(patterns).expect("the pattern is one")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_against_promotion_and_generated_text_are_recognised() {
        for text in [
            "No self-promotion",
            "No advertising",
            "No vendor spam",
            "No soliciting",
            "No pitching",
            "No commercial posts",
        ] {
            assert!(limits(text).against_promotion.is_some(), "{text}");
        }
        for text in [
            "Write it yourself",
            "No AI-written posts",
            "No machine-written text",
            "No generated content",
            "Human words only",
        ] {
            assert!(limits(text).against_machines.is_some(), "{text}");
        }
        for text in [
            "Be kind",
            "Search first",
            "Recipe with every photo",
            "State your country",
        ] {
            assert_eq!(limits(text), CommentLimits::default(), "{text}");
        }
    }

    #[test]
    fn each_limit_is_a_warning_that_names_the_rule() {
        let warnings = limits("No self-promotion").warnings("freelance");

        assert_eq!(warnings.len(), 1);
        assert!(warnings[0].contains("r/freelance") && warnings[0].contains("No self-promotion"));
    }

    #[test]
    fn the_rules_that_matter_have_a_kind_and_the_others_are_left_out() {
        let rules: Vec<CommentRule> = [
            ("Disclose", "If you are connected with something, say so."),
            ("No adverts", "No promoting your business with a link."),
            ("UK only", "Tax, law and suppliers differ."),
            ("Write it yourself", ""),
            ("No links in comments", ""),
        ]
        .map(|(name, description)| CommentRule {
            name: name.to_owned(),
            description: description.to_owned(),
        })
        .into();

        let kinds: Vec<RuleKind> = rules_that_matter(&rules)
            .into_iter()
            .map(|rule| rule.kind)
            .collect();

        let expected = [
            RuleKind::Disclosure,
            RuleKind::Promotion,
            RuleKind::Machine,
            RuleKind::Links,
        ];
        assert_eq!(kinds, expected);
    }

    fn limits(name: &str) -> CommentLimits {
        CommentLimits::of(&[CommentRule {
            name: name.to_owned(),
            description: String::new(),
        }])
    }
}
