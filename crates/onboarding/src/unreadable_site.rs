//! Why a website told us nothing about its company, for the page that asks for a sentence instead.

use providers::website::WebsiteError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A page without a word about the company.
pub(super) const EMPTY: &str = "We couldn't find any text about your company on this website.";

/// Reading and searching are for English, whatever model is configured.
pub(super) const NOT_ENGLISH: &str =
    "This website isn't in English, which is all we can read so far.";

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
    /// The word on the wire.
    pub fn id(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Blocked => "blocked",
            Self::Empty => "empty",
            Self::NotEnglish => "not_english",
            Self::NotAPage => "not_a_page",
        }
    }

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
            WebsiteError::Forbidden | WebsiteError::Challenged => UnreadableReason::Blocked,
            WebsiteError::NoPage { status } => reason_of_status(status),
            // A page of many megabytes is a file by another name.
            WebsiteError::NotAPage | WebsiteError::TooLarge | WebsiteError::NotAnAddress => {
                UnreadableReason::NotAPage
            }
        };
        reason.told(&message(error, reason))
    }
}

fn message(error: WebsiteError, reason: UnreadableReason) -> String {
    match (error, reason) {
        (WebsiteError::NoPage { status }, UnreadableReason::Blocked) => {
            format!("This website doesn't let automatic readers in ({status}).")
        }
        (WebsiteError::NoPage { status }, UnreadableReason::NotAPage) => {
            format!("There is no page at this address ({status}).")
        }
        (error, _) => error.to_string(),
    }
}

fn reason_of_status(status: u16) -> UnreadableReason {
    match status {
        // Not for everybody, or not so often; LinkedIn says 999.
        401 | 402 | 403 | 406 | 407 | 429 | 451 | 999 => UnreadableReason::Blocked,
        404 | 410 => UnreadableReason::NotAPage,
        _ => UnreadableReason::Unreachable,
    }
}
