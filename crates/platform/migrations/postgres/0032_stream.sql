-- Up to where the listener has read Reddit's posts.
create table stream_walks (
    kind        text primary key,
    position    bigint not null,            -- the highest number that was read or is in stream_gaps
    heard_until timestamptz not null        -- everything that was listed before is read
);

-- Numbers that no listing showed, to be asked for by id.
create table stream_gaps (
    kind          text not null,
    first_number  bigint not null,
    last_number   bigint not null,
    asks          bigint not null,
    ask_at        timestamptz not null,
    unheard_since timestamptz,              -- no listing has covered them
    primary key (kind, first_number)
);

create index stream_gaps_due on stream_gaps (kind, ask_at);

-- Posts that matched somebody's keyword, until everybody's were judged.
create table heard_posts (
    reddit_id text primary key,
    post      jsonb not null,
    heard_at  timestamptz not null
);

create index heard_posts_at on heard_posts (heard_at);

-- For whom, and which keywords.
create table heard_matches (
    user_id   uuid not null,
    reddit_id text not null,
    keywords  jsonb not null,
    heard_at  timestamptz not null,
    held      boolean not null,             -- judged, and shown with the next scan
    job_id    uuid,                         -- the job that judges it
    primary key (user_id, reddit_id)
);

create index heard_matches_post on heard_matches (reddit_id);

-- Whose keywords or brand terms changed, for the listener.
create table term_changes (
    user_id    uuid primary key,
    changed_at timestamptz not null         -- product time
);

create index term_changes_at on term_changes (changed_at);
