//! What this process has counted since its start, for the operations page: read from the text that
//! `/metrics` gives, because the recorder tells nobody anything else.

/// The text of `/metrics`.
#[derive(Debug)]
pub(super) struct OwnCounters(pub(super) String);

impl OwnCounters {
    /// The sum of a metric's values over the lines that have these labels.
    pub(super) fn sum(&self, name: &str, labels: &[(&str, &str)]) -> f64 {
        // The sum of nothing is -0, which would be shown as such.
        self.values(name, labels).sum::<f64>() + 0.0
    }

    /// The values of one label where the metric is more than nothing.
    pub(super) fn where_positive(&self, name: &str, label: &str) -> Vec<String> {
        let lines = self.lines(name).filter(|(_, value)| *value > 0.0);
        lines
            .filter_map(|(labels, _)| value_of(labels, label))
            .collect()
    }

    fn values(&self, name: &str, labels: &[(&str, &str)]) -> impl Iterator<Item = f64> {
        let wanted: Vec<String> = labels
            .iter()
            .map(|(label, value)| format!("{label}=\"{value}\""))
            .collect();
        self.lines(name)
            .filter(move |(labels, _)| wanted.iter().all(|wanted| labels.contains(wanted.as_str())))
            .map(|(_, value)| value)
    }

    /// The labels and the value of each line of a metric.
    fn lines(&self, name: &str) -> impl Iterator<Item = (&str, f64)> {
        self.0.lines().filter_map(move |line| {
            let rest = line.strip_prefix(name)?;
            let (labels, value) = rest.rsplit_once(' ')?;
            let is_whole_name = labels.is_empty() || labels.starts_with('{');
            is_whole_name.then_some((labels, value.parse().ok()?))
        })
    }
}

fn value_of(labels: &str, label: &str) -> Option<String> {
    let (_, rest) = labels.split_once(&format!("{label}=\""))?;
    rest.split('"').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_up_by_their_labels() {
        let counters = OwnCounters(
            r#"# TYPE calls_total counter
calls_total{provider="mail",outcome="answered"} 5
calls_total{provider="mail",outcome="refused"} 2
calls_total{provider="ranks",outcome="answered"} 40
calls_total_more{provider="mail"} 1000
open{client="serper"} 1
open{client="llm"} 0
plain 3.5
"#
            .to_owned(),
        );

        let sums = [
            counters.sum("calls_total", &[("provider", "mail")]),
            counters.sum(
                "calls_total",
                &[("provider", "mail"), ("outcome", "answered")],
            ),
            counters.sum("calls_total", &[]),
            counters.sum("plain", &[]),
            counters.sum("absent", &[]),
        ];

        assert_eq!(
            sums.map(|sum| sum.to_string()),
            ["7", "5", "47", "3.5", "0"]
        );
        assert_eq!(counters.where_positive("open", "client"), ["serper"]);
    }
}
