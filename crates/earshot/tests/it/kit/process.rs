//! A real `earshot serve`, which can be killed, paused and asked to stop.

use std::process::{ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use tokio::task::JoinHandle;

use super::{QUIET, TestPlace, Visitor};

pub(crate) struct Process {
    child: Child,
    /// Kept open: a server whose standard output is gone would notice.
    _lines: Lines<BufReader<ChildStdout>>,
    log: JoinHandle<String>,
    pub(crate) url: String,
}

impl Process {
    /// Starts it on `place` and waits until it says that it is ready.
    pub(crate) async fn start(place: &TestPlace, settings: &[(&str, &str)]) -> Self {
        let mut child = Self::command(place, settings)
            .spawn()
            .expect("the binary starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
        let log = collect(child.stderr.take().expect("its log is piped"));
        while let Some(line) = lines.next_line().await.expect("its output is text") {
            if let Some(url) = line.strip_prefix("Earshot is ready at ") {
                return Self {
                    child,
                    _lines: lines,
                    log,
                    url: url.to_owned(),
                };
            }
        }
        panic!(
            "it ended before it was ready: {}",
            log.await.expect("its log ends with it")
        );
    }

    /// Starts it expecting that it ends by itself; what it said on the way.
    pub(crate) async fn runs_to_its_end(
        place: &TestPlace,
        settings: &[(&str, &str)],
    ) -> (ExitStatus, String) {
        let output = Self::command(place, settings)
            .output()
            .await
            .expect("the binary starts");
        (
            output.status,
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    }

    pub(crate) fn visitor(&self) -> Visitor {
        Visitor::of(&self.url)
    }

    /// kill -9: nothing of it gets to say goodbye.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.expect("it can be killed");
    }

    /// It aborts by itself, at a crash point.
    pub(crate) async fn crashes(mut self) {
        let status = self.child.wait().await.expect("it can be waited for");
        assert!(!status.success(), "it was to crash, and it ended well");
    }

    pub(crate) async fn terminate(self) -> ExitStatus {
        self.terminate_and_tell().await.0
    }

    /// Asks it to stop; how it ended and what it had logged.
    pub(crate) async fn terminate_and_tell(mut self) -> (ExitStatus, String) {
        self.signal(Signal::TERM);
        let status = self.child.wait().await.expect("it can be waited for");
        (status, self.log.await.expect("its log ends with it"))
    }

    pub(crate) fn pause(&self) {
        self.signal(Signal::STOP);
    }

    pub(crate) fn wake(&self) {
        self.signal(Signal::CONT);
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let id = self
            .child
            .id()
            .and_then(|id| i32::try_from(id).ok())
            .and_then(Pid::from_raw);
        kill_process(id.expect("it is running"), signal).expect("it takes the signal");
    }

    fn command(place: &TestPlace, settings: &[(&str, &str)]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_earshot"));
        command
            .args(["serve", "--bind", "127.0.0.1:0"])
            .env("EARSHOT_CONFIG", "/dev/null");
        command
            .envs(QUIET)
            .envs(place.settings())
            .envs(settings.iter().copied());
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }
}

/// Reads along, so that a talkative server never waits for its reader.
fn collect(mut errors: ChildStderr) -> JoinHandle<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "it ends with the process it listens to"
    )]
    tokio::spawn(async move {
        let mut words = Vec::new();
        let _ = errors.read_to_end(&mut words).await;
        String::from_utf8_lossy(&words).into_owned()
    })
}
