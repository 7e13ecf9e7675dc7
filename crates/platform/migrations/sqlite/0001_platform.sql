-- What the floor owns: jobs, schedules, the mail outbox and the server's own keys.

create table jobs (
    id           blob primary key,
    kind         text not null,
    lane         text not null,            -- whose work it is; fairness is between lanes
    payload      text not null,
    dedupe_key   text,
    state        text not null check (state in ('waiting', 'queued', 'running', 'done', 'dead')),
    turn         integer not null,         -- place in the queue; see platform/jobs/store.rs
    due_at       text not null,            -- product time
    not_before   text not null,            -- wall time: the end of a back-off
    attempt      integer not null,         -- grows with every claim and fences late writers
    failures     integer not null,
    max_failures integer not null,
    worker       blob,
    lease_until  text,                     -- wall time
    result       text,
    last_error   text,
    created_at   text not null,
    finished_at  text
) strict, without rowid;

create unique index jobs_dedupe on jobs (dedupe_key) where state in ('waiting', 'queued', 'running');
create index jobs_waiting on jobs (due_at) where state = 'waiting';
create index jobs_queue on jobs (turn, id) where state = 'queued';
create index jobs_lane on jobs (lane, turn) where state = 'queued';
create index jobs_running on jobs (lease_until) where state = 'running';
create index jobs_finished on jobs (finished_at) where state in ('done', 'dead');

create table schedules (
    name         text primary key,
    kind         text not null,
    lane         text not null,
    payload      text not null,
    max_failures integer not null,
    every_s      integer not null check (every_s > 0),
    next_run_at  text not null              -- product time
) strict, without rowid;

create index schedules_next on schedules (next_run_at);

create table outbox_mails (
    id         blob primary key,
    lane       text not null,
    recipient  text not null,
    subject    text not null,
    html       text not null,
    text       text not null,
    headers    text not null,
    message_id text not null unique,
    created_at text not null,
    sent_at    text,
    refused_at text,
    refusal    text
) strict, without rowid;

create index outbox_mails_created on outbox_mails (created_at);

create table server_keys (
    name  text primary key,
    value text not null
) strict, without rowid;
