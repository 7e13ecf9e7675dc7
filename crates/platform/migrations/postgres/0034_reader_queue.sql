-- What was heard waits for the reader, the likeliest first.
alter table heard_matches add column waiting_score double precision;    -- 0 to 100 at a glance; null once it is read
alter table heard_matches add column subjects jsonb not null default '[]'; -- telling words of the company
alter table heard_matches add column shown_at timestamptz;         -- shown by that score, because reading takes long

update heard_matches set waiting_score = 50, job_id = null where held = false;
delete from jobs where kind = 'judge_heard_posts' and state in ('waiting', 'queued', 'running');

create index heard_matches_waiting on heard_matches (waiting_score) where waiting_score is not null;
create index companies_updated on companies (updated_at);
