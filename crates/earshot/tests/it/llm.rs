//! The language model that an operator may choose: off unless it is chosen, and paid for.

use futures::StreamExt;
use platform::db::args;
use platform::llm::UserModel;
use platform::settings::{LlmSetting, Settings, Source, as_table};
use providers::llm::{
    CompletionChunk, CompletionRequest, LanguageModel, LlmError, RequestKind, Schema,
    quote_untrusted,
};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::{HeldSmtp, Process, TestApp, TestPlace};

const ADA: Uuid = Uuid::from_u128(1);
const SANDBOX: (&str, &str) = ("EARSHOT_LLM_PROVIDER", "sandbox");

#[tokio::test(flavor = "multi_thread")]
async fn with_none_there_is_no_model_and_no_sandbox_of_one() {
    let app = TestApp::start_with(&[("EARSHOT_LLM_PROVIDER", "none")]).await;

    let settings = app.visitor().asks("/sandbox/settings").await.json();

    assert!(app.app().llm.is_none());
    assert_eq!(settings["sandboxes"].get("llm"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_can_be_switched_on_and_its_answers_are_paid_for() {
    let app = TestApp::start_with(&[SANDBOX, named("sandbox-echo")]).await;
    let settings = app.visitor().asks("/sandbox/settings").await.json();

    let completion = ada(&app).complete(&question()).await.unwrap();

    let address = settings["sandboxes"]["llm"].as_str().unwrap();
    assert!(
        address.starts_with("http://127.0.0.1:") && address.ends_with("/v1"),
        "{address}"
    );
    assert_eq!(
        completion.text,
        "Paperlark reminds people of unpaid invoices."
    );
    assert_eq!(spent(&app).await, Some(completion.tokens().into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_a_shape_are_paid_for_each_time_they_are_asked_for() {
    let app = TestApp::start_with(&[SANDBOX, named("sandbox-repairable")]).await;
    let schema = json!({
        "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } },
    });
    let schema = Schema::new("company", schema).unwrap();

    let company: Value = ada(&app).complete_json(&question(), &schema).await.unwrap();

    assert_eq!(company, json!({ "name": "Paperlark" }));
    let once = question().with_schema(schema).tokens_in();
    assert!(spent(&app).await.unwrap() > i64::from(2 * once) - 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_is_paid_for_at_its_end() {
    let app = TestApp::start_with(&[SANDBOX, named("sandbox-echo")]).await;
    let model = ada(&app);

    let mut pieces = model.stream(&question()).await.unwrap();
    let reserved = spent(&app).await.unwrap();
    let mut end = None;
    while let Some(piece) = pieces.next().await {
        if let CompletionChunk::End(completion) = piece.unwrap() {
            end = Some(completion);
        }
    }

    assert_eq!(reserved, i64::from(question().most_tokens()));
    assert_eq!(spent(&app).await, Some(end.unwrap().tokens().into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_cost_what_was_sent_and_refusals_at_the_door_nothing() {
    for (model, failure, cost) in [
        ("sandbox-refusal", LlmError::Refused, question().tokens_in()),
        ("sandbox-empty", LlmError::Empty, question().tokens_in()),
        ("sandbox-unheard", LlmError::Misconfigured, 0),
        ("sandbox", LlmError::NoSample, 0),
    ] {
        let app = TestApp::start_with(&[SANDBOX, named(model)]).await;

        let answer = ada(&app).complete(&question()).await;

        assert_eq!(answer, Err(failure), "{model}");
        assert_eq!(spent(&app).await, Some(cost.into()), "{model}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_tell_what_each_kind_of_question_costs() {
    let app = TestApp::start_with(&[SANDBOX, named("sandbox-echo")]).await;

    ada(&app).complete(&question()).await.unwrap();

    let metrics = app.visitor().asks("/metrics").await.body;
    let line = "earshot_llm_tokens_total{kind=\"website\"} ";
    assert!(metrics.contains(line), "{metrics}");
}

#[tokio::test(flavor = "multi_thread")]
async fn beyond_the_budget_nobody_is_asked() {
    // Nobody listens there, and a call would say so.
    let app = TestApp::start_with(&[
        ("EARSHOT_LLM_PROVIDER", "openai"),
        ("EARSHOT_LLM_URL", "http://127.0.0.1:9/v1"),
        named("any"),
        ("EARSHOT_LLM_USER_DAILY_TOKENS", "100"),
    ])
    .await;

    let answer = ada(&app).complete(&question()).await;
    let stream = ada(&app).stream(&question()).await.err();

    assert_eq!(answer, Err(LlmError::BudgetSpent));
    assert_eq!(stream, Some(LlmError::BudgetSpent));
    assert_eq!(spent(&app).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn its_sandbox_alone_opens_no_mailbox_and_moves_no_clock() {
    let smtp = HeldSmtp::start().await;
    let app = TestApp::start_with(&[SANDBOX, ("EARSHOT_SMTP_URL", &smtp.url())]).await;
    let visitor = app.visitor();

    assert_eq!(visitor.asks("/sandbox/settings").await.status.as_u16(), 200);
    for path in ["/sandbox/mailbox", "/sandbox/clock"] {
        let reply = visitor.asks(path).await;
        reply.refuses(404, "Not found.");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn its_sandbox_has_a_port_of_its_own_that_survives_a_restart() {
    let place = TestPlace::fresh().await;
    let first = Process::start(&place, &[SANDBOX]).await;
    let before = first.visitor().asks("/sandbox/settings").await.json();
    first.kill().await;

    let second = Process::start(&place, &[SANDBOX]).await;

    let after = second.visitor().asks("/sandbox/settings").await.json();
    assert_eq!(after["sandboxes"], before["sandboxes"]);
    assert!(after["sandboxes"]["llm"].is_string());
}

#[test]
fn a_model_needs_a_provider_a_name_and_a_key() {
    check(&[], &[]);
    check(&[SANDBOX], &[]);
    check(
        &[("EARSHOT_LLM_PROVIDER", "ollama"), named("llama3.2")],
        &[],
    );
    check(
        &[("EARSHOT_LLM_PROVIDER", "anthropic"), named("m"), KEY],
        &[],
    );
    check(
        &[named("m"), KEY],
        &[
            "EARSHOT_LLM_PROVIDER: there are settings for a language model, but this does not say which provider",
        ],
    );
    check(
        &[("EARSHOT_LLM_PROVIDER", "gemini"), KEY],
        &["EARSHOT_LLM_PROVIDER: The language model's name is missing."],
    );
    check(
        &[("EARSHOT_LLM_PROVIDER", "openai"), named("m")],
        &["EARSHOT_LLM_PROVIDER: This provider of language models needs a key."],
    );
    check(
        &[("EARSHOT_LLM_PROVIDER", "oracle")],
        &[
            "EARSHOT_LLM_PROVIDER: 'oracle' is not auto, openai, anthropic, gemini, ollama, sandbox or none",
        ],
    );
    check(
        &[("EARSHOT_LLM_DAILY_TOKENS", "plenty")],
        &["EARSHOT_LLM_DAILY_TOKENS: 'plenty' is not a whole number of tokens"],
    );
    check(
        &[
            ("EARSHOT_LLM_FIRST_TOKEN_S", "90"),
            ("EARSHOT_LLM_GAP_S", "0"),
            ("EARSHOT_LLM_TOTAL_S", "601"),
        ],
        &[
            "EARSHOT_LLM_GAP_S: '0' is not a number of seconds from 1 to 600",
            "EARSHOT_LLM_TOTAL_S: '601' is not a number of seconds from 1 to 600",
        ],
    );
    check(
        &[
            SANDBOX,
            ("EARSHOT_BIND", "0.0.0.0:80"),
            ("EARSHOT_SMTP_URL", "smtp://mail.example"),
        ],
        &[
            "EARSHOT_SANDBOX: others could reach the sandboxes (llm, payments, reddit, rank) at 0.0.0.0:80; \
           configure the real providers, bind to 127.0.0.1, or set this to public",
        ],
    );
}

#[test]
fn without_a_choice_the_sandbox_writes_and_in_production_nobody() {
    let settings = Settings::read(&source(&[])).unwrap();

    assert!(settings.llm.is_sandbox());
    let none = Settings::read(&source(&[("EARSHOT_LLM_PROVIDER", "none")])).unwrap();
    assert_eq!(none.llm.model, LlmSetting::None);
}

#[test]
fn production_takes_a_real_model_or_none_and_no_sandbox() {
    let problems = problems_of(&[SANDBOX, ("EARSHOT_ENV", "production")]);

    let expected = "EARSHOT_LLM_PROVIDER: production needs a real language model or none";
    assert!(problems.contains(&expected.to_owned()), "{problems:?}");
    let without = problems_of(&[("EARSHOT_ENV", "production")]);
    assert!(
        !without.iter().any(|problem| problem.contains("LLM")),
        "{without:?}"
    );
}

#[test]
fn how_long_it_is_waited_for_is_a_setting_with_a_usual_value() {
    let limits = |values: &[(&str, &str)]| {
        let limits = Settings::read(&source(values)).unwrap().llm.limits;
        [limits.first_token, limits.gap, limits.total].map(|limit| limit.as_secs())
    };

    assert_eq!(limits(&[]), [60, 30, 600]);
    let chosen = [
        ("EARSHOT_LLM_FIRST_TOKEN_S", "90"),
        ("EARSHOT_LLM_GAP_S", "45"),
        ("EARSHOT_LLM_TOTAL_S", "300"),
    ];
    assert_eq!(limits(&chosen), [90, 45, 300]);
}

#[test]
fn its_key_is_a_secret() {
    let source = source(&[("EARSHOT_LLM_PROVIDER", "openai"), named("m"), KEY]);
    let settings = Settings::read(&source).unwrap();

    assert!(matches!(settings.llm.model, LlmSetting::Live(_)));
    assert_eq!(settings.secrets(), ["hunter2"]);
    let printed = format!("{settings:?} {}", as_table(&source));
    assert!(!printed.contains("hunter2"), "{printed}");
}

const KEY: (&str, &str) = ("EARSHOT_LLM_KEY", "hunter2");

const fn named(name: &str) -> (&str, &str) {
    ("EARSHOT_LLM_MODEL", name)
}

fn question() -> CompletionRequest {
    let site = "Name: Paperlark\nPaperlark reminds people of unpaid invoices.";
    CompletionRequest::new(
        RequestKind::Website,
        "Describe this company.",
        &quote_untrusted(site),
    )
}

fn ada(app: &TestApp) -> UserModel {
    let llm = app.app().llm.as_ref();
    llm.expect("a model is chosen").for_user(ADA)
}

/// What Ada has spent today; all have spent the same, because there is nobody else.
async fn spent(app: &TestApp) -> Option<i64> {
    let sql = "select tokens from llm_spending where spender = $1";
    let of = async |spender: &str| {
        let row: Option<(i64,)> = app.db().maybe(sql, args![spender]).await.unwrap();
        row.map(|(tokens,)| tokens)
    };
    let (adas, everybodys) = (of(&ADA.to_string()).await, of("everybody").await);
    assert_eq!(adas, everybodys);
    adas
}

fn check(values: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(problems_of(values), expected, "{values:?}");
}

fn problems_of(values: &[(&str, &str)]) -> Vec<String> {
    Settings::read(&source(values)).map_or_else(|problems| problems.0, |_| Vec::new())
}

fn source(values: &[(&str, &str)]) -> Source {
    let mut source = Source::default();
    for (name, value) in values {
        source.set(name, value);
    }
    source
}
