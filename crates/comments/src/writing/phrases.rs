//! How each tone begins, goes on, ends and says whom it speaks for.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::tone::Tone;

/// The lines of a part, such as `opening`, in a tone.
pub(super) fn lines(tone: Tone, part: &str) -> &'static [&'static str] {
    let parts = &PHRASES[tone as usize];
    parts.get(part).map_or(&[], Vec::as_slice)
}

/// The lines about a detail, whatever the tone: `step count`, `ask name`.
pub(super) fn lines_about(part: &str) -> &'static [&'static str] {
    ABOUT.get(part).map_or(&[], Vec::as_slice)
}

static ABOUT: LazyLock<Parts> = LazyLock::new(|| parts(include_str!("advice/steps.txt")));

type Parts = HashMap<&'static str, Vec<&'static str>>;

static PHRASES: LazyLock<[Parts; 5]> = LazyLock::new(|| Tone::ALL.map(|tone| parts(text_of(tone))));

fn text_of(tone: Tone) -> &'static str {
    match tone {
        Tone::HelpfulAndProfessional => include_str!("tones/helpful_and_professional.txt"),
        Tone::CasualAndFriendly => include_str!("tones/casual_and_friendly.txt"),
        Tone::ExpertAndAuthoritative => include_str!("tones/expert_and_authoritative.txt"),
        Tone::ConversationalAndEngaging => include_str!("tones/conversational_and_engaging.txt"),
        Tone::SupportiveAndEncouraging => include_str!("tones/supportive_and_encouraging.txt"),
    }
}

/// `# part`, then a line for each way to say it.
fn parts(text: &'static str) -> Parts {
    let sections = text.split("# ").skip(1);
    let part = |section: &'static str| {
        let mut lines = section.lines();
        let name = lines.next().unwrap_or_default().trim();
        (
            name,
            lines.filter_map(|line| line.strip_prefix("- ")).collect(),
        )
    };
    sections.map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tone_has_every_part_and_says_whom_it_speaks_for() {
        for tone in Tone::ALL {
            for part in [
                "opening", "sorry", "story", "thread", "versus", "bridge", "closing", "link",
            ] {
                assert!(lines(tone, part).len() >= 2, "{tone:?} {part}");
            }
            for line in lines(tone, "lead") {
                assert!(line.contains("[name]"), "{line}");
                let tie = ["work", "team", "belong", "employed"];
                assert!(tie.iter().any(|word| line.contains(word)), "{line}");
            }
            for part in ["lead", "fit", "plain", "apart", "own", "blamed"] {
                assert!(lines(tone, part).len() >= 3, "{tone:?} {part}");
            }
            let mut fit = lines(tone, "fit").iter();
            assert!(fit.all(|line| line.contains("[does]")), "{tone:?}");
            for part in ["opening", "sorry", "story", "thread"] {
                let mut all = lines(tone, part).iter();
                assert!(all.all(|line| line.contains("[detail]")), "{tone:?} {part}");
            }
        }
    }
}
