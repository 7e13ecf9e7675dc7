//! The test kit: an app with a held clock, people who use it, and processes that can be killed.

mod diagnosis;
mod person;
mod place;
mod process;
mod sample_providers;
mod smtp;
mod snapshot;
mod unreliable_reddit;
mod visitor;

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use earshot::server::Server;
use metrics_exporter_prometheus::PrometheusHandle;
use platform::app::App;
use platform::changes::Topic;
use platform::clock::Clock;
use platform::db::{Db, Engine, args};
use platform::jobs::JobUrgency;
use platform::outbox::{NewMail, Outbox};
use platform::settings::{Settings, Source};
use providers::mail::SmtpMailer;

pub(crate) use diagnosis::Diagnosis;
pub(crate) use person::Person;
pub(crate) use place::TestPlace;
pub(crate) use process::Process;
pub(crate) use sample_providers::SampleProviders;
pub(crate) use smtp::HeldSmtp;
pub(crate) use snapshot::masked;
pub(crate) use unreliable_reddit::UnreliableReddit;
pub(crate) use visitor::{Reply, Visitor};

/// The whole product inside the test, with jobs that run when the test says so.
pub(crate) struct TestApp {
    server: Option<Server>,
    pub(crate) clock: Clock,
    pub(crate) place: TestPlace,
}

impl TestApp {
    pub(crate) async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// With further settings, by name.
    pub(crate) async fn start_with(extra: &[(&str, &str)]) -> Self {
        Self::start_at(TestPlace::fresh().await, extra).await
    }

    pub(crate) async fn start_at(place: TestPlace, extra: &[(&str, &str)]) -> Self {
        providers::install_tls();
        let clock = Clock::held(noon());
        let server = Server::start(settings_for(&place, extra), clock.clone(), metrics()).await;
        Self {
            server: Some(server.expect("the app starts")),
            clock,
            place,
        }
    }

    pub(crate) fn app(&self) -> &App {
        &self.server().app
    }

    pub(crate) fn db(&self) -> &Db {
        &self.app().db
    }

    pub(crate) fn server(&self) -> &Server {
        self.server
            .as_ref()
            .expect("the app runs until the test ends")
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.server().address)
    }

    /// Somebody with a browser and no account.
    pub(crate) fn visitor(&self) -> Visitor {
        Visitor::of(&self.url())
    }

    /// Runs every job that is due, and what those bring with them.
    pub(crate) async fn works_off_jobs(&self) -> usize {
        self.server()
            .worker
            .run_until_idle()
            .await
            .expect("the queue can be worked off")
    }

    /// Works off jobs for as long as `asking` takes: for calls that answer when a job is done.
    ///
    /// An answer can come while the job that brought it is still being ended, so the work at hand
    /// is finished first: a worker dropped in the middle would leave its job undone.
    pub(crate) async fn working_meanwhile<T>(&self, asking: impl Future<Output = T>) -> T {
        let mut queued = self.db().changes().subscribe(Topic::Jobs);
        let mut asking = pin!(asking);
        loop {
            queued.mark_unchanged();
            let mut working = pin!(self.works_off_jobs());
            tokio::select! {
                answer = &mut asking => {
                    working.await;
                    return answer;
                }
                _ = &mut working => {}
            }
            tokio::select! {
                answer = &mut asking => return answer,
                changed = queued.changed() => changed.expect("the bus lives as long as the app"),
            }
        }
    }

    /// Lets the held clock go on, a second at a time, for as long as `work` takes: for work that
    /// waits for the time itself.
    pub(crate) async fn with_passing_time<T>(&self, work: impl Future<Output = T>) -> T {
        let passing = async {
            let mut ticks = tokio::time::interval(Duration::from_millis(20));
            loop {
                ticks.tick().await;
                self.clock.advance(TimeDelta::seconds(1));
            }
        };
        tokio::select! {
            answer = work => answer,
            () = passing => unreachable!("time never ends by itself"),
        }
    }

    /// Lets time pass, then works off what has become due.
    pub(crate) async fn lets_pass(&self, step: TimeDelta) -> usize {
        self.clock.advance(step);
        self.works_off_jobs().await
    }

    /// Lets time pass until no mail is tried any more: those that no server takes are dead then.
    pub(crate) async fn gives_up_mails(&self) {
        let is_open = "select cast(1 as bigint) from jobs
             where kind = 'send_mail' and state in ('waiting', 'queued', 'running') limit 1";
        loop {
            let open: Option<(i64,)> = self.db().maybe(is_open, args![]).await.unwrap();
            if open.is_none() {
                return;
            }
            self.lets_pass(TimeDelta::minutes(67)).await;
        }
    }

    /// Writes a mail as a room would: in a transaction.
    pub(crate) async fn posts_mail(&self, to: &str, subject: &str) {
        let mut tx = self.db().begin().await.unwrap();
        self.app()
            .outbox
            .post(&mut tx, letter(to, subject))
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }
}

