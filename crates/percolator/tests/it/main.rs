//! What the percolator promises, seen from outside.

mod agreement;
mod automaton_oracle;
mod generated;
mod keyword_language;
mod life_cycle;
mod naive_oracle;
