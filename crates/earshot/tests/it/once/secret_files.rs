//! Secrets from files of their own: `NAME_FILE` instead of `NAME`.

use std::fmt::Write;
use std::path::Path;

use platform::settings::{Secret, Settings, Source, as_table, catalogue};

use crate::kit::{Process, TestPlace};

/// The settings with a secret in a file, as a process reads them.
fn source(name: &str, path: &Path) -> Source {
    let mut source = Source::of([]);
    source.set(name, path.to_str().unwrap());
    source.with_secret_files()
}

fn problems(source: &Source) -> Vec<String> {
    Settings::read(source).map_or_else(|problems| problems.0, |_| Vec::new())
}

fn file_of(content: &[u8]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), content).unwrap();
    file
}

#[test]
fn a_secret_in_a_file_counts_without_its_newline_and_is_shown_nowhere() {
    for content in [
        "a-pa55word-for-metrics",
        "a-pa55word-for-metrics\n",
        "a-pa55word-for-metrics\r\n",
    ] {
        let file = file_of(content.as_bytes());
        let source = source("EARSHOT_METRICS_TOKEN_FILE", file.path());

        let settings = Settings::read(&source).unwrap();

        let token = settings.metrics_token.as_ref().map(Secret::expose);
        assert_eq!(token, Some("a-pa55word-for-metrics"));
        assert!(
            settings
                .secrets()
                .contains(&"a-pa55word-for-metrics".to_owned())
        );
        assert_eq!(settings.unknown, Vec::<String>::new());
        let mut printed = as_table(&source).to_string();
        write!(printed, "{settings:?}").unwrap();
        assert!(printed.contains("secret file"), "{printed}");
        assert!(!printed.contains("pa55word"), "{printed}");
    }
}

#[test]
fn a_file_that_cannot_be_a_secret_is_refused_by_name_without_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let empty = file_of(b"\n");
    let large = file_of(&vec![b'x'; 64 * 1024 + 1]);
    let binary = file_of(&[0xff, 0xfe]);
    for (path, words) in [
        (missing.as_path(), "cannot be read: entity not found"),
        (folder.path(), "is not a file"),
        (empty.path(), "is empty"),
        (large.path(), "is too large for a secret"),
        (binary.path(), "is not text"),
    ] {
        let found = problems(&source("EARSHOT_METRICS_TOKEN_FILE", path));

        assert_eq!(
            found,
            [format!(
                "EARSHOT_METRICS_TOKEN_FILE: '{}' {words}",
                path.display()
            )]
        );
    }
}

#[test]
fn a_secret_is_given_once() {
    let file = file_of(b"from-the-file");
    let mut source = Source::of([("EARSHOT_METRICS_TOKEN", "from-the-environment")]);
    source.set("EARSHOT_METRICS_TOKEN_FILE", file.path().to_str().unwrap());

    assert_eq!(
        problems(&source.with_secret_files()),
        ["EARSHOT_METRICS_TOKEN_FILE: EARSHOT_METRICS_TOKEN is set too; keep one of them"]
    );
}

#[test]
fn only_secrets_can_be_in_files() {
    let mut source = Source::of([]);
    let name = catalogue::BIND.file_name();
    source.set(&name, "/run/secrets/bind");

    let settings = Settings::read(&source.with_secret_files()).unwrap();

    assert_eq!(settings.unknown, [name]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_reads_its_secrets_from_files_and_names_the_one_it_cannot() {
    let place = TestPlace::fresh().await;
    let token = file_of(b"a-token-for-metrics\n");
    let path = token.path().to_str().unwrap();
    let server = Process::start(&place, &[("EARSHOT_METRICS_TOKEN_FILE", path)]).await;

    let metrics = server.visitor().request(reqwest::Method::GET, "/metrics");
    let metrics = server
        .visitor()
        .sends(metrics.bearer_auth("a-token-for-metrics"))
        .await;
    server.terminate().await;
    let missing = [("EARSHOT_METRICS_TOKEN_FILE", "/no/such/secret")];
    let (status, words) = Process::runs_to_its_end(&place, &missing).await;

    assert_eq!(metrics.status.as_u16(), 200);
    assert!(!status.success());
    assert!(
        words.contains("EARSHOT_METRICS_TOKEN_FILE: '/no/such/secret' cannot be read"),
        "{words}"
    );
}
