//! What Earshot needs of PostgreSQL: rights, sessions, notifications, connections.

use std::time::Duration;

use providers::check::SetupCheck;
use sqlx::postgres::PgListener;

use super::{DatabaseLocation, Db, PoolSettings, check_schema};
use crate::clock::Clock;
use crate::db::{DbResult, args, postgres};

const SERVER: &str = "server";
const SESSIONS: &str = "session locks";
const NOTICES: &str = "notifications";
const RIGHTS: &str = "rights";
const CONNECTIONS: &str = "connections";
const CLOCK: &str = "clock of the database";

/// The oldest version that PostgreSQL's makers still look after.
const OLDEST_MAINTAINED: i64 = 150_000;
/// What this check uses at once, however many a server has.
const OWN_CONNECTIONS: u32 = 3;
/// How many a process has unless it is told otherwise, and the one that listens.
const USUAL_CONNECTIONS: i64 = 10;
const LISTENER: i64 = 1;
const NOTICE_PATIENCE: Duration = Duration::from_secs(3);
const CLOCK_TOLERANCE_S: i64 = 5;
const POOLER_ADVICE: &str = "Connect to PostgreSQL directly, or through a pooler in session mode.";

pub(super) async fn check(place: &DatabaseLocation, pool: PoolSettings) -> Vec<SetupCheck> {
    let wanted = pool.connections.map_or(USUAL_CONNECTIONS, i64::from);
    let own = PoolSettings {
        connections: Some(OWN_CONNECTIONS),
        ..pool
    };
    let db = match Db::open_with(place, own).await {
        Ok(db) => db,
        Err(error) => return vec![unconnected(&error)],
    };
    let server = read_server(&db).await;
    let mut checks = match server {
        Ok(server) => vec![
            server.judge(),
            server.judge_rights(),
            server.judge_connections(wanted),
        ],
        Err(error) => vec![SetupCheck::wrong(
            SERVER,
            format!("it does not tell about itself: {error}"),
            "Check that what answers is PostgreSQL, and not only a pooler.",
        )],
    };
    checks.push(check_sessions(&db).await);
    checks.push(check_notices(&db).await);
    checks.extend(check_clock(&db).await);
    checks.extend(check_schema(&db).await);
    db.close().await;
    checks
}

/// The texts of PostgreSQL name the user and the database, and no password.
fn unconnected(error: &anyhow::Error) -> SetupCheck {
    let code = error.chain().find_map(|cause| {
        let sqlx::Error::Database(cause) = cause.downcast_ref()? else {
            return None;
        };
        cause.code().map(std::borrow::Cow::into_owned)
    });
    let advice = match code.as_deref() {
        Some("28P01" | "28000") => {
            "Set the user and the password in DATABASE_URL; percent-encode special characters. Look at pg_hba.conf if they are right."
        }
        Some("3D000") => "Create the database, or name another one in DATABASE_URL.",
        Some("53300") => {
            "All connections are taken: raise max_connections, or give each process fewer (EARSHOT_DB_CONNECTIONS)."
        }
        _ => {
            "Check host and port in DATABASE_URL, that PostgreSQL runs, and that it lets this machine connect."
        }
    };
    SetupCheck::wrong(SERVER, format!("{error:#}"), advice)
}

/// What the server says about itself and about us.
struct ServerFacts {
    version: String,
    number: i64,
    encoding: String,
    is_standby: bool,
    is_encrypted: bool,
    /// None: over a socket of this machine.
    address: Option<String>,
    may_create: bool,
    /// How many tables in our schema we may not read and write.
    closed_tables: i64,
    most_connections: i64,
    connections: i64,
}

async fn read_server(db: &Db) -> DbResult<ServerFacts> {
    let sql = "select current_setting('server_version'),
                      cast(current_setting('server_version_num') as bigint),
                      current_setting('server_encoding'),
                      pg_is_in_recovery(),
                      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false),
                      host(inet_server_addr())";
    let (version, number, encoding, is_standby, is_encrypted, address) =
        db.one(sql, args![]).await?;
    let sql = "select coalesce(has_schema_privilege(current_schema(), 'create'), false),
                      (select count(*) from pg_catalog.pg_class
                       where relnamespace = to_regnamespace(current_schema()) and relkind = 'r'
                         and not (has_table_privilege(oid, 'select')
                              and has_table_privilege(oid, 'insert')
                              and has_table_privilege(oid, 'update')
                              and has_table_privilege(oid, 'delete'))),
                      cast(current_setting('max_connections') as bigint)
                        - cast(current_setting('superuser_reserved_connections') as bigint),
                      (select count(*) from pg_stat_activity where backend_type = 'client backend')";
    let (may_create, closed_tables, most_connections, connections) = db.one(sql, args![]).await?;
    Ok(ServerFacts {
        version,
        number,
        encoding,
        is_standby,
        is_encrypted,
        address,
        may_create,
        closed_tables,
        most_connections,
        connections,
    })
}

