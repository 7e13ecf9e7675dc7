//! What operators see: metrics, and what is made of them.

mod metrics;
mod monitoring;
mod ops_page;

use crate::kit::TestApp;

/// What `/metrics` says at one moment.
pub(crate) struct Scrape(String);

impl TestApp {
    pub(crate) async fn scrapes(&self) -> Scrape {
        let reply = self.visitor().asks("/metrics").await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        Scrape(reply.body)
    }
}

impl Scrape {
    /// The value of a line, named with its labels.
    pub(crate) fn value(&self, name: &str) -> Option<f64> {
        let lines = self.0.lines();
        let mut values = lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        values.next().map(|value| value.parse().unwrap())
    }

    #[track_caller]
    pub(crate) fn says(&self, name: &str, value: f64) {
        let said = self.value(name);
        let is_same = said.is_some_and(|said| (said - value).abs() < 0.001);
        assert!(is_same, "{name} is {said:?}, not {value}:\n{}", self.0);
    }

    /// A counter is one per process, and other tests count too.
    #[track_caller]
    pub(crate) fn counts(&self, name: &str) {
        let said = self.value(name);
        assert!(said.is_some_and(|said| said >= 1.0), "{name}: {said:?}");
    }
}
