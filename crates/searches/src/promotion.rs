//! What the rules of a community say about promotion.

use std::sync::LazyLock;

use listening::Rule;
use regex::Regex;

/// Whether somebody may write about their own product in a community.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promotion {
    Forbidden,
    /// At some times, in some threads, or if one says so.
    Limited,
    /// No rule is about it.
    Unknown,
}

impl Promotion {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Promotion::Forbidden => "forbidden",
            Promotion::Limited => "limited",
            Promotion::Unknown => "unknown",
        }
    }

    /// What the rules say, and the name of the rule that says it. A rule that forbids counts more
    /// than one that limits.
    pub(super) fn of(rules: &[Rule]) -> (Self, Option<String>) {
        let about = |rule: &&Rule| PROMOTION.is_match(&text(rule));
        let all: Vec<&Rule> = rules.iter().filter(about).collect();
        if let Some(rule) = all.iter().find(|rule| forbids(rule)) {
            return (Promotion::Forbidden, Some(named(rule)));
        }
        match all.first() {
            Some(rule) => (Promotion::Limited, Some(named(rule))),
            None => (Promotion::Unknown, None),
        }
    }
}

fn forbids(rule: &Rule) -> bool {
    FORBIDS.is_match(&text(rule)) && !EXCEPTS.is_match(&text(rule))
}

fn text(rule: &Rule) -> String {
    format!("{}. {}", rule.name, rule.description)
}

/// Long names are cut: they are shown.
fn named(rule: &Rule) -> String {
    const LONGEST: usize = 80;
    rule.name.chars().take(LONGEST).collect()
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is one")
}

static PROMOTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)promot|promo\b|advertis|\badverts?\b|\bads?\b|solicit|vendor|suppliers?\b|pitch|commercial|spam|shill|affiliate|\bselling\b|lead[- ]gen|plug your|tools you build",
    )
});

static FORBIDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\bno\b|\bnot\b|n't\b|never|neither|forbidden|prohibited|banned|removed|nowhere|without",
    )
});

static EXCEPTS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\bonly\b|unless|except|when asked|if asked|thread|\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|weekly|monthly|say so|disclos|allowed in|10%|9:1",
    )
});

#[cfg(test)]
mod tests {
    use listening::AppliesTo;

    use super::*;

    fn rule(name: &str, description: &str) -> Rule {
        Rule {
            name: name.to_owned(),
            description: description.to_owned(),
            applies_to: AppliesTo::Everything,
        }
    }

    #[test]
    fn rules_forbid_limit_or_do_not_mention_promotion() {
        for (name, description, promotion) in [
            (
                "No soliciting",
                "Neither clients nor software.",
                Promotion::Forbidden,
            ),
            ("No self-promotion", "", Promotion::Forbidden),
            (
                "Tools on Tuesdays",
                "Talk about tools you build in the Tuesday thread.",
                Promotion::Limited,
            ),
            (
                "Vendors must say so",
                "If you work for a tool you mention, say it.",
                Promotion::Limited,
            ),
            ("Be kind", "Not everybody is an expert.", Promotion::Unknown),
        ] {
            assert_eq!(
                Promotion::of(&[rule(name, description)]).0,
                promotion,
                "{name}"
            );
        }
    }

    #[test]
    fn a_rule_that_forbids_counts_more_and_is_named() {
        let rules = [
            rule("Vendors must say so", "If you mention a tool, say it."),
            rule("No advertising", "Posts are removed."),
        ];

        let (promotion, named) = Promotion::of(&rules);

        assert_eq!(promotion, Promotion::Forbidden);
        assert_eq!(named.as_deref(), Some("No advertising"));
    }
}
