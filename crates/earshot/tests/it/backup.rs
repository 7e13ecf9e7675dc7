//! Backup and restore: what comes back is what went in, or nothing changes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use platform::db::backup::{backup, restore};
use platform::db::{Db, args};
use tempfile::TempDir;

use crate::kit::{TestApp, TestPlace, noon};

struct Shelf {
    folder: TempDir,
}

impl Shelf {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

async fn write(db: &Db, name: &str) {
    db.run(
        "insert into server_keys (name, value) values ($1, 'kept')",
        args![name],
    )
    .await
    .unwrap();
}

async fn names(db: &Db) -> Vec<String> {
    let rows: Vec<(String,)> = db
        .all("select name from server_keys order by name", args![])
        .await
        .unwrap();
    rows.into_iter().map(|(name,)| name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_restores_to_another_place_what_was_there_when_it_was_taken() {
    let (shelf, place) = (Shelf::new(), TestPlace::fresh().await);
    let db = place.open().await;
    write(&db, "before").await;

    let manifest = backup(place.place(), &shelf.place("copy"), noon())
        .await
        .unwrap();
    write(&db, "after").await;
    let elsewhere = TestPlace::empty().await;
    restore(elsewhere.place(), &shelf.place("copy"), false)
        .await
        .unwrap();

    assert_eq!(manifest.tables["server_keys"], 1);
    assert_eq!(names(&elsewhere.open().await).await, ["before"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_load_holds_every_write_that_was_acknowledged_before_it() {
    let (shelf, place) = (Shelf::new(), TestPlace::fresh().await);
    let db = place.open().await;

    let writes = async {
        for number in 0..300 {
            write(&db, &format!("{number:03}")).await;
        }
    };
    let copies = async {
        let before = names(&db).await;
        backup(place.place(), &shelf.place("copy"), noon())
            .await
            .unwrap();
        before
    };
    let ((), before) = futures::future::join(writes, copies).await;

    let elsewhere = TestPlace::empty().await;
    restore(elsewhere.place(), &shelf.place("copy"), false)
        .await
        .unwrap();
    let restored = names(&elsewhere.open().await).await;
    assert!(before.iter().all(|name| restored.contains(name)));
    let expected: Vec<String> = (0..restored.len())
        .map(|number| format!("{number:03}"))
        .collect();
    assert_eq!(restored, expected, "a moment of the history, without gaps");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_backup_is_refused_and_the_data_stays() {
    let (shelf, place) = (Shelf::new(), TestPlace::fresh().await);
    let db = place.open().await;
    write(&db, "mine").await;
    let manifest = backup(place.place(), &shelf.place("copy"), noon())
        .await
        .unwrap();
    db.close().await;

    let copy = shelf.place("copy").join(&manifest.file);
    let mut bytes = fs::read(&copy).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    fs::write(&copy, bytes).unwrap();
    let refusal = restore(place.place(), &shelf.place("copy"), true)
        .await
        .unwrap_err();

    assert!(
        refusal.to_string().contains("its fingerprint differs"),
        "{refusal:#}"
    );
    assert_eq!(names(&place.open().await).await, ["mine"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_whose_rows_do_not_add_up_is_refused() {
    let (shelf, place) = (Shelf::new(), TestPlace::fresh().await);
    place.open().await;
    backup(place.place(), &shelf.place("copy"), noon())
        .await
        .unwrap();

    let manifest = shelf.place("copy").join("manifest.json");
    let text = fs::read_to_string(&manifest)
        .unwrap()
        .replace("\"jobs\": 0", "\"jobs\": 7");
    fs::write(&manifest, text).unwrap();
    let elsewhere = TestPlace::empty().await;
    let refusal = restore(elsewhere.place(), &shelf.place("copy"), false)
        .await
        .unwrap_err();

    assert!(
        format!("{refusal:#}").contains("table jobs has 0 rows and should have 7"),
        "{refusal:#}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn existing_data_is_only_replaced_on_purpose() {
    let (shelf, place) = (Shelf::new(), TestPlace::fresh().await);
    let db = place.open().await;
    write(&db, "old").await;
    backup(place.place(), &shelf.place("copy"), noon())
        .await
        .unwrap();
    write(&db, "new").await;
    db.close().await;

    let refusal = restore(place.place(), &shelf.place("copy"), false)
        .await
        .unwrap_err();
    assert!(
        refusal.to_string().contains("--force replaces"),
        "{refusal:#}"
    );
    restore(place.place(), &shelf.place("copy"), true)
        .await
        .unwrap();

    assert_eq!(names(&place.open().await).await, ["old"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_restored_under_a_running_server() {
    let (shelf, app) = (Shelf::new(), TestApp::start().await);
    backup(app.place.place(), &shelf.place("copy"), noon())
        .await
        .unwrap();

    let refusal = restore(app.place.place(), &shelf.place("copy"), true)
        .await
        .unwrap_err();

    assert!(refusal.to_string().contains("stop"), "{refusal:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_its_owner_can_read_a_backup_and_nothing_is_overwritten() {
    let (shelf, place) = (Shelf::new(), TestPlace::fresh().await);
    place.open().await;

    let manifest = backup(place.place(), &shelf.place("copy"), noon())
        .await
        .unwrap();
    let again = backup(place.place(), &shelf.place("copy"), noon())
        .await
        .unwrap_err();

    let mode = |path: PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(shelf.place("copy")), 0o700);
    assert_eq!(mode(shelf.place("copy").join("manifest.json")), 0o600);
    assert_eq!(mode(shelf.place("copy").join(manifest.file)) & 0o077, 0);
    assert!(again.to_string().contains("is not empty"), "{again:#}");
}
