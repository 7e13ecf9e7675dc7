//! compose.yaml and the image, as far as one can tell without a container engine.

use platform::db::DatabaseLocation;
use platform::settings::catalogue;
use serde_json::Value;

use super::sample_settings::{as_settings, sample};
use super::text_of;

fn compose() -> Value {
    serde_norway::from_str(&text_of("deploy/compose.yaml")).unwrap()
}

/// The environment of a service; `${SITE_DOMAIN}` is what the operator has in the file .env.
fn environment(service: &Value) -> Vec<(String, String)> {
    let given = service["environment"].as_object().unwrap();
    given
        .iter()
        .map(|(name, value)| {
            let value = value.as_str().unwrap();
            let filled = match value.split_once("${SITE_DOMAIN") {
                Some((before, rest)) => {
                    format!("{before}app.example.com{}", rest.split_once('}').unwrap().1)
                }
                None => value.to_owned(),
            };
            (name.clone(), filled)
        })
        .collect()
}

#[test]
fn compose_starts_a_server_that_production_accepts_with_settings_that_exist() {
    let compose = compose();
    let earshot = &compose["services"]["earshot"];
    assert_eq!(earshot["env_file"], "earshot.env");

    let settings = as_settings(&[sample(), environment(earshot)].concat());

    assert!(settings.is_production);
    assert!(
        !settings.bind.ip().is_loopback(),
        "Caddy is another machine to it"
    );
    assert!(matches!(settings.place, DatabaseLocation::Postgres { .. }));
    assert_eq!(settings.unknown, [""; 0]);
}

#[test]
fn each_secret_file_that_compose_names_is_there() {
    let compose = compose();
    let kept = compose["secrets"].as_object().unwrap();
    for service in compose["services"].as_object().unwrap().values() {
        let shown = service["secrets"].as_array().cloned().unwrap_or_default();
        let files = environment(service)
            .into_iter()
            .filter(|(name, _)| name.ends_with("_FILE"));
        for (name, path) in files {
            let file = path.strip_prefix("/run/secrets/").unwrap();
            assert!(
                shown.contains(&file.into()) && kept.contains_key(file),
                "{name}: {path}"
            );
        }
    }
    let ignored = text_of(".gitignore");
    assert!(ignored.contains("/deploy/secrets") && ignored.contains("/deploy/earshot.env"));
}

#[test]
fn the_server_trusts_caddy_and_no_other_container() {
    let compose = compose();
    let services = &compose["services"];

    let caddy = services["caddy"]["networks"]["front"]["ipv4_address"]
        .as_str()
        .unwrap();
    assert_eq!(
        services["earshot"]["environment"]["EARSHOT_TRUSTED_PROXIES"],
        caddy
    );
    assert_eq!(services["caddy"]["environment"]["UPSTREAM"], "earshot:8080");
    assert_eq!(
        services["earshot"]["ports"],
        Value::Null,
        "only Caddy can be reached"
    );
    assert_eq!(compose["networks"]["back"]["internal"], true);
}

#[test]
fn the_server_has_a_root_that_it_cannot_write_to_and_time_to_stop() {
    let compose = compose();
    let earshot = &compose["services"]["earshot"];

    assert_eq!(earshot["read_only"], true);
    assert_eq!(earshot["cap_drop"], serde_json::json!(["ALL"]));
    let waits = earshot["stop_grace_period"].as_str().unwrap();
    let waits_s: u32 = waits.strip_suffix('s').unwrap().parse().unwrap();
    let drain_s: u32 = catalogue::DRAIN_S.default.parse().unwrap();
    assert!(waits_s >= drain_s + 5, "{waits}");
}

#[test]
fn the_image_runs_as_nobody_in_particular_and_tells_whether_it_is_ready() {
    let dockerfile = text_of("deploy/Dockerfile");
    let last = dockerfile.rsplit("\nFROM ").next().unwrap();
    let folders = text_of("deploy/image-root");

    assert!(last.contains("USER 10001:10001"), "{last}");
    assert!(
        folders.contains("install -d -o 10001 -g 10001"),
        "{folders}"
    );
    assert!(
        last.contains(r#"CMD ["/usr/bin/earshot", "health"]"#),
        "{last}"
    );
    for line in last
        .lines()
        .filter_map(|line| line.trim().strip_prefix("ENV "))
    {
        let name = line.split('=').next().unwrap();
        assert!(
            catalogue::ALL.iter().any(|setting| setting.name == name),
            "{name}"
        );
    }
    let builds = "--package earshot --bin earshot --no-default-features";
    assert!(dockerfile.contains(builds) && text_of("tools/dist").contains(builds));
}
