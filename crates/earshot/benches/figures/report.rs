//! The table, and the arithmetic that its values share.

use std::io::Write;
use std::time::Duration;

use comfy_table::Table;
use comfy_table::presets::UTF8_FULL_CONDENSED;

/// What a figure should come to, in the unit of its value.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    AtMost(f64),
    AtLeast(f64),
    Below(f64),
}

/// One line of the table. Without a value it says that there is none yet.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) figure: &'static str,
    pub(crate) goal: Option<Goal>,
    pub(crate) value: Option<f64>,
    pub(crate) unit: &'static str,
    /// What belongs to the value but is not judged.
    pub(crate) remark: String,
    /// The value says more about the machine than about Earshot, so it is not judged.
    pub(crate) is_doubtful: bool,
    /// What the value is to be seen beside.
    pub(crate) peer: String,
}

pub(crate) fn table(rows: &[Row]) -> String {
    let mut table = Table::new();
    table.load_preset(UTF8_FULL_CONDENSED).set_header([
        "figure",
        "goal",
        "value",
        "peer or floor",
        "",
    ]);
    for row in rows {
        table.add_row([
            row.figure.to_owned(),
            row.goal_text(),
            row.value_text(),
            or_dash(row.peer.clone()),
            row.verdict().to_owned(),
        ]);
    }
    table.to_string()
}

/// Speaks to whoever waits; if nobody does any more, that is no failure of the measurement.
pub(crate) fn say(mut to: impl Write, words: &str) {
    let _ = writeln!(to, "{words}");
}

impl Row {
    fn goal_text(&self) -> String {
        let text = self.goal.map(|goal| match goal {
            Goal::AtMost(limit) => format!("≤ {limit} {}", self.unit),
            Goal::AtLeast(limit) => format!("≥ {limit} {}", self.unit),
            Goal::Below(limit) => format!("< {limit} {}", self.unit),
        });
        or_dash(text.unwrap_or_default())
    }

    fn value_text(&self) -> String {
        let value = self
            .value
            .map(|value| format!("{} {}", shown(value), self.unit));
        [value.unwrap_or_default(), self.remark.clone()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .reduce(|value, remark| format!("{}; {remark}", value.trim()))
            .map_or_else(|| or_dash(String::new()), |text| text.trim().to_owned())
    }

    fn verdict(&self) -> &'static str {
        let Some((goal, value)) = self.goal.zip(self.value) else {
            return "–";
        };
        if self.is_doubtful {
            return "–";
        }
        let is_met = match goal {
            Goal::AtMost(limit) => value <= limit,
            Goal::AtLeast(limit) => value >= limit,
            Goal::Below(limit) => value < limit,
        };
        if is_met { "met" } else { "missed" }
    }
}

/// About three digits that matter.
pub(crate) fn shown(number: f64) -> String {
    let decimals = match number.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        _ => 3,
    };
    format!("{number:.decimals$}")
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{} ms", shown(time.as_secs_f64() * 1000.0))
}

/// The middle one, so that a neighbour's burst of work does not count.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len().is_multiple_of(2) {
        f64::midpoint(values[middle - 1], values[middle])
    } else {
        values[middle]
    }
}

fn or_dash(text: String) -> String {
    if text.is_empty() {
        "–".to_owned()
    } else {
        text
    }
}
