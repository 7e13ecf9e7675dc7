//! How long the reader takes: `taskset -c 0 cargo run --release -p lens --example read_speed`.
//! Milliseconds per text of 64 and of 160 tokens on one core, and how long the weights take to load.
#![expect(clippy::print_stdout, reason = "a program for the shell")]

use std::{hint::black_box, time::Instant};

use lens::reader::{instruction_sets, read_with, tokens};

fn main() {
    println!("loaded in {:.1} ms", milliseconds(|| read_with(0, "", 2)));
    let text = "the client pays late and nobody answers my mails ".repeat(20);
    for count in [64, 160] {
        assert_eq!(tokens(&text, count).len(), count);
        for (way, name) in instruction_sets().into_iter().enumerate() {
            // The fastest of some runs: what the machine can do when nothing disturbs it.
            let runs = (0..30).map(|_| milliseconds(|| read_with(way, &text, count)));
            println!(
                "{count} tokens, {name}: {:.1} ms",
                runs.fold(f64::MAX, f64::min)
            );
        }
    }
}

fn milliseconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64() * 1e3
}
