//! The floor on which every room stands: database, clock, jobs, mail outbox, settings, logs.
//!
//! **Architecture invariant:** nothing here names a room. What a room needs done later it hands
//! down as a job, a schedule or a mail; what the floor needs to know it takes as a parameter.

pub mod answer;
pub mod budget;
pub mod changes;
pub mod clock;
pub mod crash;
pub mod csv;
pub mod db;
pub mod filters;
pub mod jobs;
pub mod keys;
pub mod letterhead;
pub mod limits;
pub mod live;
pub mod llm;
pub mod outbox;
pub mod rejection;
pub mod request;
pub mod settings;
pub mod tasks;
pub mod telemetry;
