//! Gauges that are read when somebody asks for them, in the Prometheus text format. The recorder would
//! keep the last value of every label for ever, also of a kind of job that has long gone.

use std::fmt::Write;

use super::metric_catalogue::described;

#[derive(Debug, Default)]
pub(super) struct GaugeText(String);

/// Names and values of labels.
pub(super) type Labels<'a> = &'a [(&'static str, &'a str)];

impl GaugeText {
    /// Begins a metric; its values follow.
    pub(super) fn begin(&mut self, name: &'static str) -> GaugeValues<'_> {
        let help = described(name).map_or("", |metric| metric.help);
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} gauge");
        GaugeValues { text: self, name }
    }

    /// A metric without labels.
    pub(super) fn add(&mut self, name: &'static str, value: f64) {
        self.begin(name).add(&[], value);
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }
}

#[derive(Debug)]
pub(super) struct GaugeValues<'t> {
    text: &'t mut GaugeText,
    name: &'static str,
}

impl GaugeValues<'_> {
    pub(super) fn add(&mut self, labels: Labels<'_>, value: f64) {
        let text = &mut self.text.0;
        text.push_str(self.name);
        for (place, (label, value)) in labels.iter().enumerate() {
            let before = if place == 0 { '{' } else { ',' };
            let _ = write!(text, "{before}{label}=\"{}\"", escaped(value));
        }
        let after = if labels.is_empty() { "" } else { "}" };
        let _ = writeln!(text, "{after} {value}");
    }
}

fn escaped(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_cannot_end_its_line_or_its_quotes() {
        let mut text = GaugeText::default();

        let mut values = text.begin("earshot_dead_jobs");
        values.add(&[("kind", "a\"b\\c\nd")], 2.0);
        values.add(&[("kind", "scan"), ("state", "queued")], 0.5);

        let lines: Vec<String> = text.into_text().lines().map(str::to_owned).collect();
        assert_eq!(lines[1], "# TYPE earshot_dead_jobs gauge");
        assert_eq!(lines[2], r#"earshot_dead_jobs{kind="a\"b\\c\nd"} 2"#);
        assert_eq!(
            lines[3],
            r#"earshot_dead_jobs{kind="scan",state="queued"} 0.5"#
        );
    }
}
