//! A server that is started before its database is there, and one that is stopped before it is ready.

use std::net::SocketAddr;

use platform::db::{DatabaseLocation, sqlite_file_in};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use url::Url;

use crate::kit::{Process, TestPlace};

const SHORT_WAITS: (&str, &str) = ("EARSHOT_DB_WAIT_MS", "300");
const WAITS: &str = "waiting for the database";

/// The database of a place, out of reach.
enum Absence {
    /// Somebody else has SQLite's lock and does not let go.
    Locked(SqliteConnection),
    /// Nobody listens at the address that the server was given.
    Unreachable { gate: SocketAddr, database: Url },
}

impl Absence {
    async fn of(place: &TestPlace) -> Self {
        match place.place() {
            DatabaseLocation::Sqlite { data_dir } => {
                let options = SqliteConnectOptions::new().filename(sqlite_file_in(data_dir));
                let mut other = SqliteConnection::connect_with(&options).await.unwrap();
                sqlx::query("begin immediate")
                    .execute(&mut other)
                    .await
                    .unwrap();
                Self::Locked(other)
            }
            DatabaseLocation::Postgres { address } => {
                let unused = TcpListener::bind("127.0.0.1:0").await.unwrap();
                Self::Unreachable {
                    gate: unused.local_addr().unwrap(),
                    database: Url::parse(address.expose()).unwrap(),
                }
            }
        }
    }

    /// The address that leads to the database once it is back.
    fn settings(&self) -> Vec<(&'static str, String)> {
        let Self::Unreachable { gate, database } = self else {
            return Vec::new();
        };
        let mut url = database.clone();
        url.set_query(None);
        url.set_host(Some("127.0.0.1")).unwrap();
        url.set_port(Some(gate.port())).unwrap();
        vec![("DATABASE_URL", url.into())]
    }

    async fn ends(self) -> Option<JoinHandle<()>> {
        match self {
            Self::Locked(other) => {
                other.close().await.unwrap();
                None
            }
            Self::Unreachable { gate, database } => Some(relay(gate, &database).await),
        }
    }
}

/// Passes on to the cluster whatever comes to `gate`.
async fn relay(gate: SocketAddr, database: &Url) -> JoinHandle<()> {
    let listener = TcpListener::bind(gate).await.unwrap();
    let cluster = (
        database.host_str().unwrap().to_owned(),
        database.port().unwrap(),
    );
    #[expect(
        clippy::disallowed_methods,
        reason = "the test's own relay ends with the test"
    )]
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let mut server = TcpStream::connect(cluster.clone()).await.unwrap();
            tokio::spawn(async move {
                let _ = copy_bidirectional(&mut client, &mut server).await;
            });
        }
    })
}

fn begins(place: &TestPlace, absence: &Absence) -> Process {
    let own = absence.settings();
    let mut settings = vec![SHORT_WAITS];
    settings.extend(own.iter().map(|(name, value)| (*name, value.as_str())));
    Process::begin(place, &settings)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_at_the_start_is_waited_for() {
    let place = TestPlace::fresh().await;
    let absence = Absence::of(&place).await;
    let mut server = begins(&place, &absence);
    server.logs(WAITS).await;

    let _relay = absence.ends().await;

    server.becomes_ready().await;
    assert_eq!(server.visitor().asks("/readyz").await.status, 200);
    assert!(server.terminate().await.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_waits_for_its_database_can_be_stopped() {
    let place = TestPlace::fresh().await;
    let absence = Absence::of(&place).await;
    let server = begins(&place, &absence);
    server.logs(WAITS).await;

    let status = server.terminate().await;

    assert_eq!(status.code(), Some(0), "{status}");
    absence.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_database_accepts_and_never_answers_can_be_stopped() {
    // A firewall or a proxy in front of a dead database takes connections and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!(
        "postgres://earshot@{}/earshot",
        silent.local_addr().unwrap()
    );
    let place = TestPlace::fresh().await;
    let server = Process::begin(&place, &[("DATABASE_URL", &url)]);
    let _called = silent.accept().await.unwrap();

    let status = server.terminate().await;

    assert_eq!(status.code(), Some(0), "{status}");
}
