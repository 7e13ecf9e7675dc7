//! `earshot config`

use super::say;
use platform::settings::{Settings, Source, as_env_sample, as_markdown, as_table};

#[derive(Debug, clap::Args)]
pub(super) struct Flags {
    /// Print docs/configuration.md
    #[arg(long, conflicts_with = "sample")]
    markdown: bool,
    /// Print .env.sample
    #[arg(long)]
    sample: bool,
}

pub(super) fn run(flags: &Flags, source: &Source) -> anyhow::Result<()> {
    if flags.markdown {
        return say(as_markdown().trim_end());
    }
    if flags.sample {
        return say(as_env_sample().trim_end());
    }
    say(&as_table(source).trim_fmt())?;
    let settings = Settings::read(source)?;
    for name in &settings.unknown {
        say(&format!(
            "\n{name}: there is no such setting; `earshot config --help` lists them all"
        ))?;
    }
    Ok(())
}
