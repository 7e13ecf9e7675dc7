//! The unit, read by systemd itself.

use std::process::Command;

use platform::settings::catalogue;

use super::{adapted, text_of};

fn asks_systemd(words: &[&str], file: &std::path::Path) -> (bool, String) {
    let output = Command::new("systemd-analyze")
        .args(words)
        .arg(file)
        .env("SYSTEMD_PAGER", "")
        .output()
        .expect("systemd-analyze starts; tools/setup test installs it");
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

#[test]
fn systemd_accepts_the_unit_and_finds_little_that_it_could_harm() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("earshot.service");
    let installed = [("/usr/bin/earshot", env!("CARGO_BIN_EXE_earshot"))];
    std::fs::write(
        &file,
        adapted(&text_of("deploy/earshot.service"), &installed),
    )
    .unwrap();

    let (is_valid, said) = asks_systemd(&["verify", "--man=no"], &file);
    assert!(is_valid && !said.contains("earshot.service"), "{said}");
    // Of 10 points, in tenths: 0 is no risk.
    let (is_safe, said) = asks_systemd(
        &["security", "--offline=true", "--no-pager", "--threshold=20"],
        &file,
    );
    assert!(is_safe, "{said}");
}

#[test]
fn systemd_waits_for_the_servers_own_time_to_stop_and_no_longer_start() {
    let unit = text_of("deploy/earshot.service");
    let value = |name: &str| {
        let lines = unit.lines().filter_map(|line| line.split_once('='));
        lines
            .into_iter()
            .find_map(|(found, value)| (found == name).then_some(value))
            .unwrap()
    };

    let drain_s: u32 = catalogue::DRAIN_S.default.parse().unwrap();
    let waits_s: u32 = value("TimeoutStopSec").parse().unwrap();
    assert!(waits_s >= drain_s + 5, "{waits_s} s");
    assert_eq!(value("TimeoutStartSec"), "infinity");
    assert_eq!(value("Type"), "notify");
    let handles: usize = value("LimitNOFILE").parse().unwrap();
    assert!(handles > catalogue::MAX_CONNECTIONS.default.parse().unwrap());
}
