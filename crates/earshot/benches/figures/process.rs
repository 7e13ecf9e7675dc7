//! Servers in processes of their own, seen from outside.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::{NamedTempFile, TempDir};

use crate::bare;
use crate::firehose;
use crate::place::FreshPlace;
use crate::teller;

pub(crate) const EARSHOT: &str = env!("CARGO_BIN_EXE_earshot");

/// In which Linux counts the time of a process for other programs to see (USER_HZ).
const TICK_MS: u64 = 10;

/// Where a process may run.
#[derive(Clone, Copy)]
pub(crate) enum Cores {
    All,
    Only(usize),
}

/// A server that is ready. It is killed when it is dropped.
pub(crate) struct Process {
    child: Child,
    /// Kept open: a server whose standard output is gone would notice.
    _output: BufReader<ChildStdout>,
    pub(crate) address: SocketAddr,
    pub(crate) ready_after: Duration,
}

impl Process {
    /// The product, with its data in `folder`.
    pub(crate) fn earshot(folder: &TempDir, cores: Cores) -> anyhow::Result<Self> {
        let folder = folder.path().display().to_string();
        Self::earshot_with([("EARSHOT_DATA_DIR", folder)], cores)
    }

    /// The product on a place that may have something in it. Nobody is counted by the address they
    /// come from: here all come from the same.
    pub(crate) fn earshot_at(place: &FreshPlace, cores: Cores) -> anyhow::Result<Self> {
        let limits = ("EARSHOT_LIMITS", "off".to_owned());
        Self::earshot_with([place.setting(), limits], cores)
    }

    fn earshot_with<const N: usize>(
        settings: [(&str, String); N],
        cores: Cores,
    ) -> anyhow::Result<Self> {
        let mut command = command(Path::new(EARSHOT), cores);
        command
            .args(["serve", "--bind", "127.0.0.1:0"])
            .env("EARSHOT_CONFIG", "/dev/null")
            .envs(settings);
        Self::start(command).context("starting earshot")
    }

    /// The server with nothing in it: this program once more, in its other part.
    pub(crate) fn bare_axum(cores: Cores) -> anyhow::Result<Self> {
        let mut command = command(&std::env::current_exe()?, cores);
        command.arg(bare::ARGUMENT);
        Self::start(command).context("starting bare axum")
    }

    /// The product with a teller in it, on a place that has people: this program once more, too.
    pub(crate) fn teller(place: &FreshPlace) -> anyhow::Result<Self> {
        let mut command = command(&std::env::current_exe()?, Cores::All);
        command
            .arg(teller::ARGUMENT)
            .env("EARSHOT_CONFIG", "/dev/null")
            .env("EARSHOT_BIND", "127.0.0.1:0")
            .env("EARSHOT_DEMO", "off")
            .env("EARSHOT_SCANS", "off")
            .envs([place.setting()]);
        Self::start(command).context("starting the teller")
    }

    /// The sample Reddit with very many posts: this program once more, too.
    pub(crate) fn firehose() -> anyhow::Result<Self> {
        let mut command = command(&std::env::current_exe()?, Cores::All);
        command.arg(firehose::ARGUMENT);
        Self::start(command).context("starting the firehose")
    }

    fn start(mut command: Command) -> anyhow::Result<Self> {
        let errors = NamedTempFile::new()?;
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors.reopen()?);
        let started = Instant::now();
        let mut child = command.spawn()?;
        let mut output = BufReader::new(child.stdout.take().context("taking its output")?);
        let Some(address) = ready_address(&mut output)? else {
            child.wait()?;
            let words = fs::read_to_string(errors.path())?;
            bail!("it ended before it was ready: {words}");
        };
        Ok(Self {
            ready_after: started.elapsed(),
            child,
            _output: output,
            address,
        })
    }

    /// Lets it read a line.
    pub(crate) fn nudge(&mut self) -> anyhow::Result<()> {
        let input = self.child.stdin.as_mut();
        Ok(writeln!(input.context("its input is piped")?)?)
    }

    /// A value that `/proc` shows of the process in kB, such as `VmRSS` in `status`, as megabytes.
    pub(crate) fn megabytes(&self, file: &str, name: &str) -> anyhow::Result<f64> {
        let text = fs::read_to_string(format!("/proc/{}/{file}", self.child.id()))?;
        let value = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
            .with_context(|| format!("{file} has no {name}"))?;
        let kibibytes: f64 = value.trim().trim_end_matches(" kB").parse()?;
        Ok(kibibytes * 1024.0 / 1e6)
    }

    /// How long the machine has worked for it: unlike the time on the wall, this hardly depends on
    /// what else the machine does.
    pub(crate) fn worked(&self) -> anyhow::Result<Duration> {
        worked(&format!("/proc/{}/stat", self.child.id()))
    }

    /// Asks it to stop and waits until it has: its files are then as after any ordinary stop.
    pub(crate) fn stop(mut self) -> anyhow::Result<()> {
        let id = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        kill_process(id.context("its id is a process's")?, Signal::TERM)?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The processor's time that this process has used.
pub(crate) fn this_process_worked() -> anyhow::Result<Duration> {
    worked("/proc/self/stat")
}

/// How long the machine has worked for the thread that asks.
pub(crate) fn this_thread_worked() -> anyhow::Result<Duration> {
    worked("/proc/thread-self/stat")
}

fn worked(stat: &str) -> anyhow::Result<Duration> {
    let text = fs::read_to_string(stat)?;
    // The name of the program is in brackets and may hold anything; see proc_pid_stat(5).
    let (_, fields) = text.rsplit_once(") ").context("reading its stat")?;
    let ticks = fields.split(' ').skip(11).take(2).map(str::parse::<u64>);
    let ticks = ticks.sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(ticks * TICK_MS))
}

/// Without what the caller's environment may say: a setting in it would change what is measured.
fn command(program: &Path, cores: Cores) -> Command {
    let mut command = match cores {
        Cores::All => Command::new(program),
        Cores::Only(core) => {
            let mut pinned = Command::new("taskset");
            pinned.args(["-c", &core.to_string()]).arg(program);
            pinned
        }
    };
    command.env_clear();
    command
}

/// The address in the line that scripts wait for; nothing if the output ends before it.
fn ready_address(output: &mut impl BufRead) -> anyhow::Result<Option<SocketAddr>> {
    let mut line = String::new();
    while output.read_line(&mut line)? > 0 {
        if let Some((_, address)) = line.trim_end().split_once(" is ready at http://") {
            return Ok(Some(address.parse()?));
        }
        line.clear();
    }
    Ok(None)
}
