//! The dashboard, the alert rules, the documents and the code speak of the same metrics.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use earshot::operations::metric_catalogue::{METRICS, MetricDescription, MetricKind, described};
use regex::Regex;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every query of the dashboard, and every expression of the alerts.
fn queries() -> Vec<String> {
    let dashboard: Value = serde_json::from_str(&read("deploy/monitoring/dashboard.json")).unwrap();
    let rules: Value = serde_norway::from_str(&read("deploy/monitoring/alerts.yaml")).unwrap();
    let mut queries = Vec::new();
    gather(&dashboard, &mut queries);
    gather(&rules, &mut queries);
    queries
}

fn gather(value: &Value, queries: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(query) if name == "expr" => queries.push(query.clone()),
                    other => gather(other, queries),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, queries)),
        _ => {}
    }
}

/// The metric behind a name in a query, which for a histogram has a suffix.
fn metric_of(name: &str) -> Option<&'static MetricDescription> {
    let of_histogram = ["_bucket", "_sum", "_count"].iter().find_map(|suffix| {
        let metric = described(name.strip_suffix(suffix)?)?;
        (metric.kind == MetricKind::Histogram).then_some(metric)
    });
    let plain = described(name).filter(|metric| metric.kind != MetricKind::Histogram);
    of_histogram.or(plain)
}

#[test]
fn every_metric_and_label_of_the_dashboard_and_the_alerts_exists() {
    let name = Regex::new(r"earshot_[a-z0-9_]+").unwrap();
    let selector = Regex::new(r"(earshot_[a-z0-9_]+)\{([^}]*)\}").unwrap();
    let label = Regex::new(r#"([a-z_]+)\s*(?:=~|!~|!=|=)\s*""#).unwrap();
    let grouping = Regex::new(r"by \(([^)]*)\)").unwrap();
    // Prometheus gives these itself.
    let given = ["instance", "job", "le"];

    for query in queries() {
        let metrics: Vec<_> = name
            .find_iter(&query)
            .map(|found| {
                metric_of(found.as_str()).unwrap_or_else(|| panic!("{}: {query}", found.as_str()))
            })
            .collect();
        for found in selector.captures_iter(&query) {
            let metric = metric_of(&found[1]).unwrap();
            for used in label.captures_iter(&found[2]) {
                let is_known = metric.labels.contains(&&used[1]) || given.contains(&&used[1]);
                assert!(is_known, "{} of {}: {query}", &used[1], metric.name);
            }
        }
        for found in grouping.captures_iter(&query) {
            for used in found[1].split(',').map(str::trim) {
                let is_known = metrics.iter().any(|metric| metric.labels.contains(&used));
                assert!(is_known || given.contains(&used), "{used}: {query}");
            }
        }
    }
}

#[test]
fn every_alert_says_how_urgent_it_is_and_what_happens() {
    let rules: Value = serde_norway::from_str(&read("deploy/monitoring/alerts.yaml")).unwrap();

    let alerts = rules["groups"][0]["rules"].as_array().unwrap();
    assert!(alerts.len() > 10);
    for alert in alerts {
        let severity = alert["labels"]["severity"].as_str();
        assert!(matches!(severity, Some("page" | "ticket")), "{alert}");
        for field in ["summary", "description"] {
            assert!(alert["annotations"][field].is_string(), "{alert}");
        }
    }
}

#[test]
fn every_metric_is_on_the_dashboard() {
    let shown = queries().join("\n");

    let missing: Vec<&str> = METRICS.iter().map(|metric| metric.name).collect();
    let missing: Vec<&str> = missing
        .into_iter()
        .filter(|name| !shown.contains(name))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn the_documents_describe_every_metric_with_its_kind_and_labels() {
    let page = read("docs/logging.md");
    let row = Regex::new(r"(?m)^\| `(earshot_[a-z_]+)` \| ([a-z]+) \| ([^|]*) \|").unwrap();
    let written: Vec<(String, String, Vec<String>)> = row
        .captures_iter(&page)
        .map(|row| {
            let labels = row[3].replace(['`', ' ', '–'], "");
            let labels = labels.split(',').filter(|label| !label.is_empty());
            (
                row[1].to_owned(),
                row[2].to_owned(),
                labels.map(str::to_owned).collect(),
            )
        })
        .collect();

    let expected: Vec<_> = METRICS
        .iter()
        .map(|metric| {
            let kind = format!("{:?}", metric.kind).to_lowercase();
            let labels = metric.labels.iter().map(|label| (*label).to_owned());
            (metric.name.to_owned(), kind, labels.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(written, expected);
}

#[test]
fn everything_that_the_code_counts_is_in_the_catalogue_and_the_other_way_round() {
    let counted = Regex::new(r#"(?s)(?:counter|gauge|histogram)!\(\s*"(earshot_[a-z0-9_]+)""#);
    let read_now = Regex::new(r#"\.(?:begin|add)\(\s*"(earshot_[a-z0-9_]+)""#);
    let patterns = [counted.unwrap(), read_now.unwrap()];
    let mut found = BTreeSet::new();
    for source in sources(&root().join("crates")) {
        let text = fs::read_to_string(&source).unwrap();
        for pattern in &patterns {
            found.extend(pattern.captures_iter(&text).map(|name| name[1].to_owned()));
        }
    }

    let expected: BTreeSet<String> = METRICS.iter().map(|it| it.name.to_owned()).collect();
    assert_eq!(found, expected);
}

/// The product's own files: `crates/*/src/**/*.rs`.
fn sources(crates: &Path) -> Vec<PathBuf> {
    let mut open: Vec<PathBuf> = entries(crates)
        .into_iter()
        .map(|it| it.join("src"))
        .collect();
    let mut files = Vec::new();
    while let Some(folder) = open.pop().filter(|folder| folder.exists()) {
        for entry in entries(&folder) {
            if entry.is_dir() {
                open.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                files.push(entry);
            }
        }
    }
    files
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).unwrap();
    read.map(|entry| entry.unwrap().path()).collect()
}
