//! Language, tokens, sentences.
