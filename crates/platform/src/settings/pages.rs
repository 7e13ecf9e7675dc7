//! What the operator decides about the pages: the texts of the public site, who they name, and
//! whether the web app may ask people to be counted.

use url::Url;

use super::catalogue;
use super::source::Reader;
use crate::settings::Setting;

/// The operator's own words for pages of the public site. None: the product's own.
#[derive(Clone, Debug)]
pub struct SiteTexts {
    pub terms: Option<String>,
    pub privacy: Option<String>,
    pub contact: Option<String>,
}

impl SiteTexts {
    pub(super) fn read(reader: &mut Reader) -> Self {
        Self {
            terms: text_of_file(reader, catalogue::TERMS),
            privacy: text_of_file(reader, catalogue::PRIVACY),
            contact: text_of_file(reader, catalogue::CONTACT),
        }
    }

    /// None of the product's own texts is shown.
    pub(super) fn are_all_given(&self) -> bool {
        self.terms.is_some() && self.privacy.is_some() && self.contact.is_some()
    }
}

/// Who runs this server, as the pages of the public site name them.
#[derive(Clone, Debug)]
pub struct Operator {
    pub name: Option<String>,
    /// The postal address, on one line.
    pub address: Option<String>,
    /// Whose law applies to the terms.
    pub country: Option<String>,
}

impl Operator {
    pub(super) fn read(reader: &Reader) -> Self {
        Self {
            name: reader.text(catalogue::OPERATOR_NAME),
            address: reader.text(catalogue::OPERATOR_ADDRESS),
            country: reader.text(catalogue::OPERATOR_COUNTRY),
        }
    }

    /// The settings that would complete it.
    pub(super) fn missing(&self) -> Vec<&'static str> {
        [
            (&self.name, catalogue::OPERATOR_NAME),
            (&self.address, catalogue::OPERATOR_ADDRESS),
            (&self.country, catalogue::OPERATOR_COUNTRY),
        ]
        .into_iter()
        .filter_map(|(value, setting)| value.is_none().then_some(setting.name))
        .collect()
    }
}

/// Read at start, like every setting, so that a wrong name is noticed then and not by a visitor.
pub(super) fn text_of_file(reader: &mut Reader, setting: Setting) -> Option<String> {
    let path = reader.text(setting)?;
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            reader.problem(setting, &format!("'{path}' cannot be read: {error}"));
            None
        }
    }
}

/// Where the web app sends what it counts, after people have agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analytics {
    /// The project's public key: every visitor's browser gets it.
    pub key: String,
    pub host: Url,
}

impl Analytics {
    /// Without a key there are no analytics at all.
    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let expected = "an http or https address without a query";
        let host: Url = reader.parse(catalogue::POSTHOG_HOST, expected)?;
        let is_web = matches!(host.scheme(), "http" | "https") && host.has_host();
        if !is_web || host.query().is_some() || host.fragment().is_some() {
            reader.problem(
                catalogue::POSTHOG_HOST,
                &format!("'{host}' is not {expected}"),
            );
        }
        Some(Self {
            key: reader.text(catalogue::POSTHOG_KEY)?,
            host,
        })
    }

    /// As the content security policy names it.
    pub fn origin(&self) -> String {
        self.host.origin().ascii_serialization()
    }

    /// As the web app calls it.
    pub fn address(&self) -> &str {
        self.host.as_str().trim_end_matches('/')
    }
}
