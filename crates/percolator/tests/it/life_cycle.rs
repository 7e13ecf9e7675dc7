//! Changes, merges and snapshots.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use percolator::{
    KeywordQuery, KeywordSubscription, Percolator, PercolatorMatch, PercolatorText, SnapshotError,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::agreement::{found, subscribed};
use crate::generated::{query, text};

/// A file of its own for each test, removed at its end.
struct SnapshotFile(PathBuf);

impl SnapshotFile {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("percolator-{}-{number}.snapshot", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for SnapshotFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn keyword(id: u32, customer: u32, keyword: &str) -> KeywordSubscription {
    let query = KeywordQuery::parse(keyword).expect("a keyword");
    KeywordSubscription {
        id,
        customer,
        query,
    }
}

fn matches(percolator: &Percolator, text: &str) -> Vec<(u32, u32)> {
    let parts = [text];
    let text = PercolatorText {
        parts: &parts,
        community: None,
    };
    let mut matches: Vec<(u32, u32)> = percolator.match_batch(&[text])[0]
        .iter()
        .map(|found| (found.customer, found.subscription))
        .collect();
    matches.sort_unstable();
    matches
}

#[test]
fn equal_keywords_of_several_customers_are_found_for_each() {
    let percolator = Percolator::build([
        keyword(7, 1, "late payment"),
        keyword(8, 2, "payments late"),
        keyword(9, 2, "late -payment"),
    ]);

    assert_eq!(
        matches(&percolator, "paying late, a payment"),
        [(1, 7), (2, 8)]
    );
}

#[test]
fn a_change_is_live_at_once_and_stays_after_a_merge() {
    let percolator = Percolator::build([keyword(1, 1, "crm"), keyword(2, 2, "crm")]);

    percolator.replace_customer(
        1,
        vec![(5, KeywordQuery::parse("invoices").expect("a word"))],
    );
    percolator.remove_customer(2);

    assert_eq!(matches(&percolator, "a crm with invoices"), [(1, 5)]);
    assert_eq!((percolator.len(), percolator.delta_len()), (1, 3));
    percolator.merge();
    assert_eq!(matches(&percolator, "a crm with invoices"), [(1, 5)]);
    assert_eq!((percolator.len(), percolator.delta_len()), (1, 0));
}

#[test]
fn a_clone_sees_the_changes_of_the_other() {
    let percolator = Percolator::default();
    let clone = percolator.clone();

    percolator.replace_customer(1, vec![(5, KeywordQuery::parse("crm").expect("a word"))]);

    assert_eq!(matches(&clone, "CRM"), [(1, 5)]);
}

#[test]
fn a_removed_subscription_has_no_spans() {
    let percolator = Percolator::build([keyword(1, 1, "crm")]);
    let text = PercolatorText {
        parts: &["a crm"],
        community: None,
    };
    let wanted = PercolatorMatch {
        customer: 1,
        subscription: 1,
    };
    assert_eq!(percolator.spans(text, wanted).len(), 1);

    percolator.remove_customer(1);

    assert!(percolator.spans(text, wanted).is_empty());
}

#[test]
fn a_damaged_or_foreign_snapshot_is_refused() {
    let file = SnapshotFile::new();
    assert!(matches!(
        Percolator::open_snapshot(&file.0),
        Err(SnapshotError::Unreadable(_))
    ));
    let percolator = Percolator::build([keyword(1, 1, "crm")]);
    percolator.write_snapshot(&file.0).expect("a file");
    let written = fs::read(&file.0).expect("a snapshot");

    let outcome = |bytes: &[u8]| {
        let file = SnapshotFile::new();
        fs::write(&file.0, bytes).expect("a file");
        Percolator::open_snapshot(&file.0).map(|opened| opened.is_intact())
    };
    let with_changed_byte = |at: usize| {
        let mut bytes = written.clone();
        bytes[at] ^= 1;
        outcome(&bytes)
    };

    assert!(matches!(outcome(&written), Ok(true)));
    assert!(matches!(
        outcome(&written[..400]),
        Err(SnapshotError::Damaged)
    ));
    let cut = &written[..written.len() - 8];
    assert!(matches!(outcome(cut), Err(SnapshotError::Damaged)));
    assert!(matches!(
        outcome(b""),
        Err(SnapshotError::Unreadable(_) | SnapshotError::Damaged)
    ));
    assert!(matches!(
        with_changed_byte(0),
        Err(SnapshotError::OtherVersion)
    ));
    assert!(matches!(
        with_changed_byte(8),
        Err(SnapshotError::OtherVersion)
    ));
    assert!(matches!(with_changed_byte(40), Err(SnapshotError::Damaged)));
    let last = written.len() - 1;
    assert!(matches!(with_changed_byte(last), Ok(false)));
}

#[test]
fn a_damaged_snapshot_is_not_written_again() {
    let file = SnapshotFile::new();
    let percolator = Percolator::build([keyword(1, 1, "crm"), keyword(2, 2, "invoices")]);
    percolator.write_snapshot(&file.0).expect("a file");
    let mut bytes = fs::read(&file.0).expect("a snapshot");
    *bytes.last_mut().expect("tables") ^= 1;
    let damaged = SnapshotFile::new();
    fs::write(&damaged.0, &bytes).expect("a file");
    let opened = Percolator::open_snapshot(&damaged.0).expect("its header is right");

    assert!(opened.write_snapshot(&file.0).is_err());
    opened.remove_customer(1);
    opened.merge();

    assert!(!opened.is_intact());
    assert!(opened.write_snapshot(&file.0).is_err());
    let untouched = Percolator::open_snapshot(&file.0).expect("the first snapshot");
    assert!(untouched.is_intact());
}

#[test]
fn snapshots_may_be_written_to_one_path_at_the_same_time() {
    let file = SnapshotFile::new();
    let percolators = [
        Percolator::build([keyword(1, 1, "crm")]),
        Percolator::build((0..3000).map(|id| keyword(id, 2, "late payment"))),
    ];

    std::thread::scope(|scope| {
        for percolator in &percolators {
            scope.spawn(|| {
                for _ in 0..10 {
                    percolator
                        .write_snapshot(&file.0)
                        .expect("a file of its own");
                }
            });
        }
    });

    let opened = Percolator::open_snapshot(&file.0).expect("one of the two");
    assert!(opened.is_intact());
}

proptest! {
    #[test]
    fn base_and_delta_together_are_as_if_built_at_once(
        before in vec(query(), 0..10),
        after in vec(query(), 1..10),
        texts in vec(text(), 1..8),
    ) {
        let after = subscribed(&after);
        let percolator = Percolator::build(subscribed(&before));
        for customer in 0..3 {
            let own = after.iter().filter(|one| one.customer == customer);
            let queries = own.map(|one| (one.id, one.query.clone())).collect();
            percolator.replace_customer(customer, queries);
        }
        let rebuilt = found(&Percolator::build(after), &texts);

        prop_assert_eq!(&found(&percolator, &texts), &rebuilt);
        percolator.merge();
        prop_assert_eq!(&found(&percolator, &texts), &rebuilt);
    }

    #[test]
    fn a_merge_of_some_customers_keeps_the_others(
        before in vec(query(), 1..12),
        texts in vec(text(), 1..8),
    ) {
        let before = subscribed(&before);
        let percolator = Percolator::build(before.clone());
        percolator.remove_customer(1);
        percolator.merge();
        let others = before.into_iter().filter(|one| one.customer != 1);

        prop_assert_eq!(found(&percolator, &texts), found(&Percolator::build(others), &texts));
    }
}

proptest! {
    // Each case waits for the disk.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_snapshot_finds_what_memory_finds(
        queries in vec(query(), 0..20),
        texts in vec(text(), 1..8),
    ) {
        let percolator = Percolator::build(subscribed(&queries));
        let file = SnapshotFile::new();
        percolator.write_snapshot(&file.0)?;

        let opened = Percolator::open_snapshot(&file.0).expect("the snapshot just written");

        prop_assert!(opened.is_intact());
        prop_assert_eq!(found(&opened, &texts), found(&percolator, &texts));
    }
}
