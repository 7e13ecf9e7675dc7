-- Mail is tried for two days, and an operator sees which mails are not sent.
alter table outbox_mails add column job_id blob;        -- the job that sends it

update outbox_mails set job_id = (
    select jobs.id from jobs
    where jobs.kind = 'send_mail'
      and upper(replace(json_extract(jobs.payload, '$.id'), '-', '')) = hex(outbox_mails.id)
) where sent_at is null and refused_at is null;
create index outbox_mails_unsent on outbox_mails (created_at) where sent_at is null;

update jobs set max_failures = 52 where kind = 'send_mail' and state in ('waiting', 'queued', 'running');
create index jobs_dead on jobs (kind) where state = 'dead';

-- What a person waits for overtakes what nobody waits for.
alter table jobs add column urgency integer not null default 1;   -- 0 immediate, 1 interactive, 2 background

update jobs set urgency = 2
where state in ('waiting', 'queued', 'running')
  and kind in ('write_digest', 'queue_digests', 'sweep_posts', 'sweep_mentions', 'scan', 'finish_scan',
               'forget_old', 'sweep_after_leaving');
drop index jobs_queue;
drop index jobs_lane;
drop index jobs_waiting;
create index jobs_queue on jobs (urgency, turn, id) where state = 'queued';
create index jobs_lane on jobs (lane, urgency, turn) where state = 'queued';
create index jobs_waiting on jobs (due_at, not_before) where state = 'waiting';

-- Open pages ask every few seconds; sweeps look every hour.
create index jobs_open on jobs (lane, kind) where state in ('waiting', 'queued', 'running');
create index reddit_posts_last_seen on reddit_posts (last_seen_at);
create index brand_mentions_last_seen on brand_mentions (last_seen_at);
create index reddit_posts_ranked on reddit_posts (coalesce(ranked_at, found_at)) where google_ranking is not null;

-- House-keeping is a job for each owner of data.
delete from schedules where name = 'forget_old';
