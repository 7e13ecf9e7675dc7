//! What a process does without being asked, and how it is told not to.

use std::str::FromStr;

use super::source::Reader;
use super::{Setting, catalogue, number};

#[derive(Clone, Copy, Debug)]
pub struct AutomaticWork {
    /// Begins scans when they are due.
    pub begins_scans: bool,
    /// Reads new posts as they are written.
    pub listens: bool,
    /// How many cores read what was heard.
    pub readers: usize,
    /// How many posts a scan judges in full.
    pub posts_judged: usize,
    /// Makes a demo account on its first start.
    pub makes_demo: bool,
}

impl AutomaticWork {
    pub(super) fn read(reader: &mut Reader) -> Self {
        Self {
            begins_scans: is_on(reader, catalogue::SCANS),
            listens: is_on(reader, catalogue::STREAM),
            readers: at_least_one(number(reader, catalogue::READERS)),
            posts_judged: at_least_one(number(reader, catalogue::POSTS_JUDGED)),
            makes_demo: is_on(reader, catalogue::DEMO),
        }
    }
}

fn at_least_one(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX).max(1)
}

/// Whether a switch is on; one that is neither on nor off is complained about.
pub(super) fn is_on(reader: &mut Reader, setting: Setting) -> bool {
    reader.parse(setting, "on or off") != Some(Switch::Off)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Switch {
    On,
    Off,
}

impl FromStr for Switch {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        match word {
            "on" => Ok(Switch::On),
            "off" => Ok(Switch::Off),
            _ => Err(()),
        }
    }
}
