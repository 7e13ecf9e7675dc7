//! The address that people open, and the proxy in front of this server.

use std::path::Path;

use super::check_plan::PlannedCheck;
use super::{CheckGroup, USER_AGENT};
use platform::db::{DatabaseLocation, Db, sqlite_file_in};
use platform::keys;
use platform::settings::{AuthSetting, Settings};
use platform::signing_keys::KeyRing;
use providers::check::{PublicAddress, SetupCheck};
use url::Url;

const PROXIES: &str = "trusted proxies";
const GROUP: CheckGroup = CheckGroup::Address;

pub(super) fn plan(settings: &Settings) -> Vec<PlannedCheck<'_>> {
    let Some(url) = &settings.site_url else {
        let found = "EARSHOT_SITE_URL is not set; people open this machine's own address";
        return vec![PlannedCheck::done(
            GROUP,
            vec![SetupCheck::unused("address", found)],
        )];
    };
    let proxies = PlannedCheck::done(GROUP, vec![check_proxies(settings)]);
    let server = async move { public_address(settings, url).await.check(USER_AGENT).await };
    vec![PlannedCheck::new(GROUP, "server", server), proxies]
}

fn check_proxies(settings: &Settings) -> SetupCheck {
    let (proxies, bind) = (&settings.trusted_proxies, settings.bind);
    if proxies.trusts_strangers() {
        return SetupCheck::wrong(
            PROXIES,
            "everyone is trusted, so anyone can claim to be anyone else",
            "Name only your own proxies in EARSHOT_TRUSTED_PROXIES.",
        );
    }
    if proxies.is_empty() {
        return SetupCheck::warning(
            PROXIES,
            "none, so all clients behind a proxy count as one",
            "Set EARSHOT_TRUSTED_PROXIES to the address from which your proxy calls, such as 127.0.0.1.",
        );
    }
    if bind.ip().is_loopback() && !proxies.trusts(bind.ip()) {
        return SetupCheck::warning(
            PROXIES,
            format!("{bind} can be called from this machine only, whose address is not among them"),
            "Add 127.0.0.1 to EARSHOT_TRUSTED_PROXIES, or let EARSHOT_BIND be reachable for your proxy.",
        );
    }
    SetupCheck::ok(PROXIES, "are named")
}

/// With what the server's database knows about itself, as far as it can be read.
async fn public_address(settings: &Settings, url: &Url) -> PublicAddress {
    let known = match open_existing(settings).await {
        Some(db) => {
            let known = (
                key_ids(&db).await,
                keys::find(&db, "auth_publishable").await.ok().flatten(),
            );
            db.close().await;
            known
        }
        None => (Vec::new(), None),
    };
    let (key_ids, own_key) = known;
    let publishable_key = match &settings.auth_key {
        AuthSetting::Given(key) => Some(key.clone()),
        AuthSetting::Own => own_key,
        AuthSetting::Missing => None,
    };
    PublicAddress {
        url: url.clone(),
        version: platform::VERSION,
        publishable_key,
        key_ids,
    }
}

async fn key_ids(db: &Db) -> Vec<String> {
    let kept = KeyRing::read(db).await;
    let ids = kept.map(|ring| ring.all().iter().map(|key| key.id.clone()).collect());
    ids.unwrap_or_default()
}

/// Opening makes SQLite's file; the doctor makes nothing.
async fn open_existing(settings: &Settings) -> Option<Db> {
    if let DatabaseLocation::Sqlite { data_dir } = &settings.place
        && !Path::exists(&sqlite_file_in(data_dir))
    {
        return None;
    }
    Db::open_with(&settings.place, settings.pool).await.ok()
}
