//! `earshot config`

use super::say;
use platform::product::{Offer, ProductFacts};
use platform::settings::{Settings, Source, as_env_sample, as_markdown, as_table};

#[derive(Debug, clap::Args)]
pub(super) struct ConfigFlags {
    /// Print docs/configuration.md
    #[arg(long, conflicts_with = "sample")]
    markdown: bool,
    /// Print .env.sample
    #[arg(long)]
    sample: bool,
    /// Print the product's own plans and thresholds as JSON, for the tests of the web app
    #[arg(long, conflicts_with_all = ["markdown", "sample"])]
    product: bool,
}

pub(super) fn run(flags: &ConfigFlags, source: &Source) -> anyhow::Result<()> {
    if flags.markdown {
        return say(as_markdown().trim_end());
    }
    if flags.sample {
        return say(as_env_sample().trim_end());
    }
    if flags.product {
        return say(&product_json()?);
    }
    say(&as_table(source).trim_fmt())?;
    let settings = Settings::read(source)?;
    for name in &settings.unknown {
        say(&format!(
            "\n{name}: unknown setting; `earshot config --help` lists them all"
        ))?;
    }
    Ok(())
}

/// What a server with the built-in plans tells the web app.
fn product_json() -> anyhow::Result<String> {
    let facts = ProductFacts::of(&Offer::default());
    Ok(serde_json::to_string_pretty(&facts)?)
}
