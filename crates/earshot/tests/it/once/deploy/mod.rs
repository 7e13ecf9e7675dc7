//! What Earshot is run with: the files of the folder `deploy`, and the commands that packages and
//! supervisors call.

mod archive;
mod compose;
mod health;
mod nginx;
mod package;
mod proxy_samples;
mod sample_settings;
mod systemd;

use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a file of the repository.
#[track_caller]
fn text_of(path: &str) -> String {
    std::fs::read_to_string(repository().join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A sample with its own values instead of those that fit an operator's machine. Each must be in it.
#[track_caller]
fn adapted(sample: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(sample.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "the sample no longer has {old:?}");
        text.replace(old, new)
    })
}
