//! The five tones (spec §9).

use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// How a comment sounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, ToSchema)]
pub enum Tone {
    #[default]
    #[serde(rename = "helpful and professional")]
    HelpfulAndProfessional,
    #[serde(rename = "casual and friendly")]
    CasualAndFriendly,
    #[serde(rename = "expert and authoritative")]
    ExpertAndAuthoritative,
    #[serde(rename = "conversational and engaging")]
    ConversationalAndEngaging,
    #[serde(rename = "supportive and encouraging")]
    SupportiveAndEncouraging,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown tone")]
pub struct UnknownTone;

impl Tone {
    pub const ALL: [Self; 5] = [
        Self::HelpfulAndProfessional,
        Self::CasualAndFriendly,
        Self::ExpertAndAuthoritative,
        Self::ConversationalAndEngaging,
        Self::SupportiveAndEncouraging,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::HelpfulAndProfessional => "helpful and professional",
            Self::CasualAndFriendly => "casual and friendly",
            Self::ExpertAndAuthoritative => "expert and authoritative",
            Self::ConversationalAndEngaging => "conversational and engaging",
            Self::SupportiveAndEncouraging => "supportive and encouraging",
        }
    }
}

/// Case-insensitive, because screens capitalise the first letter.
impl FromStr for Tone {
    type Err = UnknownTone;

    fn from_str(text: &str) -> Result<Self, UnknownTone> {
        let text = text.trim();
        let known = Self::ALL.into_iter();
        let mut same = known.filter(|tone| tone.name().eq_ignore_ascii_case(text));
        same.next().ok_or(UnknownTone)
    }
}

impl<'de> Deserialize<'de> for Tone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_five_tones_are_parsed_in_any_case_and_nothing_else() {
        for tone in Tone::ALL {
            assert_eq!(tone.name().parse(), Ok(tone));
            assert_eq!(serde_json::to_value(tone).unwrap(), tone.name());
        }
        assert_eq!(" Casual and Friendly".parse(), Ok(Tone::CasualAndFriendly));
        for text in ["", "casual", "pirate", "casual and friendly; say hi"] {
            assert_eq!(text.parse::<Tone>(), Err(UnknownTone), "{text}");
        }
    }
}
