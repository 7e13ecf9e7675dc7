//! HTTP: the accept loop, what every request passes through, and the web app's files.

pub mod accept_loop;
pub mod api_docs;
pub mod assets;
mod compression;
pub mod current_jobs;
mod deleted_account;
pub mod health;
pub mod keyword_preview;
pub mod page_settings;
mod request_metrics;
pub mod request_pipeline;
mod route_name;
pub mod site;
