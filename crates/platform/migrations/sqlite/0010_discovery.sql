-- The room of discovery: why a post was kept, when it was seen, what waits for the next month; and
-- how far a job is, for pages that were loaded after it began.

alter table reddit_posts add column relevance_reason text not null default '';
alter table reddit_posts add column relevance_parts  text not null default '[]';
alter table reddit_posts add column matched          text not null default '[]';   -- which words stand where
alter table reddit_posts add column intent           text not null default 'mention';
alter table reddit_posts add column folded           text not null default '';     -- what a text search looks at
alter table reddit_posts add column excluded         integer not null default 0;   -- by the owner's exclusions
alter table reddit_posts add column rejected_at      text;
alter table reddit_posts add column ranked_at        text;                         -- when google_ranking was seen
alter table reddit_posts add column last_seen_at     text not null default '1970-01-01T00:00:00+00:00';
alter table reddit_posts add column checked_at       text not null default '1970-01-01T00:00:00+00:00';
alter table reddit_posts add column found_by         blob;                         -- the job that saved it

update reddit_posts set last_seen_at = found_at, checked_at = found_at,
    folded = lower(title || ' ' || subreddit || ' ' || author || ' ' || keywords_matched);

create index reddit_posts_relevance on reddit_posts
    (user_id, rejected, excluded, relevance_score desc, created_at desc, id desc);
create index reddit_posts_new on reddit_posts (user_id, rejected, excluded, created_at desc, id desc);
create index reddit_posts_popular on reddit_posts
    (user_id, rejected, excluded, score desc, comments desc, id desc);
create index reddit_posts_found on reddit_posts (user_id, found_at);
create index reddit_posts_reddit_id on reddit_posts (reddit_id);
create index reddit_posts_checked on reddit_posts (checked_at);

-- What was found above the month's allowance. It is not in reddit_posts, which its owner can read.
create table waiting_posts (
    id              blob primary key,
    user_id         blob not null references users (id) on delete cascade,
    reddit_id       text not null,
    relevance_score integer not null,
    post            text not null,
    found_at        text not null,
    checked_at      text not null,
    unique (user_id, reddit_id)
) strict, without rowid;

create index waiting_posts_reddit_id on waiting_posts (reddit_id);
create index waiting_posts_checked on waiting_posts (checked_at);

-- By which exclusions reddit_posts.excluded was worked out.
create table post_filters (
    user_id    blob primary key references users (id) on delete cascade,
    exclusions text not null
) strict, without rowid;

alter table jobs add column progress text;
create index jobs_shown on jobs (lane) where progress is not null and state in ('waiting', 'queued', 'running');
