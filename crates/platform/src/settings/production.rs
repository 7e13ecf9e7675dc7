//! What a server for real people must have, and what it must not.

use url::{Host, Url};

use super::placeholders::{is_placeholder, is_placeholder_secret};
use super::source::Reader;
use super::{Secret, Settings, catalogue};

/// A secret of our own: 16 characters of hex are 64 bits.
const SHORTEST_TOKEN: usize = 16;

impl Settings {
    pub(super) fn refuse_public_sandboxes(&self, reader: &mut Reader) {
        let embedded = self.sandboxes().join(", ");
        if !self.bind.ip().is_loopback() {
            reader.problem(
                catalogue::SANDBOX,
                &format!("others could reach the sandboxes ({embedded}) at {}; configure the real providers, bind to 127.0.0.1, or set this to public", self.bind),
            );
        } else if let Some(url) = self.site_url.as_ref().filter(|url| is_public(url)) {
            // A proxy on this machine makes a loopback address public.
            reader.problem(
                catalogue::SANDBOX,
                &format!("people who open {url} would get the sandboxes ({embedded}); configure the real providers and EARSHOT_ENV=production, or set this to public"),
            );
        }
    }

    /// The settings that should name the operator and do not. Only a server that strangers can open
    /// needs them, and only while it shows a text of the product's own.
    pub fn missing_operator_settings(&self) -> Vec<&'static str> {
        let is_open = self.is_production
            || !self.bind.ip().is_loopback()
            || self.site_url.as_ref().is_some_and(is_public);
        if is_open && !self.site_texts.are_all_given() {
            self.operator.missing()
        } else {
            Vec::new()
        }
    }

    /// What is right for tests and wrong for people.
    pub(super) fn refuse_test_settings(&self, reader: &mut Reader) {
        if self.payments.has_test_key() {
            reader.problem(
                catalogue::STRIPE_SECRET_KEY,
                "production does not accept test keys; leave EARSHOT_ENV unset on a trial server",
            );
        }
        if self.lifts_address_limits {
            reader.problem(
                catalogue::LIMITS,
                "production keeps its limits; off is for load tests",
            );
        }
    }

    /// Values that no real provider ever gave anybody: they would fail at the first customer.
    pub(super) fn refuse_impossible_values(&self, reader: &mut Reader) {
        for setting in catalogue::ALL {
            let Some(value) = reader
                .text(*setting)
                .filter(|_| reader.source.is_given(*setting))
            else {
                continue;
            };
            let is_example =
                is_placeholder(&value) || (setting.is_secret && is_placeholder_secret(&value));
            if is_example {
                reader.problem(*setting, "this is the value of an example; set a real one");
            }
        }
        self.payments.refuse_impossible_keys(reader, &self.offer);
        let token = self.metrics_token.as_ref().map(Secret::expose);
        if token.is_some_and(|token| token.len() < SHORTEST_TOKEN) {
            reader.problem(
                catalogue::METRICS_TOKEN,
                "too short to be safe; make one with `openssl rand -hex 32`",
            );
        }
    }

    pub(super) fn demand_real_providers(&self, reader: &mut Reader) {
        if self.smtp_url.is_none() {
            reader.demand(catalogue::SMTP_URL, "a mail server");
        }
        self.llm.demand_real(reader);
        self.payments.demand_real(reader, &self.offer);
        self.listening.demand_real(reader);
    }

    pub(super) fn demand_public_addresses(&self, reader: &mut Reader) {
        if !self.fetching.allow.is_empty() {
            reader.problem(catalogue::FETCH_ALLOW, "not allowed in production");
        }
        match &self.site_url {
            None => reader.demand(catalogue::SITE_URL, "the address people open"),
            Some(url) if url.scheme() != "https" => {
                reader.demand(catalogue::SITE_URL, "https");
            }
            Some(_) => {}
        }
        for (setting, value) in [
            (catalogue::SUPPORT_EMAIL, &self.support_email),
            (catalogue::MAIL_FROM, &self.mail_from),
        ] {
            if value == setting.default {
                reader.demand(setting, "an address of yours");
            }
        }
    }
}

impl Settings {
    /// A path of this server as others reach it; `None` if they cannot.
    pub fn public_address(&self, path: &str) -> Option<Url> {
        let mut url = self.site_url.clone().filter(is_public)?;
        url.set_path(path);
        Some(url)
    }
}

/// Whether an address is one that others can open.
fn is_public(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => !ip.is_loopback() && !ip.is_private(),
        Some(Host::Ipv6(ip)) => !ip.is_loopback() && !ip.is_unique_local(),
        Some(Host::Domain(name)) => name != "localhost" && !name.ends_with(".localhost"),
        None => false,
    }
}
