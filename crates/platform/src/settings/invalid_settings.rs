//! The one message about settings that cannot be used.

use std::fmt;

/// Everything that is wrong with the settings, in one message.
#[derive(Debug, PartialEq, Eq)]
pub struct InvalidSettings(pub Vec<String>);

impl std::error::Error for InvalidSettings {}

impl fmt::Display for InvalidSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "these settings need attention:")?;
        self.0
            .iter()
            .try_for_each(|problem| write!(formatter, "\n  {problem}"))
    }
}