impl ServerFacts {
    fn judge(&self) -> SetupCheck {
        let found = format!("PostgreSQL {}", self.version);
        if self.is_standby {
            return SetupCheck::wrong(
                SERVER,
                format!("{found} is a standby, which does not accept writes"),
                "Name the primary server in DATABASE_URL.",
            );
        }
        if self.encoding != "UTF8" {
            return SetupCheck::wrong(
                SERVER,
                format!(
                    "the database is in {}, and texts are in all languages",
                    self.encoding
                ),
                "Create the database with the encoding UTF8.",
            );
        }
        if self.number < OLDEST_MAINTAINED {
            return SetupCheck::warning(
                SERVER,
                format!("{found} is no longer maintained"),
                "Upgrade PostgreSQL. Earshot is tested with version 17.",
            );
        }
        let is_remote = self.address.as_deref().is_some_and(is_other_machine);
        if is_remote && !self.is_encrypted {
            return SetupCheck::warning(
                SERVER,
                format!("{found}, over a connection in the clear"),
                "Add ?sslmode=verify-full (or require) to DATABASE_URL.",
            );
        }
        SetupCheck::ok(SERVER, found)
    }

    fn judge_rights(&self) -> SetupCheck {
        if !self.may_create {
            return SetupCheck::wrong(
                RIGHTS,
                "the user may not create tables, which every start needs",
                "As the owner of the database: grant create on schema public to the user in DATABASE_URL.",
            );
        }
        if self.closed_tables > 0 {
            return SetupCheck::wrong(
                RIGHTS,
                format!(
                    "the user may not read and write {} tables",
                    self.closed_tables
                ),
                "Make the user in DATABASE_URL the owner of all tables.",
            );
        }
        SetupCheck::ok(RIGHTS, "tables can be created, read and written")
    }

    fn judge_connections(&self, wanted: i64) -> SetupCheck {
        let most = self.most_connections;
        let found = format!("{} of {most} are taken", self.connections);
        if most - self.connections < wanted + LISTENER {
            return SetupCheck::warning(
                CONNECTIONS,
                format!(
                    "{found}, and each process takes up to {}",
                    wanted + LISTENER
                ),
                "Raise max_connections, or lower EARSHOT_DB_CONNECTIONS.",
            );
        }
        SetupCheck::ok(CONNECTIONS, found)
    }
}

fn is_other_machine(address: &str) -> bool {
    address
        .parse()
        .is_ok_and(|ip: std::net::IpAddr| !ip.is_loopback())
}

/// A pooler that shares a session among clients lets two of them have the same lock.
async fn check_sessions(db: &Db) -> SetupCheck {
    let matter = i64::from(rand::random::<u32>());
    let first = match db.try_lead(matter).await {
        Ok(first) => first,
        Err(error) => {
            return SetupCheck::wrong(SESSIONS, format!("cannot be taken: {error}"), POOLER_ADVICE);
        }
    };
    match (first, db.try_lead(matter).await) {
        (Some(_held), Ok(None)) => SetupCheck::ok(SESSIONS, "one session has a lock at a time"),
        (_, Err(error)) => {
            SetupCheck::wrong(SESSIONS, format!("cannot be taken: {error}"), POOLER_ADVICE)
        }
        _ => SetupCheck::wrong(
            SESSIONS,
            "two sessions got the same lock, so a pooler is between",
            POOLER_ADVICE,
        ),
    }
}

async fn check_notices(db: &Db) -> SetupCheck {
    match tokio::time::timeout(NOTICE_PATIENCE, hear_notice(db)).await {
        Ok(Ok(())) => SetupCheck::ok(NOTICES, "arrive"),
        Ok(Err(error)) => SetupCheck::wrong(NOTICES, format!("fail: {error}"), POOLER_ADVICE),
        Err(_elapsed) => SetupCheck::wrong(NOTICES, "do not arrive", POOLER_ADVICE),
    }
}

/// On a channel that no server listens to.
async fn hear_notice(db: &Db) -> DbResult<()> {
    let Some(pool) = db.postgres_pool() else {
        return Ok(());
    };
    let mut listener = PgListener::connect_with(&postgres::pool_of_one(pool)).await?;
    listener.listen("earshot_doctor").await?;
    db.run("select pg_notify('earshot_doctor', '')", args![])
        .await?;
    listener.recv().await.map(drop)
}

async fn check_clock(db: &Db) -> Option<SetupCheck> {
    let time = db.server_time().await.ok().flatten()?;
    let off = (time - Clock::system().real()).num_seconds().abs();
    Some(if off > CLOCK_TOLERANCE_S {
        SetupCheck::warning(
            CLOCK,
            format!("differs from this machine's by {off} s"),
            "Keep both machines' clocks right with NTP. All processes correct themselves by the database's.",
        )
    } else {
        SetupCheck::ok(CLOCK, "agrees with this machine's")
    })
}
