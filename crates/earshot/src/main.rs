//! The binary: one process that is the whole product, or one role of it.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use earshot::commands::{self, CommandLine};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long a look-up of a name or a computation that nobody waits for may hold up the end.
const LAST_PATIENCE: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    let runtime = tokio::runtime::Runtime::new().expect("the system has room for some threads");
    let code = runtime.block_on(run());
    runtime.shutdown_timeout(LAST_PATIENCE);
    code
}

async fn run() -> ExitCode {
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
