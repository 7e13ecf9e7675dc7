-- What waits for the reader is looked at once whether to show it early; what no job has taken has no job.
alter table heard_matches add column looked_at timestamptz;
update heard_matches set looked_at = shown_at where shown_at is not null;
update heard_matches set job_id = null where held = true;

create index heard_matches_taken on heard_matches (job_id) where job_id is not null;
create index heard_matches_at on heard_matches (heard_at);
