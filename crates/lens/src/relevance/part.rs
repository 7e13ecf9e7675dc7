//! The parts of a score.

/// One part of a score: its points, and the words behind them.
#[derive(Debug, Clone, PartialEq)]
pub struct RelevancePart {
    pub name: PartName,
    pub points: f32,
    /// As written in the post, in lower case, strongest first.
    pub words: Vec<String>,
}

/// The name of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PartName {
    TitleWords,
    BodyWords,
    Closeness,
    Community,
    Need,
    Opening,
    Intent,
    Noise,
    Freshness,
    Engagement,
    Rank,
    Rejections,
    /// The correction that keeps a sum between 0 and 100.
    Limit,
}

impl PartName {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TitleWords => "title_words",
            Self::BodyWords => "body_words",
            Self::Closeness => "closeness",
            Self::Community => "community",
            Self::Need => "need",
            Self::Opening => "opening",
            Self::Intent => "intent",
            Self::Noise => "noise",
            Self::Freshness => "freshness",
            Self::Engagement => "engagement",
            Self::Rank => "rank",
            Self::Rejections => "rejections",
            Self::Limit => "limit",
        }
    }
}
