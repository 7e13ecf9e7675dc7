//! Work that outlives the request: durable, leased, fenced, retried, fair.

mod failures;
mod leases;
mod office;
mod queue;
