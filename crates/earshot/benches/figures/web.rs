//! The web app as a browser meets it: what it loads, when it shows something, whether that moves.
//!
//! The browser is driven by `e2e/figures`, which only measures; what the numbers should come to is
//! said here.

use serde::Deserialize;

use crate::browser;
use crate::report::{Goal, Row, median, shown};

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let Figures { scripts, paints } = browser::measured("web")?;
    let mut rows: Vec<Row> = scripts.iter().map(Script::row).collect();
    rows.extend(paints.iter().map(Paints::first_paint));
    rows.extend(paints.iter().map(Paints::layout_shift));
    Ok(rows)
}

#[derive(Deserialize)]
struct Figures {
    scripts: Vec<Script>,
    paints: Vec<Paints>,
}

/// All script of one address.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Script {
    path: String,
    leads_to: String,
    gzipped_bytes: u32,
}

impl Script {
    fn row(&self) -> Row {
        let is_elsewhere = self.leads_to != self.path;
        Row {
            figure: named(format!("script of {}, gzipped", self.path)),
            // The script of another page than the goal is about says nothing about the goal.
            goal: self.goal().filter(|_| !is_elsewhere),
            value: Some(f64::from(self.gzipped_bytes) / 1e3),
            unit: "kB",
            remark: if is_elsewhere {
                format!("leads to {}", self.leads_to)
            } else {
                String::new()
            },
            ..Row::default()
        }
    }

    /// People wait for the public pages before they know what for, so these have the lower limit.
    fn goal(&self) -> Option<Goal> {
        match self.path.as_str() {
            "/dashboard" => Some(Goal::AtMost(280.0)),
            "/onboarding" | "/payment" | "/dev/gallery" => None,
            _ => Some(Goal::AtMost(190.0)),
        }
    }
}

/// The front page in a window of one size, again and again, beside a page without script.
#[derive(Deserialize)]
struct Paints {
    width: u32,
    height: u32,
    rounds: Vec<Round>,
}

#[derive(Deserialize)]
struct Round {
    front: Load,
    floor: Load,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Load {
    first_paint_ms: f64,
    layout_shift: f64,
}

impl Paints {
    fn first_paint(&self) -> Row {
        let median_of = |value: fn(&Round) -> f64| median(self.rounds.iter().map(value).collect());
        let ratio = median_of(|round| round.front.first_paint_ms / round.floor.first_paint_ms);
        let floor_ms = median_of(|round| round.floor.first_paint_ms);
        Row {
            figure: named(format!("first paint of /, {}, CPU ÷ 4", self.window())),
            goal: Some(Goal::Below(1.0)),
            value: Some(median_of(|round| round.front.first_paint_ms) / 1e3),
            unit: "s",
            remark: format!("median of {}", self.rounds.len()),
            peer: format!(
                "/api/docs, no script: {} s, ratio {}",
                shown(floor_ms / 1e3),
                shown(ratio)
            ),
            ..Row::default()
        }
    }

    fn layout_shift(&self) -> Row {
        let shifts = self.rounds.iter().map(|round| round.front.layout_shift);
        Row {
            figure: named(format!("layout shift of /, {}", self.window())),
            goal: Some(Goal::AtMost(0.0)),
            value: shifts.reduce(f64::max),
            remark: format!("worst of {}", self.rounds.len()),
            ..Row::default()
        }
    }

    fn window(&self) -> String {
        format!("{}×{}", self.width, self.height)
    }
}

/// Rows have names for ever, and this program ends soon after the last of them.
fn named(figure: String) -> &'static str {
    figure.leak()
}
