//! The sample of settings, read as the program reads it.

use platform::settings::{Settings, Source, catalogue};

use super::text_of;

/// The lines of the sample that are settings.
pub(super) fn sample() -> Vec<(String, String)> {
    let text = text_of("deploy/earshot.env.sample");
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (name, value) = line.split_once('=').unwrap();
            (name.to_owned(), value.trim_matches('"').to_owned())
        })
        .collect()
}

/// The settings of a shipped server. In place of a file with a secret stands what could be in it.
#[track_caller]
pub(super) fn as_settings(values: &[(String, String)]) -> Settings {
    let mut source = Source::of([]).with_sandboxes(false);
    for (name, value) in values {
        match name.strip_suffix("_FILE") {
            Some(secret) => source.set(secret, secret_in_file(secret)),
            None => source.set(name, value),
        }
        let given = name.strip_suffix("_FILE").unwrap_or(name);
        let is_known = catalogue::ALL.iter().any(|setting| setting.name == given);
        assert!(is_known, "{name} is no setting");
    }
    Settings::read(&source).unwrap()
}

/// An example of it, if it is a secret at all: only secrets may be in files.
#[track_caller]
fn secret_in_file(name: &str) -> &'static str {
    let setting = catalogue::ALL.iter().find(|setting| setting.name == name);
    assert!(
        setting.is_some_and(|it| it.is_secret),
        "{name} is no secret setting"
    );
    match name {
        "DATABASE_URL" => "postgres://earshot:a-password@postgres/earshot",
        "EARSHOT_SMTP_URL" => "smtps://user:a-password@mail.example.com",
        "STRIPE_SECRET_KEY" => "sk_live_51AbCdEfGhIjKlMnOpQrStUv",
        "STRIPE_WEBHOOK_SECRET" => "whsec_AbCdEfGhIjKlMnOpQrStUvWx",
        _ => "AbCdEfGhIjKlMnOpQrStUvWxYz0123",
    }
}

#[test]
fn the_sample_is_a_server_that_production_accepts() {
    let settings = as_settings(&sample());

    assert!(settings.is_production);
    assert!(!settings.trusted_proxies.is_empty());
    assert_eq!(settings.missing_operator_settings(), [""; 0]);
    assert_eq!(settings.unknown, [""; 0]);
}

#[test]
fn what_the_sample_leaves_to_choose_is_known_too() {
    let text = text_of("deploy/earshot.env.sample");
    let choices = text.lines().filter_map(|line| line.strip_prefix("# "));
    let choices: Vec<(String, String)> = choices
        .filter_map(|line| line.split_once('='))
        .filter(|(name, _)| name.chars().all(|it| it.is_ascii_uppercase() || it == '_'))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    assert!(choices.len() > 5, "{choices:?}");

    let settings = as_settings(&[sample(), choices].concat());

    assert_eq!(settings.unknown, [""; 0]);
}

#[test]
fn the_sample_holds_no_secret() {
    for (name, value) in sample() {
        let setting = catalogue::ALL.iter().find(|setting| setting.name == name);
        assert!(!setting.is_some_and(|it| it.is_secret), "{name}={value}");
    }
}
