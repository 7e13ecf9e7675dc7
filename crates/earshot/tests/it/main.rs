//! The product's promises, as sentences, through its front door, on the engine that
//! `EARSHOT_TEST_ENGINE` names (sqlite or postgres). `make test` runs them on both.

#![expect(
    clippy::unwrap_used,
    reason = "a test's helpers fail as loudly as the test itself"
)]

mod account_mails;
mod admin;
mod auth;
mod backup;
mod billing;
mod budget;
mod comments;
mod demo;
mod discovery;
mod doctor;
mod housekeeping;
mod jobs;
mod keywords;
mod kit;
mod leaving;
mod life;
mod listening;
mod llm;
mod mail;
mod mentions;
mod notifications;
mod onboarding;
mod once;
mod operations;
mod payment_sandbox;
mod processes;
mod query_plans;
mod realtime;
mod rest;
mod sandbox;
mod scanner;
mod schedules;
mod searches;
mod starting;
mod states;
mod storage;
mod stream;
mod unreadable_websites;
