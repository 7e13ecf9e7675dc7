//! However scans, states and alerts interleave, each lead is announced at most once, and never after it
//! was rejected.

use std::cell::Cell;
use std::collections::HashMap;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Handle;

use super::*;

/// What happens next.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A scan finds so many leads, of this match.
    Scan(usize, i64),
    /// The owner moves a lead of this number.
    Move(usize, &'static str),
    Choose(&'static str),
    /// So many minutes pass.
    Pass(i64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let states = prop::sample::select(vec!["rejected", "rejected", "answered", "saved", "open"]);
    let frequencies = prop::sample::select(vec!["instant", "instant", "daily", "weekly"]);
    let minutes = prop::sample::select(vec![1_i64, 3, 16, 90, 1_500]);
    let step = prop_oneof![
        4 => (1..4_usize, 60..100_i64).prop_map(|(count, relevance)| Step::Scan(count, relevance)),
        4 => (0..12_usize, states).prop_map(|(lead, state)| Step::Move(lead, state)),
        1 => frequencies.prop_map(Step::Choose),
        5 => minutes.prop_map(Step::Pass),
    ];
    prop::collection::vec(step, 4..16)
}

/// The leads of one case, and when each was rejected, if it is.
#[derive(Default)]
struct Leads {
    ids: Vec<Uuid>,
    rejected_at: HashMap<usize, DateTime<Utc>>,
}

async fn does(app: &TestApp, owner: &Person, leads: &mut Leads, step: Step) {
    match step {
        Step::Scan(count, relevance) => {
            for _ in 0..count {
                let number = leads.ids.len();
                let (id, title) = (
                    format!("sample_{}_{number}", owner.id),
                    format!("Lead {number}."),
                );
                let post = Post {
                    reddit_id: &id,
                    title: &title,
                    relevance,
                    ..Post::default()
                };
                leads.ids.push(finds(app, owner, post).await);
            }
            are_found(app, owner).await;
        }
        Step::Move(lead, state) => {
            let Some(id) = leads.ids.get(lead) else {
                return;
            };
            let path = format!("/api/reddit-posts/{id}/state");
            owner.patches(&path, &json!({ "state": state })).await;
            if state == "rejected" {
                leads.rejected_at.entry(lead).or_insert(app.clock.now());
            } else {
                leads.rejected_at.remove(&lead);
            }
        }
        Step::Choose(frequency) => {
            owner.prefers(json!({ "frequency": frequency })).await;
        }
        Step::Pass(minutes) => {
            app.lets_pass(TimeDelta::minutes(minutes)).await;
        }
    }
}

/// After each step: no lead is in two mails, and none that is rejected now is in a mail from later.
async fn holds(app: &TestApp, owner: &Person, leads: &Leads) {
    let mails = app.visitor().reads_mail_to(&owner.email).await;
    for lead in 0..leads.ids.len() {
        let title = format!("Lead {lead}.");
        let naming: Vec<&Value> = mails
            .iter()
            .filter(|mail| mail["text"].as_str().unwrap().contains(&title))
            .collect();
        assert!(naming.len() <= 1, "{title} is in {} mails", naming.len());
        let Some(rejected_at) = leads.rejected_at.get(&lead) else {
            continue;
        };
        for mail in naming {
            let sent_at: DateTime<Utc> = mail["sent_at"].as_str().unwrap().parse().unwrap();
            assert!(
                sent_at <= *rejected_at,
                "{title} was rejected at {rejected_at}, sent at {sent_at}"
            );
        }
    }
}

async fn goes_well(app: &TestApp, name: &str, steps: Vec<Step>) {
    let owner = app.reader(name, Plan::Starter).await;
    owner.prefers(json!({ "frequency": "instant" })).await;
    app.clock.advance(TimeDelta::seconds(1));
    let mut leads = Leads::default();
    for step in steps {
        does(app, &owner, &mut leads, step).await;
        app.clock.advance(TimeDelta::seconds(1));
        holds(app, &owner, &leads).await;
    }
    app.lets_pass(TimeDelta::days(8)).await;
    holds(app, &owner, &leads).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn however_scans_states_and_alerts_interleave_a_lead_is_announced_once_and_never_rejected() {
    let app = TestApp::start().await;
    let config = Config {
        cases: 16,
        failure_persistence: None,
        ..Config::default()
    };
    let (number, runtime) = (Cell::new(0), Handle::current());

    tokio::task::block_in_place(|| {
        let cases = TestRunner::new(config).run(&steps(), |steps| {
            number.set(number.get() + 1);
            let name = format!("owner{}", number.get());
            runtime.block_on(goes_well(&app, &name, steps));
            Ok(())
        });
        cases.unwrap();
    });
}
