//! Work that stays on one core, together with whatever threads it starts.

use std::future::Future;

use anyhow::{Context, anyhow};
use rustix::thread::{CpuSet, sched_setaffinity};

/// The server's core, and the one of whoever keeps it busy.
pub(crate) const SERVERS_CORE: usize = 0;
pub(crate) const LOADERS_CORE: usize = 1;

pub(crate) fn on_core<T: Send>(
    core: usize,
    work: impl Future<Output = anyhow::Result<T>> + Send,
) -> anyhow::Result<T> {
    started_on_core(core, async move || work.await)
}

/// The same for work that is begun on its core, so that it need not be moved there.
pub(crate) fn started_on_core<T: Send>(
    core: usize,
    start: impl AsyncFnOnce() -> anyhow::Result<T> + Send,
) -> anyhow::Result<T> {
    let pinned = move || {
        let mut cores = CpuSet::new();
        cores.set(core);
        sched_setaffinity(None, &cores).context("staying on one core")?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(start())
    };
    let ended = std::thread::scope(|scope| scope.spawn(pinned).join());
    ended.map_err(|_panic| anyhow!("the work on core {core} panicked"))?
}
