//! A real `earshot serve`, which can be killed, paused and asked to stop.

use std::process::{ExitStatus, Stdio};

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::{QUIET, TestPlace, Visitor};

pub(crate) struct Process {
    child: Child,
    /// Kept open: a server whose standard output is gone would notice.
    lines: Lines<BufReader<ChildStdout>>,
    log: JoinHandle<()>,
    /// What it has logged so far.
    said: watch::Receiver<String>,
    pub(crate) url: String,
}

impl Process {
    /// Starts it on `place` and waits until it says that it is ready.
    pub(crate) async fn start(place: &TestPlace, settings: &[(&str, &str)]) -> Self {
        let mut process = Self::begin(place, settings);
        process.becomes_ready().await;
        process
    }

    /// Starts it without waiting for anything.
    pub(crate) fn begin(place: &TestPlace, settings: &[(&str, &str)]) -> Self {
        let mut child = Self::command(place, settings)
            .spawn()
            .expect("the binary starts");
        let lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
        let (log, said) = collect(child.stderr.take().expect("its log is piped"));
        Self {
            child,
            lines,
            log,
            said,
            url: String::new(),
        }
    }

    /// Waits until it says that it is ready.
    pub(crate) async fn becomes_ready(&mut self) {
        while let Some(line) = self.lines.next_line().await.expect("its output is text") {
            if let Some(url) = line.strip_prefix("Earshot is ready at ") {
                url.clone_into(&mut self.url);
                return;
            }
        }
        panic!("it ended before it was ready: {}", *self.said.borrow());
    }

    /// Waits until it has logged these words.
    pub(crate) async fn logs(&self, words: &str) {
        let mut said = self.said.clone();
        let heard = said.wait_for(|log| log.contains(words)).await.is_ok();
        assert!(heard, "it never said {words:?}: {}", *self.said.borrow());
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
        self.log.await.expect("its log ends with it");
        (status, self.said.borrow().clone())
    }

    pub(crate) fn pause(&self) {
        self.signal(Signal::STOP);
    }

    pub(crate) fn wake(&self) {
        self.signal(Signal::CONT);
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("it takes the signal");
    }

    /// From now on every write beyond this many bytes of a file fails, as on a disk that is broken.
    pub(crate) fn limit_file_size(&self, bytes: Option<u64>) {
        let limit = Rlimit {
            current: bytes,
            maximum: None,
        };
        prlimit(Some(self.pid()), Resource::Fsize, limit).expect("the limit can be set");
    }

    fn pid(&self) -> Pid {
        let id = self.child.id().and_then(|id| i32::try_from(id).ok());
        id.and_then(Pid::from_raw).expect("it is running")
    }

    fn command(place: &TestPlace, settings: &[(&str, &str)]) -> Command {
        // A write beyond a limit of the file size is to fail, not to end the process.
        let mut command = Command::new("sh");
        command
            .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_earshot"))
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
fn collect(errors: ChildStderr) -> (JoinHandle<()>, watch::Receiver<String>) {
    let (tell, said) = watch::channel(String::new());
    #[expect(
        clippy::disallowed_methods,
        reason = "it ends with the process it listens to"
    )]
    let reading = tokio::spawn(async move {
        let mut lines = BufReader::new(errors).split(b'\n');
        while let Ok(Some(line)) = lines.next_segment().await {
            let line = String::from_utf8_lossy(&line).into_owned();
            tell.send_modify(|log| *log += &(line + "\n"));
        }
    });
    (reading, said)
}
