//! What does not depend on the database engine, so it is tested once and not once per engine.

mod contract;
mod edge;
mod production;
mod settings;
mod site;
mod sources;
mod sqlite_failures;
mod web;
mod wrong_bodies;
