//! Judges JSON Lines, so that anyone can measure `lens`: `judge TASK < in.jsonl > out.jsonl`.

fn main() {}
