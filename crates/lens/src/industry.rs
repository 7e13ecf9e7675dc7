//! Which industry a company is in, by the categories of the taxonomy that it is closest to.

use crate::taxonomy::{CloseCategory, TaxonomyIndustry, closest_categories};
use crate::text::words;
use crate::website::one_liner;

/// An industry, with what of it decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Industry {
    /// What people would call it: "Dentistry", "Developer tools".
    pub name: &'static str,
    /// The wider field that it belongs to: "Healthcare", "B2B".
    pub group: &'static str,
    /// What the closest companies of the industry offer: "dental practice".
    pub category: &'static str,
}

/// The industry of a company from what it says about itself; none if the text says too little.
pub fn industry(text: &str) -> Option<Industry> {
    industry_of(&closest_categories(&one_liner("", text), text), text)
}

/// The same, for a company whose closest categories are known.
pub(crate) fn industry_of(closest: &[CloseCategory], text: &str) -> Option<Industry> {
    let (best, _) = closest.first()?;
    if *best < CLOSE || words(text).take(FEWEST_WORDS).count() < FEWEST_WORDS {
        return None;
    }
    let near = &closest[..closest.len().min(NEIGHBOURS)];
    let group = heaviest(near, |industry| industry.group)?;
    let of_group: Vec<CloseCategory> = near
        .iter()
        .filter(|(_, category)| category.industry.group == group)
        .copied()
        .collect();
    let name = heaviest(&of_group, |industry| industry.name)?;
    let (_, category) = of_group
        .iter()
        .find(|(_, category)| category.industry.name == name)?;
    Some(Industry {
        name,
        group,
        category: category.terms.first()?,
    })
}

/// One category may be close by chance; ten are a vote.
const NEIGHBOURS: usize = 10;

/// A vote counts half as much for every seven hundredths that its category is further off.
const SHARPNESS: f32 = 0.1;

/// A company that is further from everything is in no industry that we know.
const CLOSE: f32 = 0.46;

/// A word or two prove nothing.
const FEWEST_WORDS: usize = 3;

/// The name that most of the weight is on.
fn heaviest(
    near: &[CloseCategory],
    name: impl Fn(TaxonomyIndustry) -> &'static str,
) -> Option<&'static str> {
    let best = near.first()?.0;
    let mut votes: Vec<(&'static str, f32)> = Vec::new();
    for (closeness, category) in near {
        let vote = ((closeness - best) / SHARPNESS).exp();
        let name = name(category.industry);
        match votes.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += vote,
            None => votes.push((name, vote)),
        }
    }
    votes
        .into_iter()
        .max_by(|left, right| left.1.total_cmp(&right.1))
        .map(|(name, _)| name)
}
