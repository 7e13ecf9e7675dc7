//! What truly differs between the two engines, both texts side by side.

use super::Engine;

/// Tells PostgreSQL's listeners that something of a topic (`$1`) was committed.
pub(super) const NOTIFY: &str = "select pg_notify('earshot', $1)";

/// One statement in the words of each engine.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

impl Dialect {
    pub fn on(self, engine: Engine) -> &'static str {
        match engine {
            Engine::Sqlite => self.sqlite,
            Engine::Postgres => self.postgres,
        }
    }
}

/// A statement that takes rows for itself. On PostgreSQL `for update skip locked` lets several
/// processes take different rows at once; SQLite has one writer and needs no such words.
macro_rules! taking {
    ($before:literal, $after:literal) => {
        $crate::db::dialect::Dialect {
            sqlite: concat!($before, $after),
            postgres: concat!($before, " for update skip locked ", $after),
        }
    };
}
pub(crate) use taking;
