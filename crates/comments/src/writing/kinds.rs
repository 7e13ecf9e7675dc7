//! What kind of answer a post asks for, whatever it is about.

use std::sync::LazyLock;

use regex::Regex;

/// The name of the kind, as the library calls it. The title says it more clearly than the body, and
/// in the body only questions do.
pub(super) fn kind(title: &str, body: &str) -> &'static str {
    let questions: Vec<&str> = lens::text::sentences(body)
        .into_iter()
        .filter(|sentence| sentence.trim_end().ends_with('?'))
        .collect();
    let questions = questions.join(" ");
    let first = |text: &str| {
        let mut known = KINDS.iter();
        known
            .find(|(_, signs)| signs.is_match(text))
            .map(|(name, _)| *name)
    };
    if THREAD.is_match(title) {
        return "thread";
    }
    if WRONGED.is_match(title) {
        return "wronged";
    }
    let asks = title.contains('?') || !questions.is_empty();
    let of_title = first(title);
    // An "or" in the middle of a body's question compares nothing.
    let of_body = first(&questions.replace(" or ", " and "));
    match (of_title, of_body) {
        (Some(kind), _) | (None, Some(kind)) => kind,
        (None, None) if WRONGED.is_match(&format!("{title} {body}")) => "wronged",
        (None, None) if asks || WISHES.is_match(body) => "how",
        (None, None) => "story",
    }
}

static KINDS: LazyLock<[(&str, Regex); 6]> = LazyLock::new(|| {
    [
        ("compare", r"\bvs\b|\bversus\b|\bcompared (to|with)\b|\w{3,},? or \w{3,}"),
        (
            "price",
            r"how much|\bcharge\b.*\?|(fair|right|normal|going) (price|rate|fee)|what (do|did|would|should) (you|i|we)( all)? (pay|charge)|(too|that) (much|expensive|cheap)\b|£[\d.,]+k?.*(normal|fair|steep|reasonable)|\bcost(s)? (you|me)\b",
        ),
        (
            "choose",
            r"\bwhich\b|\bwho (do|does|prints|makes|sells|understands?|else)\b|where (do|does|are|can|to)\b|recommend|looking for|\bbest\b|alternative|what (do|does|did|are) (you|others|people|everyone|everybody|y'all)\b.{0,20}\bus(e|ing)\b|any(one|body)? (use|using|used|good)|suggestions?|\bsomething (that|like|simple)\b|need an? \w+",
        ),
        (
            "diagnose",
            r"\bwhy\b|what('s| is| am i| are we) (doing )?(wrong|missing|going on)|stopped|dropp(ed|ing)|not working|isn't working|keeps? \w+ing|gone (up|down|wrong)|is (it|that|this) (a|an|the|just|my)\b|am i imagining|broken?\b",
        ),
        (
            "worth",
            r"should (i|we)|worth|talk me out|\bsane\b|normal\b|am i (crazy|wrong|mad|the only)|is (it|this) (ok|okay|legal|too|rude|mad|crazy|a (bad|good))|does it make sense|would you\b|\bcatch\b|overkill",
        ),
        ("how", r"\bhow\b|tips|advice|what (should|would|can)|any(one|body) (done|tried|else|here|managed|solved|got|had)|ideas"),
    ]
    .map(|(name, signs)| (name, pattern(signs)))
});

static THREAD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\W*(weekly|monthly|daily|friday|monday|sunday)\b.*|thread\b|^\W*\[?hiring|giveaway|!!|autopilot|\bwe'?re hiring|[0-9]+% off|removed by|for hire|webinar|\be-?book|comment \W?(?-i:[A-Z]{4,})|\btag (two|three|a)\b|(?-i:\bWIN\b)|showcase|show us|giving away",
    )
});
static WRONGED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"ghosted|frozen|locked (me|us)|closed my|never sent|overcharg|double-booked|double-charg|went silent|ate my|skipping|forgot|takes \d|keeps? charging|debt collector|refus(e|ed|es) to|scam|refund|won't (pay|answer|refund)|threat|never (came|arrived|answered|replied)|cancell?ed on|rip-?off|\bsue\b",
    )
});
static WISHES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"i('d| would) (like|love)|i need|i want|we need|\bwant:|\bneed:|nobody knows|any(one|body) (who|with|here)|suggest|tips|looking for|don't know (how|what|where)",
    )
});

fn pattern(signs: &str) -> Regex {
    Regex::new(&format!("(?i){signs}")).expect("the pattern is one")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_post_asks_for_one_kind_of_answer() {
        for (title, body, expected) in [
            ("FreshBooks vs Wave, for four clients", "", "compare"),
            ("What do you all use to get contracts signed", "", "choose"),
            (
                "Accountant quote jumped to £1,560",
                "Is that normal?",
                "worth",
            ),
            ("How much do you charge for a half-day?", "", "price"),
            ("Dense crumb again", "Why does it collapse?", "diagnose"),
            ("Should I take a deposit?", "", "worth"),
            ("Shoebox client", "How do you train people?", "how"),
            (
                "Plumber ghosted after a deposit",
                "Number not in service.",
                "wronged",
            ),
            (
                "Weekly wins and whinges",
                "One win each. Why not?",
                "thread",
            ),
            (
                "Opened the shop today",
                "Forty loaves gone by nine.",
                "story",
            ),
        ] {
            assert_eq!(kind(title, body), expected, "{title}");
        }
    }
}
