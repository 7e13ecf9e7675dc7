//! The reader: a small transformer that turns a text into a vector, trained so that a post which is
//! a lead for a company points where the company does.
//!
//! Company and post are read apart, so a text is read once for all customers. Reading a post takes
//! some ten milliseconds of one core; what is too far off to be worth that is decided before, by
//! [`crate::closeness`].

mod activations;
pub(crate) mod adapter;
mod forward_pass;
mod int8_matrix;
#[cfg(target_arch = "x86_64")]
mod int8_x86;
mod safetensors;
mod vector;
mod weights;
mod word_pieces;

use std::sync::LazyLock;

use crate::memo::{Memo, token_hash};

#[doc(hidden)]
pub use safetensors::f16_to_f32;
pub use vector::ReaderVector;
use weights::ReaderWeights;
use word_pieces::WordPieces;

/// Reads a company by what it says of itself.
pub fn read_company(one_liner: &str, description: &str) -> ReaderVector {
    read(&format!("{one_liner}. {description}"), COMPANY_TOKENS)
}

/// Reads a post. What stands beyond the first 160 tokens is not read: a lead has said by then what
/// it wants.
pub fn read_post(subreddit: &str, title: &str, body: &str) -> ReaderVector {
    let subreddit = subreddit.trim_start_matches("r/");
    read(&format!("r/{subreddit}: {title}\n{body}"), POST_TOKENS)
}

/// Reads one sentence of a post or of a company.
pub fn read_sentence(sentence: &str) -> ReaderVector {
    read(sentence, SENTENCE_TOKENS)
}

/// Changes with the weights, so that a vector of other weights is never compared with one of these.
pub const READER_VERSION: i64 = 1;

const COMPANY_TOKENS: usize = 96;
const POST_TOKENS: usize = 160;
const SENTENCE_TOKENS: usize = 64;

fn read(text: &str, most_tokens: usize) -> ReaderVector {
    let tokens = word_pieces().tokens(text, most_tokens);
    KNOWN.get_or_read(token_hash(&tokens), || {
        forward_pass::mean(&forward_pass::last_layer(&WEIGHTS, &tokens))
    })
}

/// About 24 megabytes at most: a scan reads some hundred posts and ten sentences of each.
static KNOWN: LazyLock<Memo<ReaderVector>> = LazyLock::new(|| Memo::new("text", 16_384));

/// The numbers of the word pieces of a text, as the reader gets them.
#[doc(hidden)]
pub fn tokens(text: &str, most_tokens: usize) -> Vec<u32> {
    word_pieces().tokens(text, most_tokens)
}

/// Reads a text in plain floating point, without rounding between layers: what the fast way is
/// compared with.
#[doc(hidden)]
pub fn read_exactly(text: &str, most_tokens: usize) -> ReaderVector {
    let tokens = tokens(text, most_tokens);
    forward_pass::mean(&forward_pass::last_layer_exactly(&WEIGHTS, &tokens))
}

/// The instruction sets that this machine has and the reader knows, the fastest first.
#[doc(hidden)]
pub fn instruction_sets() -> Vec<&'static str> {
    forward_pass::ways().map(|(name, _)| name).collect()
}

/// Reads a text with the instruction set at that place of [`instruction_sets`].
#[doc(hidden)]
pub fn read_with(instruction_set: usize, text: &str, most_tokens: usize) -> ReaderVector {
    let way = forward_pass::ways().nth(instruction_set);
    let (_, way) = way.expect("one of those that this machine has");
    forward_pass::mean(&way(&WEIGHTS, &tokens(text, most_tokens)))
}

/// The word pieces of a part of a text, without its beginning and end.
pub(crate) fn word_pieces_of(part: &str, most_tokens: usize) -> Vec<u32> {
    word_pieces().pieces(part, most_tokens)
}

fn word_pieces() -> &'static WordPieces {
    static WORD_PIECES: LazyLock<WordPieces> =
        LazyLock::new(|| WordPieces::new(include_str!("../models/reader-vocabulary.txt")));
    &WORD_PIECES
}

static READER: &[u8] = include_bytes!("../models/reader-int8.safetensors");

static WEIGHTS: LazyLock<ReaderWeights> =
    LazyLock::new(|| ReaderWeights::parse(READER).expect("the shipped reader is whole"));
