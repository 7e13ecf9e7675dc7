//! Whether people can sign in with Google.

use providers::identity_provider::OpenIdSettings;

use super::Secret;
use super::catalogue;
use super::source::Reader;

/// The operator's choice.
#[derive(Clone, Debug)]
pub struct GoogleChoice {
    pub provider: GoogleSetting,
    /// Kept apart, for the gate that hides secrets in the log.
    pub(super) secret: Option<Secret>,
}

/// Who vouches for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoogleSetting {
    /// Nobody: there is no such button.
    None,
    /// The embedded stand-in.
    Sandbox,
    Live(OpenIdSettings),
}

impl GoogleChoice {
    /// The stand-in signs in whoever one says one is. So it is there only where the mail sandbox is
    /// too, whose mailbox lets anybody be anybody already.
    pub(super) fn read(reader: &mut Reader) -> Self {
        let text = |setting| reader.text(setting).unwrap_or_default();
        let (id, secret) = (
            text(catalogue::GOOGLE_CLIENT_ID),
            text(catalogue::GOOGLE_CLIENT_SECRET),
        );
        let issuer = text(catalogue::GOOGLE_ISSUER);
        if id.is_empty() && secret.is_empty() {
            let is_embedded =
                reader.may_use_sandboxes() && reader.text(catalogue::SMTP_URL).is_none();
            let provider = if is_embedded {
                GoogleSetting::Sandbox
            } else {
                GoogleSetting::None
            };
            return Self {
                provider,
                secret: None,
            };
        }
        let provider = match OpenIdSettings::new(&issuer, &id, &secret) {
            Ok(settings) => GoogleSetting::Live(settings),
            Err(error) => {
                reader.problem(catalogue::GOOGLE_CLIENT_ID, &error.to_string());
                GoogleSetting::None
            }
        };
        Self {
            provider,
            secret: (!secret.is_empty()).then_some(Secret(secret)),
        }
    }

    pub fn is_sandbox(&self) -> bool {
        self.provider == GoogleSetting::Sandbox
    }

    /// Whether the button is there.
    pub fn is_offered(&self) -> bool {
        self.provider != GoogleSetting::None
    }
}
