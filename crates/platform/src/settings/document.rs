//! The settings in words: for the terminal, for the docs and as a file to start from.

use std::fmt::Write;

use super::Setting;
use super::catalogue::{ALL, CRASH_AT};
use super::source::{Origin, Source};

/// What `earshot config --help` prints.
pub fn as_help() -> String {
    ALL.iter().fold(
        "Settings, from the environment or a file of NAME=value lines:\n".to_owned(),
        |mut text, setting| {
            let _ = write!(
                text,
                "\n  {}{}\n      {}\n",
                setting.name,
                default_note(setting),
                setting.about
            );
            text
        },
    )
}

/// What `earshot config` prints: every setting as it stands, secrets only as set or not set.
pub fn as_table(source: &Source) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table
        .load_preset(comfy_table::presets::NOTHING)
        .set_header(["setting", "value", "from"]);
    for setting in ALL {
        let (value, origin) = source.raw(*setting);
        let shown = match (setting.is_secret, value.is_empty()) {
            (_, true) => "",
            (true, false) => "[secret]",
            (false, false) => value,
        };
        table.add_row([setting.name, shown, origin_name(origin)]);
    }
    table
}

/// `docs/configuration.md`.
pub fn as_markdown() -> String {
    let mut text = "# Settings\n\n\
        <!-- Written by `make gen` from crates/platform/src/settings/catalogue.rs. -->\n\n\
        Earshot reads its settings once, at start: flags first, then the environment, then the file that \
        `EARSHOT_CONFIG` names. An invalid value stops the start, and all invalid values are \
        listed at once. `earshot config` shows the current settings; secrets are never printed. \
        `earshot doctor` tries them against the real thing.\n\n\
        A secret can be kept in a file of its own, as container platforms hand them out: `NAME_FILE` \
        names the file, whose content counts without the newline at its end. Setting both `NAME` and \
        `NAME_FILE` is refused, and so is a file that cannot be read, is empty or has more than 64 KiB.\n\n\
        | setting | default | what it does |\n|---|---|---|\n"
        .to_owned();
    for setting in ALL {
        let default = if setting.default.is_empty() {
            String::new()
        } else {
            format!("`{}`", setting.default)
        };
        let secret = if setting.is_secret {
            format!(" *(secret; or `{}`)*", setting.file_name())
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "| `{}` | {default} | {}{secret} |",
            setting.name, setting.about
        );
    }
    text.push_str(
        "\nThe tests have their own switches, which start with `EARSHOT_TEST_`; \
         [CONTRIBUTING.md](../CONTRIBUTING.md) lists them.\n",
    );
    text
}

/// `.env.sample`: every setting, commented out with its default.
pub fn as_env_sample() -> String {
    let header =
        "# Copy to .env and remove the # from what you change. Written by `make gen`.\n".to_owned();
    ALL.iter()
        .filter(|setting| setting.name != CRASH_AT.name)
        .fold(header, |mut text, setting| {
            let _ = write!(
                text,
                "\n# {}\n# {}={}\n",
                setting.about, setting.name, setting.default
            );
            if setting.is_secret {
                let _ = writeln!(text, "# {}=", setting.file_name());
            }
            text
        })
}

fn default_note(setting: &Setting) -> String {
    match (setting.is_secret, setting.default.is_empty()) {
        (true, _) => format!(" (secret; or {})", setting.file_name()),
        (false, true) => String::new(),
        (false, false) => format!(" [{}]", setting.default),
    }
}

fn origin_name(origin: Origin) -> &'static str {
    match origin {
        Origin::Flag => "flag",
        Origin::Environment => "environment",
        Origin::File => "file",
        Origin::SecretFile => "secret file",
        Origin::Default => "default",
    }
}
