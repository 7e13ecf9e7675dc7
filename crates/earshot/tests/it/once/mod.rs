//! What does not depend on the database engine, so it is tested once and not once per engine.

mod contract;
mod edge;
mod settings;
mod site;
mod sources;
mod web;
