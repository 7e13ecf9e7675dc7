//! Turning a line of the library into words: choices in it are drawn, places in it are filled.

/// Draws that depend on nothing but what they were made from: the same post gives the same draft
/// on every machine and in every version of the compiler.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn of(parts: &[&str]) -> Self {
        // FNV-1a, because the standard library's hash may change from one version to the next.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for part in parts {
            for byte in part.bytes().chain([0xff]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        Self(hash)
    }

    /// A number below `count`; zero if there is nothing to choose from.
    pub(super) fn below(&mut self, count: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let count = u64::try_from(count.max(1)).unwrap_or(u64::MAX);
        usize::try_from(mixed % count).unwrap_or(0)
    }
}

/// What stands in the places of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Places<'a> {
    values: Vec<(&'a str, &'a str)>,
    /// The verb beside the detail or the other detail is one for many.
    pub(super) is_detail_plural: bool,
    pub(super) is_other_plural: bool,
}

impl<'a> Places<'a> {
    pub(super) fn set(&mut self, name: &'a str, value: &'a str) {
        self.values.push((name, value));
    }

    fn value(&self, name: &str) -> &'a str {
        let found = self.values.iter().find(|(known, _)| *known == name);
        found.map_or("", |(_, value)| value)
    }
}

/// One reading of a line. `{a|b}` is a or b as the dice say, `{=is|are}` goes by the number of the
/// detail and `{+is|are}` by that of the other one, `[name]` is filled in. What is filled in is
/// never read again.
pub(super) fn spun(line: &str, places: &Places<'_>, dice: &mut Dice) -> String {
    filled(&chosen(line, places, dice), places)
}

fn chosen(line: &str, places: &Places<'_>, dice: &mut Dice) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('{') {
        let (choice, behind) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(before);
        text.push_str(one_of(choice, places, dice));
        rest = behind;
    }
    text.push_str(rest);
    text
}

fn one_of<'a>(choice: &'a str, places: &Places<'_>, dice: &mut Dice) -> &'a str {
    let by_number = |words: &'a str, is_plural: bool| {
        let (one, many) = words.split_once('|').unwrap_or((words, words));
        if is_plural { many } else { one }
    };
    if let Some(words) = choice.strip_prefix('=') {
        return by_number(words, places.is_detail_plural);
    }
    if let Some(words) = choice.strip_prefix('+') {
        return by_number(words, places.is_other_plural);
    }
    let options = choice.split('|').count();
    choice.split('|').nth(dice.below(options)).unwrap_or("")
}

fn filled(line: &str, places: &Places<'_>) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('[') {
        let (name, behind) = after.split_once(']').unwrap_or((after, ""));
        let value = places.value(name);
        text.push_str(before);
        let starts = text.trim_end().is_empty() || text.ends_with([' ']) && ends_sentence(&text);
        if starts {
            text.push_str(&capitalised(value));
        } else {
            text.push_str(value);
        }
        rest = behind;
    }
    text.push_str(rest);
    text
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end().ends_with(['.', '!', '?'])
}

pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_parts_fall_the_same_way_and_others_differently() {
        let draws = |parts: &[&str]| {
            let mut dice = Dice::of(parts);
            [0; 8].map(|_| dice.below(1_000))
        };

        assert_eq!(draws(&["a", "b"]), draws(&["a", "b"]));
        assert_ne!(draws(&["a", "b"]), draws(&["ab"]));
        assert_eq!(Dice::of(&[]).below(0), 0);
    }

    #[test]
    fn choices_are_drawn_numbers_agree_and_what_is_filled_in_is_not_read_again() {
        let mut places = Places::default();
        places.set("detail", "seven {flats|houses} [name]");
        places.is_detail_plural = true;
        let read = |line: &str| spun(line, &places, &mut Dice::of(&["x"]));

        assert_eq!(read("With [detail]."), "With seven {flats|houses} [name].");
        assert_eq!(read("{=is|are} {+is|are}"), "are is");
        assert!(["one", "two"].contains(&read("{one|two}").as_str()));
        assert_eq!(read("[missing]x"), "x");
    }
}
