-- What is searched for a user: their keywords, and what was derived from the company.
create table searches (
    id                uuid primary key,
    user_id           uuid not null references users (id) on delete cascade,
    phrase            text not null,               -- as people read it
    folded            text not null,               -- compared without regard to case
    query             text not null,               -- as Reddit is asked
    origin            text not null,               -- keyword, problem, competitor or asking
    is_in_communities boolean not null,            -- only the user's communities are searched
    is_on             boolean not null,            -- the user's switch
    place             bigint not null,            -- in the plan
    added_at          timestamptz not null,
    retired_at        timestamptz,                        -- no part of the plan any more
    was_silent        boolean not null,            -- retired because it found nothing
    unique (user_id, folded)
);

-- Where a user's customers ask.
create table communities (
    user_id      uuid not null references users (id) on delete cascade,
    folded       text not null,                    -- the name, without regard to case
    name         text not null,
    members      bigint not null,
    promotion    text not null,                    -- forbidden, limited or unknown
    rule         text,                             -- the name of the rule that says so
    rules_at     timestamptz,                             -- when the rules were read
    is_on        boolean not null,
    is_own       boolean not null,                 -- the user added it
    added_at     timestamptz not null,
    removed_at   timestamptz,                             -- not proposed again
    last_read_at timestamptz,
    primary key (user_id, folded)
);

-- What a search brought, or the newest posts of a community, scan by scan.
create table search_runs (
    id        uuid primary key,
    user_id   uuid not null references users (id) on delete cascade,
    search_id uuid references searches (id) on delete cascade,
    community text,                                -- folded; of a community that was read directly
    ran_at    timestamptz not null,
    read      bigint not null,                    -- posts that it returned
    found     bigint not null,                    -- those of them in the list
    added     bigint not null,                    -- those of them that were new
    leads     bigint not null                     -- those of the new that are leads
);

create index search_runs_user on search_runs (user_id, ran_at);
create index search_runs_search on search_runs (search_id);
create index search_runs_age on search_runs (ran_at);

-- Which searches found a post; whether it is a post or a comment.
alter table reddit_posts add column via jsonb not null default '[]';
alter table reddit_posts add column kind text not null default 'post';

-- Its owner asked a running job to stop.
alter table jobs add column stop_asked boolean not null default false;
