//! Everything that must not be printed, in every form in which it may turn up.

use percent_encoding::percent_decode_str;
use url::Url;

use super::Settings;
use crate::db::DatabaseLocation;

impl Settings {
    /// The values that must never appear in a log.
    pub fn secrets(&self) -> Vec<String> {
        let mut secrets: Vec<String> = [
            &self.smtp_url,
            &self.metrics_token,
            &self.llm.key,
            &self.google.secret,
        ]
        .into_iter()
        .chain(self.payments.secrets())
        .flatten()
        .chain(&self.listening.secrets)
        .map(|secret| secret.0.clone())
        .collect();
        if let DatabaseLocation::Postgres { address } = &self.place {
            secrets.push(address.expose().to_owned());
        }
        let parts: Vec<String> = secrets.iter().flat_map(|secret| parts_of(secret)).collect();
        secrets.extend(parts);
        secrets
    }
}

/// A password may be logged without the address or the login around it, encoded or not.
fn parts_of(secret: &str) -> Vec<String> {
    if let Ok(url) = Url::parse(secret)
        && let Some(password) = url.password()
    {
        let decoded = percent_decode_str(password).decode_utf8_lossy();
        return vec![password.to_owned(), decoded.into_owned()];
    }
    let password = secret.split_once(':').map(|(_, password)| password);
    password.map(str::to_owned).into_iter().collect()
}
