-- Up to where the listener has read Reddit's posts.
create table stream_walks (
    kind        text primary key,
    position    integer not null,           -- the highest number that was read or is in stream_gaps
    heard_until text not null               -- everything that was listed before is read
) strict;

-- Numbers that no listing showed, to be asked for by id.
create table stream_gaps (
    kind          text not null,
    first_number  integer not null,
    last_number   integer not null,
    asks          integer not null,
    ask_at        text not null,
    unheard_since text,                     -- no listing has covered them
    primary key (kind, first_number)
) strict;

create index stream_gaps_due on stream_gaps (kind, ask_at);

-- Posts that matched somebody's keyword, until everybody's were judged.
create table heard_posts (
    reddit_id text primary key,
    post      text not null,
    heard_at  text not null
) strict;

create index heard_posts_at on heard_posts (heard_at);

-- For whom, and which keywords.
create table heard_matches (
    user_id   blob not null,
    reddit_id text not null,
    keywords  text not null,
    heard_at  text not null,
    held      integer not null,             -- judged, and shown with the next scan
    job_id    blob,                         -- the job that judges it
    primary key (user_id, reddit_id)
) strict;

create index heard_matches_post on heard_matches (reddit_id);

-- Whose keywords or brand terms changed, for the listener.
create table term_changes (
    user_id    blob primary key,
    changed_at text not null                -- product time
) strict;

create index term_changes_at on term_changes (changed_at);
