//! Relevant Posts with two thousand posts loaded: what a key costs while somebody types, and how
//! many frames a fling through the list loses.
//!
//! A key is compared with the same key over one page of posts, so the ratio says whether the list
//! costs anything; the frames with those of a page that has no script at all.

use serde::Deserialize;

use crate::browser;
use crate::report::{Goal, Row, median, shown};

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let figures: Figures = browser::measured("search-tab")?;
    Ok(vec![figures.keystroke(), figures.frames()])
}

#[derive(Deserialize)]
struct Figures {
    keystrokes: Vec<Keystroke>,
    scrolls: Vec<Scroll>,
}

/// Milliseconds of script per key.
#[derive(Deserialize)]
struct Keystroke {
    many: f64,
    few: f64,
}

#[derive(Deserialize)]
struct Scroll {
    many: Frames,
    plain: Frames,
}

#[derive(Deserialize)]
struct Frames {
    drawn: u32,
    dropped: u32,
}

impl Frames {
    fn share_dropped(&self) -> f64 {
        f64::from(self.dropped) / f64::from((self.drawn + self.dropped).max(1))
    }
}

impl Figures {
    fn keystroke(&self) -> Row {
        let of = |value: fn(&Keystroke) -> f64| median(self.keystrokes.iter().map(value).collect());
        Row {
            figure: "script per key, 2,000 posts loaded",
            // Half a frame: the other half is the browser's.
            goal: Some(Goal::AtMost(8.0)),
            value: Some(of(|key| key.many)),
            unit: "ms",
            remark: format!("median of {}", self.keystrokes.len()),
            peer: format!(
                "50 posts loaded: {} ms, ratio {}",
                shown(of(|key| key.few)),
                shown(of(|key| key.many / key.few))
            ),
            ..Row::default()
        }
    }

    fn frames(&self) -> Row {
        let of = |value: fn(&Scroll) -> f64| median(self.scrolls.iter().map(value).collect());
        Row {
            figure: "frames dropped while scrolling them",
            goal: Some(Goal::AtMost(0.05)),
            value: Some(of(|scroll| scroll.many.share_dropped())),
            unit: "of all",
            remark: format!("{} frames drawn", of(|scroll| f64::from(scroll.many.drawn))),
            peer: format!(
                "/api/docs, no script: {}",
                shown(of(|scroll| scroll.plain.share_dropped()))
            ),
            ..Row::default()
        }
    }
}
