//! What the author of a post is after, once the post was read: the intent, and whether they seek or
//! offer something.
//!
//! Both are linear models over the reader's vector and the cues of [`crate::intent`]. The vector
//! knows what is meant, the cues know how it is said; each alone does worse.

#[doc(hidden)]
pub mod model;

use std::sync::LazyLock;

use crate::{intent::Intent, noise::NoiseKind, reader::ReaderVector};
use model::{AuthorModel, inputs};

/// Judges the author of a post that was read.
pub fn author(
    read: &ReaderVector,
    title: &str,
    body: &str,
    noise: Option<NoiseKind>,
) -> AuthorJudgement {
    MODEL.judge(&inputs(read, title, body, noise))
}

/// Whether an author wants something or has something to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Wants help, advice, a product, a service or somebody to hire.
    Seeks,
    /// Sells, promotes, mentors, is for hire, or gives something away.
    Offers,
    /// Tells or discusses something, or the model is not sure.
    Neither,
}

impl Side {
    pub const ALL: [Self; 3] = [Self::Seeks, Self::Offers, Self::Neither];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Seeks => "seeks",
            Self::Offers => "offers",
            Self::Neither => "neither",
        }
    }
}

/// The probabilities of each intent and each side.
#[derive(Clone, Debug, PartialEq)]
pub struct AuthorJudgement {
    /// In the order of [`Intent::ALL`].
    #[doc(hidden)]
    pub intents: [f32; 5],
    /// In the order of [`Side::ALL`].
    #[doc(hidden)]
    pub sides: [f32; 3],
    side: Side,
}

impl AuthorJudgement {
    pub fn intent(&self) -> Intent {
        let shares = Intent::ALL.into_iter().zip(self.intents);
        let best = shares.max_by(|one, other| one.1.total_cmp(&other.1));
        best.expect("five intents").0
    }

    /// Seeks or offers only where at least nine of ten such answers are right, else neither.
    pub fn side(&self) -> Side {
        self.side
    }
}

static MODEL: LazyLock<AuthorModel> = LazyLock::new(|| {
    AuthorModel::parse(include_bytes!("../models/author.bin")).expect("the shipped model is whole")
});
