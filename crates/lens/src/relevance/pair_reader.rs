//! The reader, taught to read a company and a post together: is the post a lead for the company?
//!
//! Vectors of two texts that were read apart tell whether both are of one field. Whether the author
//! has an opening for this very company is only seen by who reads both.

use std::sync::LazyLock;

use super::CandidatePost;
use crate::{
    closeness::CompanyText,
    cues::clipped,
    memo::{Memo, token_hash},
    reader::{
        adapter::{AdaptedReader, AdapterHead, END, MARK, START, mean},
        word_pieces_of,
    },
};

/// A company as it is read together with posts.
#[derive(Debug, Clone)]
pub(super) struct PairCompany {
    pieces: Vec<u32>,
}

impl PairCompany {
    pub(super) fn new(company: &CompanyText) -> Self {
        let line = company.one_liner.trim().trim_end_matches('.');
        let description = company.description.trim();
        let offers = company.offers.join(", ");
        let keywords = company.keywords.join(", ");
        let text = format!("{line}. {description} {offers} {keywords}");
        Self {
            pieces: word_pieces_of(text.trim(), MOST_COMPANY),
        }
    }

    /// The logarithm of the odds that the post is a lead, by the two texts alone. It takes some fifty
    /// milliseconds; a pair that was read before takes none.
    pub(super) fn odds(&self, post: &CandidatePost) -> f32 {
        let tokens = self.tokens(post);
        let [odds] =
            KNOWN.get_or_read(pair_hash(&tokens), || [PairReader::shipped().odds(&tokens)]);
        odds
    }

    pub(super) fn hash(&self, post: &CandidatePost) -> i64 {
        pair_hash(&self.tokens(post))
    }

    /// The mark stands between the two texts. Of a long post the beginning and the end are read, for
    /// what is asked often stands last.
    fn tokens(&self, post: &CandidatePost) -> Vec<u32> {
        let subreddit = post.subreddit.trim_start_matches("r/");
        let body = clipped(post.body, LONGEST_BODY);
        let text = format!("r/{subreddit}: {}\n{body}", post.title);
        let pieces = word_pieces_of(&text, LONGEST_BODY);
        let is_long = pieces.len() > POST_BEGINNING + POST_END;
        let (beginning, end) = if is_long {
            let end = pieces.len() - POST_END;
            (&pieces[..POST_BEGINNING], &pieces[end..])
        } else {
            (&pieces[..], &[][..])
        };
        [&[START], &self.pieces[..], &[MARK], beginning, end, &[END]].concat()
    }
}

/// What was read of a company and a post together, if this process knows it. The hash is that of
/// [`super::pair_hash`].
pub fn pair_reading(hash: i64) -> Option<f32> {
    KNOWN.get(hash).map(|[odds]| odds)
}

/// Spares this process the reading that another one did.
pub fn remember_pair_reading(hash: i64, odds: f32) {
    KNOWN.remember(hash, [odds]);
}

fn pair_hash(tokens: &[u32]) -> i64 {
    token_hash(tokens) ^ WEIGHTS_VERSION
}

/// A new adapter reads everything anew.
const WEIGHTS_VERSION: i64 = 1;

/// As the adapter was trained.
const MOST_COMPANY: usize = 120;
const POST_BEGINNING: usize = 130;
const POST_END: usize = 60;
const LONGEST_BODY: usize = 20_000;

struct PairReader {
    reader: AdaptedReader,
    head: AdapterHead<1>,
}

impl PairReader {
    fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<PairReader> = LazyLock::new(|| {
            let adapter = include_bytes!("../../models/lead.safetensors");
            PairReader::parse(adapter).expect("the adapter is whole")
        });
        &SHIPPED
    }

    fn parse(adapter: &'static [u8]) -> Option<Self> {
        let reader = AdaptedReader::parse(adapter)?;
        let head = reader.head("lead")?;
        Some(Self { reader, head })
    }

    fn odds(&self, tokens: &[u32]) -> f32 {
        let rows = self.reader.last_layer(tokens);
        let rows = rows.iter().zip(tokens);
        let marked = rows.filter(|(_, token)| **token == MARK);
        let [odds] = self.head.scores(&mean(marked.map(|(row, _)| row)));
        odds
    }
}

/// About two megabytes.
static KNOWN: LazyLock<Memo<[f32; 1]>> = LazyLock::new(|| Memo::new("pair", 100_000));
