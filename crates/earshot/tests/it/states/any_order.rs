//! Whatever users do in whatever order, a row is in one list.

use std::cell::Cell;
use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Handle;

use super::*;

/// What a user does with the row of a number.
#[derive(Clone, Copy, Debug)]
enum Action {
    Move(usize, usize),
    Reject(usize),
    Restore(usize),
}

const ROWS: usize = 3;

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let action = prop_oneof![
        4 => (0..ROWS, 0..STATES.len()).prop_map(|(row, state)| Action::Move(row, state)),
        2 => (0..ROWS).prop_map(Action::Reject),
        2 => (0..ROWS).prop_map(Action::Restore),
    ];
    prop::collection::vec(action, 1..10)
}

/// The states as they should be: that of each row, and the one to which it returns.
type Expected = [(&'static str, &'static str); ROWS];

fn expect(expected: &mut Expected, action: Action) {
    match action {
        Action::Move(row, state) if STATES[state] != "rejected" => {
            expected[row] = (STATES[state], "open");
        }
        Action::Move(row, _) | Action::Reject(row) => {
            let (state, before) = expected[row];
            let before = if state == "rejected" { before } else { state };
            expected[row] = ("rejected", before);
        }
        Action::Restore(row) => {
            let (state, before) = expected[row];
            let state = if state == "rejected" { before } else { state };
            expected[row] = (state, "open");
        }
    }
}

async fn does(list: List, owner: &Person, ids: &[Uuid], action: Action) {
    match action {
        Action::Move(row, state) => {
            let moved = list.moves(owner, ids[row], json!({ "state": STATES[state] }));
            assert_eq!(moved.await.status, 200);
        }
        Action::Reject(row) => list.rejects(owner, ids[row], "Not for us").await,
        Action::Restore(row) => list.restores(owner, ids[row]).await,
    }
}

async fn is_listed_once(list: List, owner: &Person, expected: &Expected) {
    let named = |wanted: &dyn Fn(&str) -> bool| -> Vec<String> {
        let rows = expected.iter().enumerate();
        let found = rows.filter(|(_, (state, _))| wanted(state));
        found.map(|(row, _)| format!("Row {row}")).collect()
    };
    let mut seen = BTreeSet::new();
    let counts = list.shows(owner, "").await["states"].clone();
    for state in STATES {
        let titles = list.titles(owner, &format!("state={state}")).await;
        assert_eq!(titles, named(&|it| it == state), "{state}");
        assert_eq!(counts[state], titles.len(), "{state}");
        for title in titles {
            assert!(seen.insert(title), "in two lists");
        }
    }
    assert_eq!(seen.len(), ROWS);
    let usual = named(&|it| matches!(it, "open" | "saved"));
    assert_eq!(list.titles(owner, "").await, usual);
    let all = list.shows(owner, "state=all").await;
    assert_eq!(all["total"], ROWS);
    for row in all[list.rows].as_array().unwrap() {
        assert_eq!(row["rejected"], row["state"] == "rejected");
    }
}

/// One case, with an owner of its own.
async fn holds_after(app: &TestApp, list: List, owner: &str, actions: Vec<Action>) {
    let owner = app.person(owner).await;
    let mut ids = Vec::new();
    for row in 0..ROWS {
        ids.push(list.adds(app, &owner, &format!("Row {row}")).await);
    }
    let mut expected = [("open", "open"); ROWS];
    for action in actions {
        does(list, &owner, &ids, action).await;
        expect(&mut expected, action);
    }
    is_listed_once(list, &owner, &expected).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_row_is_in_exactly_one_list_and_the_counts_add_up() {
    let app = TestApp::start().await;
    let config = Config {
        cases: 16,
        failure_persistence: None,
        ..Config::default()
    };
    let (number, runtime) = (Cell::new(0), Handle::current());

    tokio::task::block_in_place(|| {
        for list in LISTS {
            let cases = TestRunner::new(config.clone()).run(&actions(), |actions| {
                number.set(number.get() + 1);
                let owner = format!("owner{}", number.get());
                runtime.block_on(holds_after(&app, list, &owner, actions));
                Ok(())
            });
            cases.unwrap();
        }
    });
}
