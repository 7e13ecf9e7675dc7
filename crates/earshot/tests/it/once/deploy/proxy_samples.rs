//! What the three proxies' samples have in common. nginx also runs, in `nginx.rs`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::text_of;

/// Earshot closes a connection that has been idle for ten seconds.
const IDLE: &str = "5s";

fn traefik() -> Value {
    let sample: Value = serde_norway::from_str(&text_of("deploy/traefik.yaml")).unwrap();
    sample["http"].clone()
}

#[test]
fn every_proxy_hides_what_is_for_operators() {
    let nginx = text_of("deploy/nginx.conf");
    let caddy = text_of("deploy/Caddyfile");
    let rule = traefik()["routers"]["earshot"]["rule"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(nginx.contains("location ~ ^/(metrics|ops|sandbox)(/|$)"));
    for path in ["/metrics", "/ops", "/sandbox"] {
        assert!(caddy.contains(&format!(" {path} {path}/*")), "{path}");
        assert!(
            rule.contains(&format!("&& !PathPrefix(`{path}`)")),
            "{path}: {rule}"
        );
    }
}

#[test]
fn every_proxy_drops_the_forwarded_header_of_clients() {
    assert!(text_of("deploy/nginx.conf").contains("proxy_set_header Forwarded \"\";"));
    assert!(text_of("deploy/Caddyfile").contains("header_up -Forwarded"));
    let traefik = traefik();
    assert_eq!(
        traefik["routers"]["earshot"]["middlewares"][0],
        "earshot-headers"
    );
    let headers = &traefik["middlewares"]["earshot-headers"]["headers"];
    assert_eq!(headers["customRequestHeaders"]["Forwarded"], "");
}

#[test]
fn every_proxy_waits_for_long_answers_and_closes_idle_connections_first() {
    let nginx = text_of("deploy/nginx.conf");
    assert!(nginx.contains("proxy_read_timeout 620s;"));
    assert!(nginx.contains(&format!("keepalive_timeout {IDLE};")));
    let caddy = text_of("deploy/Caddyfile");
    assert!(caddy.contains("response_header_timeout 620s"));
    assert!(caddy.contains(&format!("keepalive {IDLE}")));
    let transport = &traefik()["serversTransports"]["earshot"]["forwardingTimeouts"];
    assert_eq!(transport["responseHeaderTimeout"], "620s");
    assert_eq!(transport["idleConnTimeout"], IDLE);
}

#[test]
fn compose_gives_caddy_what_its_file_asks_for() {
    let compose: Value = serde_norway::from_str(&text_of("deploy/compose.yaml")).unwrap();
    let given = compose["services"]["caddy"]["environment"]
        .as_object()
        .unwrap();

    let caddy = text_of("deploy/Caddyfile");
    let asked = caddy.split("{$").skip(1);
    let asked: BTreeSet<&str> = asked.filter_map(|it| it.split([':', '}']).next()).collect();

    assert_eq!(asked, given.keys().map(String::as_str).collect());
}
