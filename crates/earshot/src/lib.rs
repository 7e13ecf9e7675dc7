//! Earshot: a business gives its website's address, and Earshot listens to Reddit for it.
//!
//! The house has an [`edge`] at which requests arrive, rooms that each hold one part of the
//! product, and a floor, [`platform`], on which they stand. `ARCHITECTURE.md` has the picture.

pub mod commands;
pub mod edge;
mod kept_readings;
pub mod lifecycle;
pub mod operations;
pub mod retention_jobs;
pub mod router;
mod sandbox_routes;
pub mod schedule;
pub mod server;
pub mod wiring;
