//! Listening: Reddit within its budget, each thing asked once, ranks, and how people filter.

mod ask_once;
mod ask_within_budget;
mod outages;
mod partial;
mod ranks;
mod reddit;
mod room;
mod settings;
