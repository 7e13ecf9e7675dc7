//! CPU time of this thread, which a busy neighbour does not change much.

use std::fs;
use std::time::{Duration, Instant};

/// What a call takes, and what it returns.
pub(crate) fn timed<T>(call: impl FnOnce() -> T) -> (Duration, T) {
    let (started, clock) = (thread_time(), Instant::now());
    let value = call();
    let elapsed = clock.elapsed();
    let taken = match (started, thread_time()) {
        (Some(started), Some(ended)) => ended.saturating_sub(started),
        _ => elapsed,
    };
    (taken, value)
}

/// The middle of several measurements of each of several calls, made in turns.
pub(crate) fn in_turns<const CALLS: usize>(
    rounds: usize,
    mut calls: [&mut dyn FnMut(); CALLS],
) -> [f64; CALLS] {
    let mut seconds: [Vec<f64>; CALLS] = std::array::from_fn(|_| Vec::new());
    for _ in 0..rounds {
        for (call, seconds) in calls.iter_mut().zip(&mut seconds) {
            seconds.push(timed(call).0.as_secs_f64());
        }
    }
    seconds.map(crate::report::median)
}

/// Only Linux tells; elsewhere the wall clock has to do.
fn thread_time() -> Option<Duration> {
    let line = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = line.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
