-- What waits for the reader is looked at once whether to show it early; what no job has taken has no job.
alter table heard_matches add column looked_at timestamptz;
update heard_matches set looked_at = shown_at where shown_at is not null;
update heard_matches set job_id = null where held = true;

-- The score at a glance, kept while a job reads, and how often a match was given back unread.
alter table heard_matches add column glance double precision not null default 50;
alter table heard_matches add column tries integer not null default 0;
delete from heard_matches where held = false
    and not exists (select 1 from heard_posts where heard_posts.reddit_id = heard_matches.reddit_id);

create index heard_matches_taken on heard_matches (job_id) where job_id is not null;
create index heard_matches_at on heard_matches (heard_at);
