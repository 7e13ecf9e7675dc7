//! HTTP: the accept loop, what every request passes through, and the web app's files.

pub mod accept;
pub mod assets;
mod compression;
mod counting;
pub mod docs;
pub mod health;
pub mod layers;
mod naming;
pub mod page;
pub mod preview;
pub mod site;
pub mod work;
