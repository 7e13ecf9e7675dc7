-- Where a company is listened for beside Reddit.
create table listening_sources (
    user_id    blob not null,
    source     text not null,
    is_heard   integer not null,
    updated_at text not null,
    primary key (user_id, source)
) strict;

-- Which process listens, and until when it may go on without saying so again.
create table stream_leases (
    name   text primary key,
    holder blob not null,
    until  text not null                    -- real time
) strict;

-- Where it was written: reddit, hacker_news or bluesky.
alter table reddit_posts add column source text not null default 'reddit';
alter table brand_mentions add column source text not null default 'reddit';
