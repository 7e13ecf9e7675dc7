//! A real `earshot serve`, which can be killed, paused and asked to stop.

use std::process::{ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use super::{TestPlace, Visitor};

pub(crate) struct Process {
    child: Child,
    /// Kept open: a server whose standard output is gone would notice.
    _lines: Lines<BufReader<ChildStdout>>,
    pub(crate) url: String,
}

impl Process {
    /// Starts it on `place` and waits until it says that it is ready.
    pub(crate) async fn start(place: &TestPlace, settings: &[(&str, &str)]) -> Self {
        let mut child = Self::command(place, settings)
            .spawn()
            .expect("the binary starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
        let mut url = None;
        while url.is_none() {
            let Ok(Some(line)) = lines.next_line().await else {
                panic!("it ended before it was ready: {}", last_words(child).await)
            };
            url = line.strip_prefix("Earshot is ready at ").map(str::to_owned);
        }
        Self {
            child,
            _lines: lines,
            url: url.expect("the loop ends with it"),
        }
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

    pub(crate) async fn terminate(mut self) -> ExitStatus {
        self.signal(Signal::TERM);
        self.child.wait().await.expect("it can be waited for")
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
            .envs(place.settings())
            .envs(settings.iter().copied());
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }
}

async fn last_words(mut child: Child) -> String {
    let mut words = String::new();
    if let Some(mut errors) = child.stderr.take() {
        let _ = errors.read_to_string(&mut words).await;
    }
    words
}
