//! What does not depend on the database engine, so it is tested once and not once per engine: among
//! it what is judged, for reading hundreds of posts takes half a minute a company, and moves between
//! the engines, which need both at once (`tools/with-postgres` starts the second).

mod contract;
mod deploy;
mod doctor;
mod edge;
mod find;
mod leads;
mod move_database;
mod production;
mod quality;
mod secret_files;
mod settings;
mod site;
mod small_print;
mod sources;
mod sqlite_failures;
mod web;
mod wrong_bodies;
