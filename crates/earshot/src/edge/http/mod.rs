//! HTTP: the accept loop, what every request passes through, and the web app's files.

pub mod accept;
pub mod assets;
mod counting;
pub mod docs;
pub mod health;
pub mod layers;
pub mod page;
