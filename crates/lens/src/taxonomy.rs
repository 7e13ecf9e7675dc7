//! What companies offer, by industry: categories with the names that customers use, what they want
//! to do, and well-known products. A company is placed by the direction of its vectors.

use std::collections::HashSet;
use std::sync::{LazyLock, OnceLock};

use crate::embedding::{Embedding, embed};
use crate::reader::{ReaderVector, read_company};
use crate::text::entries;

/// A group of industries and one of them: "Healthcare", "Dentistry".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TaxonomyIndustry {
    pub(crate) group: &'static str,
    pub(crate) name: &'static str,
}

/// Something that companies offer.
#[derive(Debug)]
pub(crate) struct TaxonomyCategory {
    pub(crate) industry: TaxonomyIndustry,
    /// What customers call it, the most usual name first.
    pub(crate) terms: Vec<&'static str>,
    /// What customers want to do, as a verb with its object.
    pub(crate) problems: Vec<&'static str>,
    /// Well-known products.
    pub(crate) products: Vec<&'static str>,
    embedding: Embedding,
    vector: OnceLock<ReaderVector>,
}

/// A category and how close a company is to it.
pub(crate) type CloseCategory = (f32, &'static TaxonomyCategory);

/// The categories that a company is closest to, closest first.
pub(crate) fn closest_categories(one_liner: &str, description: &str) -> Vec<CloseCategory> {
    // A company has said what it offers within the first paragraphs.
    const SAID: usize = 4000;
    let description = &description[..description.floor_char_boundary(SAID)];
    let read = read_company(one_liner, description);
    let gate = embed(&format!("{one_liner}. {description}"));
    let mut near: Vec<CloseCategory> = CATEGORIES
        .iter()
        .map(|category| (category.embedding.closeness(&gate), category))
        .collect();
    near.sort_by(|left, right| right.0.total_cmp(&left.0));
    // Reading takes milliseconds, and what is far off by its words is not the nearest.
    near.truncate(READ);
    for (closeness, category) in &mut near {
        *closeness = STATIC_SHARE * *closeness + category.vector().cosine(&read);
    }
    near.sort_by(|left, right| right.0.total_cmp(&left.0));
    near
}

/// How close a text is to whatever it is closest to, by the static table alone.
pub(crate) fn closeness_to_offers(text: &str) -> f32 {
    let embedding = embed(text);
    CATEGORIES
        .iter()
        .map(|category| category.embedding.closeness(&embedding))
        .fold(0.0, f32::max)
}

/// How many categories are read, of those closest by the static table.
const READ: usize = 64;

/// The static table knows words that the reader has not learnt to tell apart.
const STATIC_SHARE: f32 = 0.7;

/// Whether a word is a verb with which customers say what they want to do: "build", "send".
pub(crate) fn is_wish_verb(word: &str) -> bool {
    static VERBS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
        let problems = CATEGORIES.iter().flat_map(|category| &category.problems);
        problems
            .filter_map(|problem| problem.split(' ').next())
            .collect()
    });
    VERBS.contains(word)
}

/// Whether customers call something so that companies offer.
pub(crate) fn is_term(phrase: &str) -> bool {
    static TERMS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let terms = CATEGORIES.iter().flat_map(|category| &category.terms);
        terms.map(|term| term.to_lowercase()).collect()
    });
    TERMS.contains(&phrase.to_lowercase())
}

impl TaxonomyCategory {
    fn vector(&self) -> &ReaderVector {
        let read = || read_company(&self.terms.join(", "), &self.problems.join(", "));
        self.vector.get_or_init(read)
    }
}

static CATEGORIES: LazyLock<Vec<TaxonomyCategory>> = LazyLock::new(|| {
    let mut industry = TaxonomyIndustry {
        group: "",
        name: "",
    };
    let mut categories = Vec::new();
    for line in entries(include_str!("words/taxonomy.txt")) {
        if let Some((group, name)) = line
            .strip_prefix("= ")
            .and_then(|line| line.split_once(" / "))
        {
            industry = TaxonomyIndustry { group, name };
        } else {
            categories.push(category(industry, line));
        }
    }
    categories
});

fn category(industry: TaxonomyIndustry, line: &'static str) -> TaxonomyCategory {
    let mut columns = line.split('|').map(|column| {
        let items = column.split(", ").map(str::trim);
        items
            .filter(|item| !item.is_empty())
            .collect::<Vec<&'static str>>()
    });
    let mut column = || columns.next().unwrap_or_default();
    let (terms, problems, products) = (column(), column(), column());
    let text = format!("{}. {}", terms.join(", "), problems.join(", "));
    TaxonomyCategory {
        industry,
        embedding: embed(&text),
        vector: OnceLock::new(),
        terms,
        problems,
        products,
    }
}
