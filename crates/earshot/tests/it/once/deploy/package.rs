//! What goes into the archive beside the binary, and the list of what it is made of.

use std::collections::BTreeSet;
use std::process::{Command, Output};
use std::sync::LazyLock;

use clap::CommandFactory;
use earshot::commands::CommandLine;
use serde_json::Value;

use super::{repository, text_of};

fn types(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_earshot"));
    let output = command
        .args(words)
        .env("EARSHOT_CONFIG", "/dev/null")
        .output();
    output.expect("the binary starts")
}

fn said(words: &[&str]) -> String {
    let output = types(words);
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Every command with those above it, such as `["admin", "jobs", "retry"]`.
fn commands() -> Vec<Vec<String>> {
    fn below(command: &clap::Command, above: &[String]) -> Vec<Vec<String>> {
        let named = command.get_subcommands().map(|child| {
            let path = [above, &[child.get_name().to_owned()]].concat();
            [vec![path.clone()], below(child, &path)].concat()
        });
        named.flatten().collect()
    }
    below(&CommandLine::command(), &[])
}

#[test]
fn the_manual_has_a_page_for_every_command_and_none_for_others() {
    let folder = tempfile::tempdir().unwrap();

    said(&["man", &folder.path().display().to_string()]);

    let pages = std::fs::read_dir(folder.path()).unwrap();
    let pages: BTreeSet<String> = pages
        .map(|page| page.unwrap().file_name().into_string().unwrap())
        .collect();
    let expected = commands()
        .into_iter()
        .map(|path| format!("earshot-{}.1", path.join("-")));
    assert_eq!(pages, expected.chain(["earshot.1".to_owned()]).collect());
    let first = std::fs::read_to_string(folder.path().join("earshot.1")).unwrap();
    assert_eq!(said(&["man"]).trim_end(), first.trim_end());
    assert!(first.contains("earshot\\-serve(1)"), "{first}");
    let of_settings = std::fs::read_to_string(folder.path().join("earshot-config.1")).unwrap();
    assert!(
        of_settings.contains("EARSHOT_TRUSTED_PROXIES"),
        "it explains the settings"
    );
}

#[test]
fn a_folder_that_cannot_be_written_to_is_named() {
    let output = types(&["man", "/no/such/folder"]);

    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(
        words.starts_with("earshot: writing the pages to /no/such/folder: "),
        "{words}"
    );
}

#[test]
fn each_shell_completes_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = said(&["completions", shell]);
        for path in commands() {
            let name = path.last().unwrap();
            assert!(
                script.contains(name.as_str()),
                "{shell} does not know {path:?}"
            );
        }
    }
    assert_eq!(types(&["completions", "tcsh"]).status.code(), Some(2));
}

/// The list of parts; made once for all tests of it.
fn list_of_parts() -> &'static Value {
    static LIST: LazyLock<Value> = LazyLock::new(|| {
        let mut command = Command::new("node");
        let output = command
            .arg("tools/sbom.mjs")
            .current_dir(repository())
            .output();
        let output = output.expect("node starts");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        serde_json::from_slice(&output.stdout).unwrap()
    });
    &LIST
}

#[test]
fn the_list_of_parts_holds_every_crate_of_the_lock_file_with_fingerprint_and_licence() {
    let list = list_of_parts();

    assert_eq!(
        (&list["bomFormat"], &list["specVersion"]),
        (&"CycloneDX".into(), &"1.5".into())
    );
    assert_eq!(list["metadata"]["component"]["version"], platform::VERSION);
    let components = list["components"].as_array().unwrap();
    let purls: BTreeSet<&str> = components
        .iter()
        .map(|it| it["purl"].as_str().unwrap())
        .collect();
    assert_eq!(purls.len(), components.len(), "each is in it once");
    let crates = purls
        .iter()
        .copied()
        .filter(|purl| purl.starts_with("pkg:cargo/"));
    assert_eq!(
        crates.collect::<BTreeSet<_>>(),
        locked_crates().iter().map(String::as_str).collect()
    );
    for part in components {
        let scope = part["scope"].as_str().unwrap();
        assert!(scope == "required" || scope == "excluded", "{part}");
        assert!(
            part["hashes"][0]["content"]
                .as_str()
                .is_some_and(|it| it.len() >= 64),
            "{part}"
        );
        // Crates of other platforms are not fetched, so nobody here has read their licence.
        assert!(
            part["licenses"][0]["expression"].is_string() || scope == "excluded",
            "{part}"
        );
    }
}

#[test]
fn the_list_of_parts_tells_what_is_shipped_from_what_only_tests_and_builds_use() {
    let components = list_of_parts()["components"].as_array().unwrap();
    let scope_of = |start: &str| {
        let found = components
            .iter()
            .find(|it| it["purl"].as_str().unwrap().starts_with(start));
        found.unwrap_or_else(|| panic!("{start} is missing"))["scope"]
            .as_str()
            .unwrap()
    };

    for shipped in [
        "pkg:cargo/axum@",
        "pkg:cargo/sqlx@",
        "pkg:npm/react@",
        "pkg:npm/%40supabase/supabase-js@",
    ] {
        assert_eq!(scope_of(shipped), "required", "{shipped}");
    }
    for other in [
        "pkg:cargo/proptest@",
        "pkg:cargo/cc@",
        "pkg:npm/vite@",
        "pkg:npm/vitest@",
    ] {
        assert_eq!(scope_of(other), "excluded", "{other}");
    }
}

/// Those that come from outside, as package URLs.
fn locked_crates() -> BTreeSet<String> {
    let lock: toml::Table = text_of("Cargo.lock").parse().unwrap();
    let packages = lock["package"].as_array().unwrap();
    let outside = packages
        .iter()
        .filter(|package| package.get("checksum").is_some());
    outside
        .map(|package| {
            let field = |name: &str| package[name].as_str().unwrap().to_owned();
            format!("pkg:cargo/{}@{}", field("name"), field("version"))
        })
        .collect()
}
