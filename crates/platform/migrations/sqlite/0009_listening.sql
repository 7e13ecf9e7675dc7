-- How a person wants posts and mentions to be filtered. Without a row the defaults hold.
create table ai_settings (
    user_id             blob primary key references users (id) on delete cascade,
    enabled             integer not null,
    level               text not null check (level in ('basic', 'advanced')),
    min_confidence      integer not null check (min_confidence between 0 and 100),
    instructions        text not null,
    excluded_subreddits text not null,
    excluded_authors    text not null,
    excluded_words      text not null,
    updated_at          text not null
) strict, without rowid;

-- Reddit's budget of calls, shared by all processes. Times are microseconds of wall time since 1970.
create table reddit_budget (
    name          text primary key,
    allowance     integer not null,                 -- calls in a window
    used          integer not null,
    under_way     integer not null,                 -- taken, their end not known yet
    length_us     integer not null,
    ends_at_us    integer not null,
    rest_until_us integer not null,                 -- Reddit asked to be left alone, or is not well
    asked_at_us   integer not null,
    is_heard      integer not null                  -- whether it has ever answered
) strict, without rowid;

-- What was heard a moment ago, for everybody who asks the same. Old rows are removed.
create table reddit_answers (
    key          text primary key,                  -- a fingerprint of the question
    answer       text,
    kept_until   text not null,                     -- product time
    asking_until text not null                      -- wall time: somebody asks at this moment
) strict, without rowid;

create index reddit_answers_kept on reddit_answers (kept_until);

-- At which place of a plain web search a post stood, and when.
create table rank_observations (
    query     text not null,                        -- lower case, single spaces
    country   text not null,
    reddit_id text not null,
    place     integer not null,
    seen_at   text not null,
    primary key (query, country, reddit_id, seen_at)
) strict, without rowid;

create index rank_observations_seen on rank_observations (seen_at);
