//! The room's SQL, one file per subject.

pub(super) mod answers;
pub(super) mod budget;
pub(super) mod ranks;
pub(super) mod settings;
pub(super) mod sources;
