//! What `tools/dist` writes, tried with the binary of the tests.

use std::path::Path;
use std::process::{Command, Output};

use super::repository;

fn packs(binary: &str, into: &Path) -> Output {
    let mut command = Command::new("tools/dist");
    command
        .args(["--level", "1", "--binary", binary, "--into"])
        .arg(into);
    command
        .current_dir(repository())
        .output()
        .expect("the script starts")
}

/// What a program says that goes well, in this folder.
fn says(folder: &Path, program: &str, words: &[&str]) -> String {
    let output = Command::new(program)
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{program}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_archive_holds_all_that_a_package_needs_in_an_order_that_never_changes() {
    let folder = tempfile::tempdir().unwrap();
    let packed = packs(env!("CARGO_BIN_EXE_earshot"), folder.path());
    assert!(
        packed.status.success(),
        "{}",
        String::from_utf8_lossy(&packed.stderr)
    );

    let summed = says(folder.path(), "sha256sum", &["--check", "SHA256SUMS"]);
    assert_eq!(
        summed.lines().filter(|line| line.ends_with(": OK")).count(),
        2
    );
    let name = format!(
        "earshot-{}-{}-linux-gnu",
        platform::VERSION,
        std::env::consts::ARCH
    );
    let archive = format!("{name}.tar.gz");
    let listed = says(
        folder.path(),
        "tar",
        &["--list", "--verbose", "--numeric-owner", "--file", &archive],
    );

    let rows: Vec<Vec<&str>> = listed
        .lines()
        .map(|row| row.split_whitespace().collect())
        .collect();
    let paths: Vec<&str> = rows.iter().map(|row| row[5]).collect();
    assert!(paths.is_sorted(), "{listed}");
    let times = rows.iter().map(|row| (row[1], row[3], row[4]));
    assert!(
        times.clone().all(|it| it == times.clone().next().unwrap()),
        "{listed}"
    );
    for file in [
        "bin/earshot",
        "LICENSE",
        "NOTICE",
        "CHANGELOG.md",
        "docs/operations.md",
        "deploy/earshot.service",
        "man/man1/earshot-serve.1",
        "completions/earshot.bash",
        "completions/earshot.zsh",
        "completions/earshot.fish",
        "earshot.cdx.json",
    ] {
        assert!(
            paths.contains(&format!("{name}/{file}").as_str()),
            "{file} is missing: {listed}"
        );
    }
    let said = String::from_utf8(packed.stdout).unwrap();
    assert!(said.starts_with("Needs glibc 2."), "{said}");
}

#[test]
fn a_binary_that_needs_more_than_glibc_is_not_shipped() {
    let folder = tempfile::tempdir().unwrap();

    // It is linked with libraries for cryptography and regular expressions.
    let refused = packs(super::nginx::program(), folder.path());

    assert_eq!(refused.status.code(), Some(1));
    let words = String::from_utf8(refused.stderr).unwrap();
    assert!(
        words.starts_with("tools/dist: the binary needs more than glibc: lib"),
        "{words}"
    );
    assert!(folder.path().read_dir().unwrap().next().is_none());
}
