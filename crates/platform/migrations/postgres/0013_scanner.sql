-- Scans: when they come again is a row of `schedules`, what they brought is kept here. A job may
-- wait for the end of others, as the end of a scan does for its parts.

-- Where in its cadence a schedule of one of many users stands; null: it goes on from where it was.
alter table schedules add column phase_s bigint;

create table job_waits (
    job_id    uuid not null references jobs (id) on delete cascade,
    waits_for uuid not null,
    primary key (job_id, waits_for)
);

create table scan_runs (
    id            uuid primary key,            -- that of the job which began it
    user_id       uuid not null references users (id) on delete cascade,
    plan          text not null,
    started_at    timestamptz not null,
    ended_at      timestamptz,                        -- null while it runs
    discovery_job uuid,                        -- null where there was nothing to look for
    mentions_job  uuid,
    new_posts     bigint not null,
    new_mentions  bigint not null,
    failures      jsonb not null                -- [{what, why}]
);

create index scan_runs_newest on scan_runs (user_id, started_at);
