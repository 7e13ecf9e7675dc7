//! Text in, judgement out. Pure: no IO, no async, no clock, no network, and nothing here can fail.

pub mod text;
