-- Scans: when they come again is a row of `schedules`, what they brought is kept here. A job may
-- wait for the end of others, as the end of a scan does for its parts.

-- Where in its cadence a schedule of one of many users stands; null: it goes on from where it was.
alter table schedules add column phase_s integer;

create table job_waits (
    job_id    blob not null references jobs (id) on delete cascade,
    waits_for blob not null,
    primary key (job_id, waits_for)
) strict;

create table scan_runs (
    id            blob primary key,            -- that of the job which began it
    user_id       blob not null references users (id) on delete cascade,
    plan          text not null,
    started_at    text not null,
    ended_at      text,                        -- null while it runs
    discovery_job blob,                        -- null where there was nothing to look for
    mentions_job  blob,
    new_posts     integer not null,
    new_mentions  integer not null,
    failures      text not null                -- [{what, why}]
) strict;

create index scan_runs_newest on scan_runs (user_id, started_at);
