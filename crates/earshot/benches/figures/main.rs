//! `make bench`: what Earshot takes, beside what nothing could beat, measured in the same run.
//!
//! The machine may be slow and busy, so a number alone says little: most figures come with a peer
//! or a floor that was measured under the same conditions. A missed goal is shown and is no
//! failure; a measurement that could not be made is. `FIGURES="start rps" make bench` measures
//! only those.

mod bare;
mod browser;
mod build;
mod build_clean;
mod discovery;
mod far;
mod finding;
mod firehose;
mod jobs;
mod listening;
mod loader;
mod many_customers;
mod memory;
mod mentions;
mod move_database;
mod people;
mod pinned;
mod place;
mod process;
mod reading;
mod report;
mod rest;
mod rounds;
mod rps;
mod search_tab;
mod signin;
mod size;
mod sockets;
mod start;
mod stream;
mod stream_reader;
mod teller;
mod test;
mod web;
mod website;

use std::io;
use std::process::ExitCode;

use anyhow::bail;

use report::{Row, say};

// As in the product's binary: the bare server that it is compared with must not win or lose by it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Figure = (&'static str, fn() -> anyhow::Result<Vec<Row>>);

const FIGURES: [Figure; 21] = [
    ("start", start::measure),
    ("memory", memory::measure),
    ("size", size::measure),
    ("rps", rps::measure),
    ("jobs", jobs::measure),
    ("signin", signin::measure),
    ("sockets", sockets::measure),
    ("rest", rest::measure),
    ("build", build::measure),
    ("build-clean", build_clean::measure),
    ("test", test::measure),
    ("web", web::measure),
    ("website", website::measure),
    ("mentions", mentions::measure),
    ("listening", listening::measure),
    ("discovery", discovery::measure),
    ("finding", finding::measure),
    ("reading", reading::measure),
    ("search-tab", search_tab::measure),
    ("stream", stream::measure),
    ("move", move_database::measure),
];

fn main() -> ExitCode {
    // Cargo passes `--bench` to every benchmark.
    let names: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| arg != "--bench")
        .collect();
    let ended = match names.as_slice() {
        [only] if only == bare::ARGUMENT => bare::serve(),
        [only] if only == teller::ARGUMENT => teller::serve(),
        [only] if only == firehose::ARGUMENT => firehose::serve(),
        [first, rest @ ..] if first == website::READER => website::read_one(rest),
        _ => chosen(&names).and_then(|figures| measure_all(&figures)),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(io::stderr(), &format!("figures: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// The named figures, or all of them.
fn chosen(names: &[String]) -> anyhow::Result<Vec<Figure>> {
    let known = FIGURES.map(|(name, _)| name);
    if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) {
        bail!(
            "there is no figure `{unknown}`; there are {}",
            known.join(", ")
        );
    }
    let is_chosen = |name: &str| names.is_empty() || names.iter().any(|chosen| chosen == name);
    Ok(FIGURES
        .into_iter()
        .filter(|(name, _)| is_chosen(name))
        .collect())
}

/// One that fails does not keep the others from the table.
fn measure_all(figures: &[Figure]) -> anyhow::Result<()> {
    let (mut rows, mut failed) = (Vec::new(), Vec::new());
    for (name, measure) in figures {
        say(io::stderr(), &format!("measuring {name} …"));
        match measure() {
            Ok(more) => rows.extend(more),
            Err(error) => {
                say(
                    io::stderr(),
                    &format!("{name} could not be measured: {error:#}"),
                );
                failed.push(*name);
            }
        }
    }
    say(io::stdout(), &report::table(&rows));
    if !failed.is_empty() {
        bail!("no value for {}", failed.join(", "));
    }
    Ok(())
}
