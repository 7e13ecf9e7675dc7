-- How a person wants posts and mentions to be filtered. Without a row the defaults hold.
create table ai_settings (
    user_id             uuid primary key references users (id) on delete cascade,
    enabled             boolean not null,
    level               text not null check (level in ('basic', 'advanced')),
    min_confidence      bigint not null check (min_confidence between 0 and 100),
    instructions        text not null,
    excluded_subreddits jsonb not null,
    excluded_authors    jsonb not null,
    excluded_words      jsonb not null,
    updated_at          timestamptz not null
);

-- Reddit's budget of calls, shared by all processes. Times are microseconds of wall time since 1970.
create table reddit_budget (
    name          text primary key,
    allowance     bigint not null,                 -- calls in a window
    used          bigint not null,
    under_way     bigint not null,                 -- taken, their end not known yet
    length_us     bigint not null,
    ends_at_us    bigint not null,
    rest_until_us bigint not null,                 -- Reddit asked to be left alone, or is not well
    asked_at_us   bigint not null,
    is_heard      boolean not null                  -- whether it has ever answered
);

-- What was heard a moment ago, for everybody who asks the same. Old rows are removed.
create table reddit_answers (
    key          text primary key,                  -- a fingerprint of the question
    answer       text,
    kept_until   timestamptz not null,              -- product time
    asking_until timestamptz not null               -- wall time: somebody asks at this moment
);

create index reddit_answers_kept on reddit_answers (kept_until);

-- At which place of a plain web search a post stood, and when.
create table rank_observations (
    query     text not null,                        -- lower case, single spaces
    country   text not null,
    reddit_id text not null,
    place     bigint not null,
    seen_at   timestamptz not null,
    primary key (query, country, reddit_id, seen_at)
);

create index rank_observations_seen on rank_observations (seen_at);

-- Its one row changes with every call: leave room for it in the page.
alter table reddit_budget set (fillfactor = 50);
