//! `earshot completions` and `earshot man`: what a package puts beside the binary.

use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use super::{CommandLine, say};

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsFlags {
    /// The shell that reads them
    shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(super) struct ManFlags {
    /// An existing folder for one page a command; without it the first page is printed
    folder: Option<PathBuf>,
}

pub(super) fn completions(flags: &CompletionsFlags) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(flags.shell, &mut command(), "earshot", &mut script);
    say(&String::from_utf8(script)?)
}

pub(super) fn man(flags: ManFlags) -> anyhow::Result<()> {
    let Some(folder) = flags.folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command()).render(&mut page)?;
        return say(&String::from_utf8(page)?);
    };
    clap_mangen::generate_to(command(), &folder)
        .with_context(|| format!("writing the pages to {}", folder.display()))
}

/// Without the command `help`, which would double every other one.
fn command() -> clap::Command {
    CommandLine::command().disable_help_subcommand(true)
}
