-- What the floor owns: jobs, schedules, the mail outbox and the server's own keys.

create table jobs (
    id           uuid primary key,
    kind         text not null,
    lane         text not null,            -- whose work it is; fairness is between lanes
    payload      jsonb not null,
    dedupe_key   text,
    state        text not null check (state in ('waiting', 'queued', 'running', 'done', 'dead')),
    turn         bigint not null,          -- place in the queue; see platform/jobs/store.rs
    due_at       timestamptz not null,     -- product time
    not_before   timestamptz not null,     -- wall time: the end of a back-off
    attempt      bigint not null,          -- grows with every claim and fences late writers
    failures     bigint not null,
    max_failures bigint not null,
    worker       uuid,
    lease_until  timestamptz,              -- wall time
    result       jsonb,
    last_error   text,
    created_at   timestamptz not null,
    finished_at  timestamptz
);

create unique index jobs_dedupe on jobs (dedupe_key) where state in ('waiting', 'queued', 'running');
create index jobs_waiting on jobs (due_at) where state = 'waiting';
create index jobs_queue on jobs (turn, id) where state = 'queued';
create index jobs_lane on jobs (lane, turn) where state = 'queued';
create index jobs_running on jobs (lease_until) where state = 'running';
create index jobs_finished on jobs (finished_at) where state in ('done', 'dead');

-- Rows change state several times a minute: leave room for it in the page, sweep early.
alter table jobs set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

create table schedules (
    name         text primary key,
    kind         text not null,
    lane         text not null,
    payload      jsonb not null,
    max_failures bigint not null,
    every_s      bigint not null check (every_s > 0),
    next_run_at  timestamptz not null       -- product time
);

create index schedules_next on schedules (next_run_at);

create table outbox_mails (
    id         uuid primary key,
    lane       text not null,
    recipient  text not null,
    subject    text not null,
    html       text not null,
    text       text not null,
    headers    jsonb not null,
    message_id text not null unique,
    created_at timestamptz not null,
    sent_at    timestamptz,
    refused_at timestamptz,
    refusal    text
);

create index outbox_mails_created on outbox_mails (created_at);

create table server_keys (
    name  text primary key,
    value text not null
);
