//! Why a website told us nothing about its company, for the page that asks for a sentence instead.

use providers::website::WebsiteError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A website that could not be understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadableSite {
    // Analyses that ended before there were reasons have none.
    #[serde(default)]
    pub reason: UnreadableReason,
    /// In plain words, for the user.
    pub message: String,
}

/// Why a website could not be understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnreadableReason {
    /// It does not respond, or with an error.
    #[default]
    Unreachable,
    /// It keeps automatic readers out.
    Blocked,
    /// Its pages have no text that says what the company does.
    Empty,
    /// Its pages are in another language.
    NotEnglish,
    /// There is a file or nothing at all at the address.
    NotAPage,
}

impl UnreadableReason {
    /// The reason with the words that go with it.
    pub(super) fn told(self, message: &str) -> UnreadableSite {
        UnreadableSite {
            reason: self,
            message: message.to_owned(),
        }
    }
}

impl From<WebsiteError> for UnreadableSite {
    fn from(error: WebsiteError) -> Self {
        let reason = match error {
            WebsiteError::Refused | WebsiteError::Unreachable | WebsiteError::TimedOut => {
                UnreadableReason::Unreachable
            }
            WebsiteError::Forbidden => UnreadableReason::Blocked,
            WebsiteError::NoPage { status } => reason_of_status(status),
            // A page of many megabytes is a file by another name.
            WebsiteError::NotAPage
            | WebsiteError::TooLarge
            | WebsiteError::NotAnAddress
            | WebsiteError::NoIcon => UnreadableReason::NotAPage,
        };
        reason.told(&error.to_string())
    }
}

fn reason_of_status(status: u16) -> UnreadableReason {
    match status {
        // Not allowed, or only for readers who pay or wait.
        401 | 402 | 403 | 407 | 429 | 451 => UnreadableReason::Blocked,
        404 | 410 => UnreadableReason::NotAPage,
        _ => UnreadableReason::Unreachable,
    }
}
