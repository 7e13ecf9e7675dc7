//! The binary: one process that is the whole product, or one role of it.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use earshot::commands::{self, CommandLine};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    providers::install_tls();
    match commands::run(CommandLine::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The log may not have started yet; a person waits for these words.
            let _ = writeln!(std::io::stderr(), "earshot: {error:#}");
            commands::exit_code(&error)
        }
    }
}
