//! Ids of posts and comments as numbers.

use std::{fmt, str::FromStr};

use super::names::{Fullname, InvalidName, is_id};

/// An id as the number that it is. Reddit counts posts and comments up, each kind for itself, and
/// writes the numbers in base 36, so what lies between two known ones can be asked for by id.
///
/// Its order is the order in which Reddit gave the ids out. The order of the texts is not: `z`
/// comes before `10`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThingNumber(u64);

const BASE: u32 = 36;

impl ThingNumber {
    pub fn new(number: u64) -> Self {
        Self(number)
    }

    /// Takes an id without its prefix, such as `1abcde`.
    pub fn parse(id: &str) -> Result<Self, InvalidName> {
        if !is_id(id) {
            return Err(InvalidName);
        }
        // Thirteen digits may be more than 64 bits hold.
        let number = u64::from_str_radix(id, BASE);
        number.map(Self).map_err(|_| InvalidName)
    }

    pub fn get(self) -> u64 {
        self.0
    }

    /// The number that Reddit gives out after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// How many numbers this one is ahead of an older one; zero if it is not ahead.
    pub fn distance_from(self, older: Self) -> u64 {
        self.0.saturating_sub(older.0)
    }

    /// This number and all up to `last`, in the order in which Reddit gave them out. Nothing if
    /// `last` is older.
    pub fn through(self, last: Self) -> impl DoubleEndedIterator<Item = Self> {
        (self.0..=last.0).map(Self)
    }

    /// The post with this number.
    pub fn post(self) -> Fullname {
        Fullname::Post(self.to_string())
    }

    /// The comment with this number.
    pub fn comment(self) -> Fullname {
        Fullname::Comment(self.to_string())
    }
}

/// The id without its prefix.
impl fmt::Display for ThingNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; BASE as usize] = b"0123456789abcdefghijklmnopqrstuvwxyz";
        let mut written = [b'0'; 13];
        let mut at = written.len();
        let mut left = self.0;
        loop {
            at -= 1;
            let digit = usize::try_from(left % u64::from(BASE)).unwrap_or(0);
            written[at] = DIGITS[digit];
            left /= u64::from(BASE);
            if left == 0 {
                break;
            }
        }
        f.pad(str::from_utf8(&written[at..]).unwrap_or_default())
    }
}

impl FromStr for ThingNumber {
    type Err = InvalidName;

    fn from_str(id: &str) -> Result<Self, InvalidName> {
        Self::parse(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_number_in_base_36() {
        for (id, number) in [
            ("0", 0),
            ("z", 35),
            ("10", 36),
            ("1000000", 2_176_782_336),
            ("3w5e11264sgsf", u64::MAX),
        ] {
            assert_eq!(ThingNumber::parse(id), Ok(ThingNumber::new(number)), "{id}");
            assert_eq!(ThingNumber::new(number).to_string(), id);
        }
        for raw in [
            "",
            "A",
            "+1",
            "t3_1",
            "3w5e11264sgsg",
            "zzzzzzzzzzzzz",
            "1 ",
        ] {
            assert_eq!(ThingNumber::parse(raw), Err(InvalidName), "{raw}");
        }
    }

    #[test]
    fn numbers_are_in_the_order_in_which_reddit_gave_them_out() {
        let (older, newer) = (ThingNumber::parse("z").unwrap(), ThingNumber::new(38));

        let names: Vec<String> = older
            .next()
            .through(newer)
            .map(|number| number.post().to_string())
            .collect();

        assert!(older < newer);
        assert_eq!(names, ["t3_10", "t3_11", "t3_12"]);
        assert_eq!(newer.distance_from(older), 3);
        assert_eq!(older.distance_from(newer), 0);
        assert_eq!(newer.through(older).count(), 0);
        assert_eq!(older.comment().to_string(), "t1_z");
    }

    #[test]
    fn a_full_name_tells_its_number() {
        let name: Fullname = "t1_10".parse().unwrap();

        assert_eq!(name.number(), Ok(ThingNumber::new(36)));
        assert_eq!(
            Fullname::Post("NEVER".to_owned()).number(),
            Err(InvalidName)
        );
    }
}
