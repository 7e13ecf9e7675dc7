//! What a website may cost whoever reads it: friendly ones, and each that means harm.
//!
//! The sandbox is in this process and every read in one of its own, so that what is measured is
//! the reader's memory and not that of the bomb's maker.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use providers::website::{ReaderSettings, SiteReader, Website};
use sandboxes::website::{SENTINELS, SITES, SampleSites, SandboxCertificate, WebsiteSandbox};
use tempfile::NamedTempFile;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use crate::report::{Goal, Row, milliseconds, say};

/// With this argument, a host, an address and a file the program reads that host and says what it
/// cost.
pub(crate) const READER: &str = "website-reader";

/// The 8 MiB that a read may keep, as much again on its way, and what the allocator has in hand.
const MOST_MEGABYTES: f64 = 32.0;
/// The reader's own limit, and a little for a busy machine.
const LONGEST_S: f64 = 15.5;
const FRIENDLY_S: f64 = 1.0;

/// What one read cost.
struct Cost {
    took: Duration,
    megabytes: f64,
    /// How many pages were read, or why none was.
    outcome: String,
}

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let runtime = Runtime::new()?;
    let certificate = SandboxCertificate::make();
    let kept = NamedTempFile::new()?;
    fs::write(kept.path(), certificate.expose())?;
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    let stop = CancellationToken::new();
    let serving = WebsiteSandbox::serve(listener, &certificate, stop.clone())?;
    let sandbox = runtime.spawn(serving);
    let mut rows = Vec::new();
    for name in SITES {
        rows.push(friendly(name, &cost(name, address, &kept)?));
    }
    let mut slowest = (Duration::ZERO, "");
    for sentinel in SENTINELS {
        let cost = cost(sentinel.host, address, &kept)?;
        slowest = slowest.max((cost.took, sentinel.host));
        rows.push(hostile(sentinel.host, &cost));
    }
    rows.push(slowest_row(slowest));
    stop.cancel();
    runtime.block_on(sandbox)?;
    Ok(rows)
}

fn friendly(name: &'static str, cost: &Cost) -> Row {
    Row {
        figure: name,
        goal: Some(Goal::AtMost(FRIENDLY_S)),
        value: Some(cost.took.as_secs_f64()),
        unit: "s",
        remark: cost.outcome.clone(),
        ..Row::default()
    }
}

fn hostile(host: &'static str, cost: &Cost) -> Row {
    let took = milliseconds(cost.took);
    Row {
        figure: host,
        goal: Some(Goal::AtMost(MOST_MEGABYTES)),
        value: Some(cost.megabytes),
        unit: "MB",
        remark: format!("{took}; {}", cost.outcome),
        ..Row::default()
    }
}

fn slowest_row((took, host): (Duration, &str)) -> Row {
    Row {
        figure: "slowest of them",
        goal: Some(Goal::AtMost(LONGEST_S)),
        value: Some(took.as_secs_f64()),
        unit: "s",
        remark: host.to_owned(),
        ..Row::default()
    }
}

fn cost(host: &str, address: SocketAddr, certificate: &NamedTempFile) -> anyhow::Result<Cost> {
    let output = Command::new(std::env::current_exe()?)
        .args([READER, host, &address.to_string()])
        .arg(certificate.path())
        .output()?;
    ensure!(output.status.success(), "reading {host} ended badly");
    let said = String::from_utf8(output.stdout)?;
    let mut parts = said.trim().splitn(3, ' ');
    let mut next = || parts.next().context("reading what the reader said");
    Ok(Cost {
        took: Duration::from_secs_f64(next()?.parse()?),
        megabytes: next()?.parse()?,
        outcome: next()?.to_owned(),
    })
}

/// The other part: reads one site and says seconds, megabytes and the outcome.
#[tokio::main]
pub(crate) async fn read_one(arguments: &[String]) -> anyhow::Result<()> {
    let [host, address, certificate] = arguments else {
        anyhow::bail!("the reader wants a host, an address and a certificate");
    };
    let certificate = SandboxCertificate::parse(&fs::read_to_string(certificate)?)?;
    let address = address.parse()?;
    let reader = SiteReader::new(ReaderSettings {
        user_agent: "Earshot-bench/1.0".to_owned(),
        local_sites: Some(
            SampleSites {
                address,
                certificate,
            }
            .into(),
        ),
        ..ReaderSettings::default()
    });
    // What any first read brings in (roots, buffers) is not the site's doing.
    ensure!(
        reader.read(SITES[0], &|_| {}).await.is_ok(),
        "{} cannot be read",
        SITES[0]
    );
    // The peak begins anew; see proc_pid_clear_refs(5).
    fs::write("/proc/self/clear_refs", "5")?;
    let before = megabytes("VmRSS")?;
    let started = Instant::now();
    let read = reader.read(host, &|_| {}).await;
    let took = started.elapsed().as_secs_f64();
    let peak = megabytes("VmHWM")? - before;
    let outcome = read.map_or_else(
        |failure| failure.to_string(),
        |site| format!("pages read: {}", site.pages.len()),
    );
    say(io::stdout(), &format!("{took} {} {outcome}", peak.max(0.0)));
    Ok(())
}

fn megabytes(name: &str) -> anyhow::Result<f64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let value = line.with_context(|| format!("status has no {name}"))?;
    let kibibytes: f64 = value.trim().trim_end_matches(" kB").parse()?;
    Ok(kibibytes * 1024.0 / 1e6)
}
