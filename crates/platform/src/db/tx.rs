//! A transaction that may write, on either engine.

use sqlx::{Postgres, Sqlite, Transaction};

use super::sql_value::bound;
use super::{DbResult, SqlRow, Value, dialect, failure};
use crate::changes::{Changes, Topic};

/// Dropping it undoes everything; [`Tx::commit`] keeps it and announces what was promised.
#[derive(Debug)]
pub struct Tx {
    pub(super) inner: EngineTx,
    changes: Changes,
    announced: Vec<Topic>,
    /// A statement failed in a way that may have undone everything before it.
    is_undone: bool,
}

#[derive(Debug)]
pub(super) enum EngineTx {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    pub(super) fn sqlite(transaction: Transaction<'static, Sqlite>, changes: Changes) -> Self {
        Self {
            inner: EngineTx::Sqlite(transaction),
            changes,
            announced: Vec::new(),
            is_undone: false,
        }
    }

    pub(super) fn postgres(transaction: Transaction<'static, Postgres>, changes: Changes) -> Self {
        Self {
            inner: EngineTx::Postgres(transaction),
            changes,
            announced: Vec::new(),
            is_undone: false,
        }
    }

    /// Every row of a statement, also of one that writes and `returning`s.
    pub async fn all<T: SqlRow>(
        &mut self,
        sql: &'static str,
        args: Vec<Value>,
    ) -> DbResult<Vec<T>> {
        self.refuse_if_undone()?;
        let rows = match &mut self.inner {
            EngineTx::Sqlite(open) => {
                sqlx::query_as_with(sql, bound::<Sqlite>(args)?)
                    .fetch_all(&mut **open)
                    .await
            }
            EngineTx::Postgres(open) => {
                sqlx::query_as_with(sql, bound::<Postgres>(args)?)
                    .fetch_all(&mut **open)
                    .await
            }
        };
        self.note(rows)
    }

    /// The first row, if there is one.
    pub async fn maybe<T: SqlRow>(
        &mut self,
        sql: &'static str,
        args: Vec<Value>,
    ) -> DbResult<Option<T>> {
        // Read to the end, not only to the first row: SQLite carries out a `returning` statement
        // step by step, and one left unfinished would block the commit.
        Ok(self.all(sql, args).await?.into_iter().next())
    }

    /// The one row; none is an error.
    pub async fn one<T: SqlRow>(&mut self, sql: &'static str, args: Vec<Value>) -> DbResult<T> {
        self.maybe(sql, args).await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// A writing statement; answers how many rows it touched.
    pub async fn run(&mut self, sql: &'static str, args: Vec<Value>) -> DbResult<u64> {
        self.refuse_if_undone()?;
        let touched = match &mut self.inner {
            EngineTx::Sqlite(open) => sqlx::query_with(sql, bound::<Sqlite>(args)?)
                .execute(&mut **open)
                .await
                .map(|done| done.rows_affected()),
            EngineTx::Postgres(open) => sqlx::query_with(sql, bound::<Postgres>(args)?)
                .execute(&mut **open)
                .await
                .map(|done| done.rows_affected()),
        };
        self.note(touched)
    }

    /// Several statements without arguments, as a migration holds them.
    pub(super) async fn script(&mut self, sql: &'static str) -> DbResult<()> {
        match &mut self.inner {
            EngineTx::Sqlite(open) => sqlx::raw_sql(sql).execute(&mut **open).await.map(drop),
            EngineTx::Postgres(open) => sqlx::raw_sql(sql).execute(&mut **open).await.map(drop),
        }
    }

    /// Promises to tell every process about a change of this kind once it is committed.
    pub fn announce(&mut self, topic: Topic) {
        if !self.announced.contains(&topic) {
            self.announced.push(topic);
        }
    }

    pub async fn commit(mut self) -> DbResult<()> {
        self.refuse_if_undone()?;
        self.notify_other_processes().await?;
        match self.inner {
            EngineTx::Sqlite(open) => open.commit().await?,
            EngineTx::Postgres(open) => open.commit().await?,
        }
        for topic in self.announced {
            self.changes.announce(topic);
        }
        Ok(())
    }

    pub fn engine(&self) -> super::Engine {
        match self.inner {
            EngineTx::Sqlite(_) => super::Engine::Sqlite,
            EngineTx::Postgres(_) => super::Engine::Postgres,
        }
    }

    /// PostgreSQL refuses by itself what follows a failed statement. SQLite does not, and after a
    /// full disk it would commit each further statement on its own.
    pub(super) fn refuse_if_undone(&self) -> DbResult<()> {
        if self.is_undone {
            return Err(sqlx::Error::WorkerCrashed);
        }
        Ok(())
    }

    pub(super) fn note<T>(&mut self, result: DbResult<T>) -> DbResult<T> {
        let failure = result.as_ref().err();
        self.is_undone |= failure.is_some_and(failure::may_undo_transaction);
        result
    }

    /// PostgreSQL delivers the note at commit; SQLite's other processes look at the file instead.
    async fn notify_other_processes(&mut self) -> DbResult<()> {
        if let EngineTx::Postgres(open) = &mut self.inner {
            for topic in &self.announced {
                sqlx::query(dialect::NOTIFY)
                    .bind(topic.name())
                    .execute(&mut **open)
                    .await?;
            }
        }
        Ok(())
    }
}
