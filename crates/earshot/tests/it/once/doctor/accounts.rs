//! Reddit, the rank provider, the language model and Google: each with the right key and a wrong one.

use super::stand_ins::{StandIns, closed_port};
use crate::kit::Diagnosis;
use sandboxes::{identity_provider, reddit};

#[tokio::test(flavor = "multi_thread")]
async fn reddit_says_whether_it_takes_the_app_and_how_many_calls_are_left() {
    let stand_ins = StandIns::new();
    let url = stand_ins.reddit().await;
    let examined = async |secret: &str| {
        let settings = [
            ("REDDIT_CLIENT_ID", reddit::CLIENT_ID),
            ("REDDIT_CLIENT_SECRET", secret),
            ("REDDIT_WWW_URL", url.as_str()),
            ("REDDIT_OAUTH_URL", url.as_str()),
        ];
        Diagnosis::of_part("reddit", &settings).await
    };

    let right = examined(reddit::CLIENT_SECRET).await;
    let wrong = examined("another-secret").await;

    assert_eq!(right.code, Some(0), "{right:?}");
    right.says("application", "ok", "accepts the id and the secret");
    right.says("calls", "ok", "of 1000 calls are left");
    right.says("user agent", "warning", "names nobody");
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    wrong.says("application", "wrong", "rejects the id or the secret");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rank_provider_tells_what_is_left_without_a_search() {
    let stand_ins = StandIns::new();
    let url = stand_ins.ranks().await;
    for (key, state, words) in [
        ("a-key", "ok", "2500 searches are left"),
        ("wrong-key", "wrong", "rejects the key"),
        ("spent-key", "wrong", "no searches left"),
    ] {
        let settings = [
            ("EARSHOT_RANK_PROVIDER", "serper"),
            ("EARSHOT_RANK_URL", url.as_str()),
            ("EARSHOT_RANK_KEY", key),
        ];

        let diagnosis = Diagnosis::of_part("ranks", &settings).await;

        diagnosis.says("account", state, words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_is_looked_up_and_not_asked_anything() {
    let stand_ins = StandIns::new();
    let url = stand_ins.model().await;
    for (model, key, check, state, words) in [
        ("sandbox", "a-key", "model", "ok", "sandbox is there"),
        ("gone", "a-key", "model", "wrong", "has no model gone"),
        ("sandbox", "wrong-key", "key", "wrong", "rejects the key"),
    ] {
        let settings = [
            ("EARSHOT_LLM_PROVIDER", "openai"),
            ("EARSHOT_LLM_URL", url.as_str()),
            ("EARSHOT_LLM_MODEL", model),
            ("EARSHOT_LLM_KEY", key),
        ];

        let diagnosis = Diagnosis::of_part("model", &settings).await;

        diagnosis.says(check, state, words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn google_is_asked_to_redeem_a_code_that_nobody_has() {
    let stand_ins = StandIns::new();
    let issuer = stand_ins.google().await;
    for (secret, state, words) in [
        (
            identity_provider::CLIENT_SECRET,
            "ok",
            "accepts the id and the secret",
        ),
        ("another-secret", "wrong", "rejects the id or the secret"),
    ] {
        let settings = [
            ("EARSHOT_GOOGLE_ISSUER", issuer.as_str()),
            ("EARSHOT_GOOGLE_CLIENT_ID", identity_provider::CLIENT_ID),
            ("EARSHOT_GOOGLE_CLIENT_SECRET", secret),
            ("EARSHOT_SITE_URL", "http://localhost:8080"),
        ];

        let diagnosis = Diagnosis::of_part("sign-in", &settings).await;

        diagnosis.says("client", state, words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_is_not_there_is_told_from_a_wrong_key() {
    let url = format!("http://127.0.0.1:{}", closed_port().await);
    let settings = [
        ("REDDIT_CLIENT_ID", "an-id"),
        ("REDDIT_CLIENT_SECRET", "a-secret"),
        ("REDDIT_WWW_URL", url.as_str()),
        ("REDDIT_OAUTH_URL", url.as_str()),
        ("EARSHOT_RANK_PROVIDER", "searxng"),
        ("EARSHOT_RANK_URL", url.as_str()),
        ("EARSHOT_LLM_PROVIDER", "ollama"),
        ("EARSHOT_LLM_URL", url.as_str()),
        ("EARSHOT_LLM_MODEL", "small"),
    ];

    for (part, check) in [
        ("reddit", "application"),
        ("ranks", "account"),
        ("model", "server"),
    ] {
        let diagnosis = Diagnosis::of_part(part, &settings).await;

        diagnosis.says(check, "wrong", "nothing accepts connections there");
    }
}
