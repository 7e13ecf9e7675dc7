//! What a server can live with and its operator should know: logged at start, and shown by
//! `earshot doctor`.

use providers::check::SetupCheck;

use super::{Settings, catalogue};

/// The names that are reserved for examples (RFC 2606). Their owners take no mail.
const RESERVED: [&str; 7] = [
    "example.com",
    "example.net",
    "example.org",
    "example",
    "invalid",
    "test",
    "localhost",
];

impl Settings {
    /// Each is about the setting that it is named after.
    pub fn warnings(&self) -> Vec<SetupCheck> {
        let unknown = self.unknown.iter().map(|name| {
            SetupCheck::warning(
                name,
                "unknown setting",
                "`earshot config --help` lists all settings; look for a misspelling.",
            )
        });
        let missing = self.missing_operator_settings().into_iter().map(|name| {
            SetupCheck::warning(
                name,
                "not set, so the terms, the privacy notice and the contact page do not say who runs this server",
                "Set it, or replace all three texts.",
            )
        });
        unknown
            .chain(missing)
            .chain(self.proxy_warning())
            .chain(self.reserved_names())
            .collect()
    }

    fn proxy_warning(&self) -> Option<SetupCheck> {
        let is_missing = self.is_production && self.trusted_proxies.is_empty();
        is_missing.then(|| {
            SetupCheck::warning(
                catalogue::TRUSTED_PROXIES.name,
                "not set, so all clients behind a proxy count as one",
                "Set it to the address of your proxy, such as 127.0.0.1.",
            )
        })
    }

    fn reserved_names(&self) -> Vec<SetupCheck> {
        if !self.is_production {
            return Vec::new();
        }
        let site = self.site_url.as_ref().and_then(|url| url.host_str());
        [
            (catalogue::SITE_URL, site),
            (catalogue::SUPPORT_EMAIL, domain_of(&self.support_email)),
            (catalogue::MAIL_FROM, domain_of(&self.mail_from)),
        ]
        .into_iter()
        .filter_map(|(setting, domain)| {
            let domain = domain.filter(|domain| is_reserved(domain))?;
            let found = format!("{domain} is a name for examples");
            Some(SetupCheck::warning(
                setting.name,
                found,
                "Use a domain of your own.",
            ))
        })
        .collect()
    }
}

/// The domain of an address such as `Earshot <hello@example.com>`.
fn domain_of(mail_address: &str) -> Option<&str> {
    let (_, domain) = mail_address.rsplit_once('@')?;
    Some(domain.trim_end_matches('>').trim())
}

fn is_reserved(domain: &str) -> bool {
    let domain = domain.to_ascii_lowercase();
    RESERVED.iter().any(|name| {
        let before = domain.strip_suffix(name);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    })
}