/// A job that is due and that nobody worked off is a promise that the test did not look at.
impl Drop for TestApp {
    fn drop(&mut self) {
        let Some(server) = self.server.take() else {
            return;
        };
        let is_unwinding = std::thread::panicking();
        let left = tokio::task::block_in_place(|| {
            tokio::runtime::Handle::current().block_on(async {
                let sql = "select kind, state, coalesce(last_error, '') from jobs
                     where state in ('waiting', 'queued', 'running') and due_at <= $1";
                let now = server.app.clock.now();
                let left: Result<Vec<(String, String, String)>, _> =
                    server.app.db.all(sql, args![now]).await;
                server.stop().await;
                left.unwrap_or_default()
            })
        });
        assert!(
            is_unwinding || left.is_empty(),
            "the test left jobs undone: {left:?}"
        );
    }
}

pub(crate) fn engine() -> Engine {
    match TestPlace::engine_name().as_str() {
        "sqlite" => Engine::Sqlite,
        "postgres" => Engine::Postgres,
        other => panic!("EARSHOT_TEST_ENGINE is sqlite or postgres, not {other}"),
    }
}

/// Where every held clock starts: noon of 15 November 2026.
pub(crate) fn noon() -> DateTime<Utc> {
    "2026-11-15T12:00:00Z".parse().unwrap()
}

pub(crate) fn letter(to: &str, subject: &str) -> NewMail {
    NewMail {
        lane: to.to_owned(),
        to: to.to_owned(),
        subject: subject.to_owned(),
        html: format!(
            "<!doctype html><html><head></head><body><p>{subject}</p><a href=\"https://earshot.example/go?a=1&amp;b=2\">Go</a></body></html>"
        ),
        text: format!("{subject}\n\nhttps://earshot.example/go?a=1&b=2\n"),
        headers: vec![(
            "List-Unsubscribe".to_owned(),
            "<https://earshot.example/stop>".to_owned(),
        )],
        urgency: JobUrgency::Interactive,
    }
}

/// Writes mails into the outbox from beside the servers, as any of them would.
pub(crate) async fn posts(db: &Db, count: usize) {
    let mailer = SmtpMailer::new("smtp://127.0.0.1:1", "Earshot <hello@earshot.example>").unwrap();
    let outbox = Outbox::new(
        db.clone(),
        Clock::system(),
        Arc::new(mailer),
        "test.example".to_owned(),
    );
    for number in 0..count {
        let mut tx = db.begin().await.unwrap();
        outbox
            .post(
                &mut tx,
                letter(
                    &format!("user{number}@example.com"),
                    &format!("mail {number}"),
                ),
            )
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }
}

/// What would happen by itself, happens only in the tests that are about it; and no model judges or
/// writes but in those that ask for one.
pub(crate) const QUIET: [(&str, &str); 4] = [
    ("EARSHOT_SCANS", "off"),
    ("EARSHOT_STREAM", "off"),
    ("EARSHOT_DEMO", "off"),
    ("EARSHOT_LLM_PROVIDER", "none"),
];

/// For many scans in a row: what Reddit allows would be used up, and while the wall's time is held no
/// new window of its calls begins.
pub(crate) const MANY_CALLS: (&str, &str) = ("EARSHOT_SANDBOX_REDDIT_CALLS", "100000");

/// As many posts as a scan judges by default; tests do with fewer (see [`TestPlace::settings`]).
pub(crate) const ALL_JUDGED: (&str, &str) = ("EARSHOT_POSTS_JUDGED", "160");

pub(crate) fn settings_for(place: &TestPlace, extra: &[(&str, &str)]) -> Settings {
    let mut source = Source::of([("EARSHOT_BIND", "127.0.0.1:0"), ("EARSHOT_DRAIN_S", "5")]);
    for (name, value) in QUIET {
        source.set(name, value);
    }
    for (name, value) in place.settings().into_iter().chain(
        extra
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned())),
    ) {
        source.set(name, &value);
    }
    Settings::read(&source).expect("the test's settings are right")
}

/// Counters are one per process, however many apps a test binary starts.
pub(crate) fn metrics() -> PrometheusHandle {
    static METRICS: OnceLock<PrometheusHandle> = OnceLock::new();
    METRICS
        .get_or_init(|| platform::telemetry::start_metrics().expect("metrics start once"))
        .clone()
}

/// Waits for something that another process does, looking often, and gives up after a while.
pub(crate) async fn eventually<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    let mut looks = tokio::time::interval(Duration::from_millis(20));
    let waiting = async {
        while !holds().await {
            looks.tick().await;
        }
    };
    assert!(
        tokio::time::timeout(Duration::from_mins(2), waiting)
            .await
            .is_ok(),
        "never happened: {what}"
    );
}
