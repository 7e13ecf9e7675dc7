//! What the reader made of a company, so that it is read once and not for every search.

use super::quotes;
use crate::{
    closeness::CompanyText,
    reader::{ReaderVector, read_company},
    text,
};

/// The vector of a company as a whole, and those of its sentences.
#[derive(Debug, Clone, PartialEq)]
pub struct CompanyVectors {
    pub(super) whole: ReaderVector,
    pub(super) sentences: Vec<ReaderVector>,
}

impl CompanyVectors {
    /// Reads a company. Rounded as it is stored, so that a score does not depend on when it was read.
    pub fn read(company: &CompanyText) -> Self {
        let (line, description) = read_text(company);
        Self {
            whole: read_company(&line, description).rounded(),
            sentences: quotes::read_all(&quotes::company_sentences(company)),
        }
    }

    /// How many texts [`CompanyVectors::read`] reads.
    pub fn texts(&self) -> usize {
        1 + self.sentences.len()
    }

    /// For storing.
    pub fn to_bytes(&self) -> Vec<u8> {
        ReaderVector::list_to_bytes([&self.whole].into_iter().chain(&self.sentences))
    }

    /// Reads what [`CompanyVectors::to_bytes`] wrote of this company's text; none if it is of another.
    pub fn from_bytes(company: &CompanyText, bytes: &[u8]) -> Option<Self> {
        let mut vectors = ReaderVector::list_from_bytes(bytes)?;
        let count = quotes::company_sentences(company).len();
        (vectors.len() == count + 1).then(|| Self {
            whole: vectors.remove(0),
            sentences: vectors,
        })
    }
}

/// Everything that is read of a company, to tell whether it has changed.
pub fn text_read(company: &CompanyText) -> String {
    let (line, description) = read_text(company);
    let sentences = quotes::company_sentences(company).join("\n");
    format!("{line}\n{description}\n{sentences}")
}

/// What is read as the company. A text that says next to nothing ("We help people") is read with the
/// keywords, and somebody who has only named keywords yet is read by these alone.
fn read_text<'a>(company: &CompanyText<'a>) -> (String, &'a str) {
    let (line, description) = (company.one_liner.trim(), company.description.trim());
    if !is_vague(line, description) || company.keywords.is_empty() {
        return (line.to_owned(), description);
    }
    let parts = [
        company.keywords.join(", "),
        line.to_owned(),
        description.to_owned(),
    ];
    let parts = parts.iter().map(|part| part.trim_end_matches('.'));
    let said: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    (said.join(". "), "")
}

fn is_vague(line: &str, description: &str) -> bool {
    const FEWEST_WORDS: usize = 5;
    let words = [line, description].into_iter().flat_map(text::folded);
    let telling = words.filter(|word| !text::is_stopword(word));
    telling.take(FEWEST_WORDS).count() < FEWEST_WORDS
}
