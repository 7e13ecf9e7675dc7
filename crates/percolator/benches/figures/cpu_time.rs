//! CPU time of this thread, which a busy neighbour does not change much.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// What a call takes, and what it returns.
pub(crate) fn timed<T>(call: impl FnOnce() -> T) -> (Duration, T) {
    let started = thread_time();
    let value = call();
    (thread_time().saturating_sub(started), value)
}

/// The middle of several measurements of each of several calls, made in turns. Each round hands another
/// number to its calls, and first to `prepare`, whose time does not count.
pub(crate) fn in_turns<const CALLS: usize>(
    rounds: usize,
    prepare: impl Fn(usize),
    mut calls: [&mut dyn FnMut(usize); CALLS],
) -> [f64; CALLS] {
    let mut seconds: [Vec<f64>; CALLS] = std::array::from_fn(|_| Vec::new());
    for round in 0..rounds {
        for (call, seconds) in calls.iter_mut().zip(&mut seconds) {
            prepare(round);
            seconds.push(timed(|| call(round)).0.as_secs_f64());
        }
    }
    seconds.map(crate::report::median)
}

fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}
