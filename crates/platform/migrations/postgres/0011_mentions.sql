-- The room of mentions: by which names a company is called, where a mention stands, how it was read,
-- and when it was seen.

create table brand_terms (
    id            uuid primary key,
    user_id       uuid not null references users (id) on delete cascade,
    term_value    text not null,
    folded        text not null,                    -- compared without regard to case
    term_type     text not null check (term_type in ('name', 'domain', 'product', 'handle')),
    needs_context boolean not null,                 -- it means other things too
    removed       boolean not null,                 -- by its owner; it is not made again
    created_at    timestamptz not null,
    unique (user_id, folded)
);

alter table brand_mentions add column post_id      text not null default '';          -- whose thread it stands in
alter table brand_mentions add column intent       text not null default 'mention';
alter table brand_mentions add column leaning      text not null default 'undecided'; -- what the badge says
alter table brand_mentions add column matched      jsonb not null default '[]';       -- the name as it is written
alter table brand_mentions add column confidence   bigint not null default 95;
alter table brand_mentions add column is_noise     boolean not null default false;
alter table brand_mentions add column excluded     boolean not null default false;    -- by the owner's filters
alter table brand_mentions add column day          text not null default '';          -- of reddit_created_at
alter table brand_mentions add column folded       text not null default '';          -- what a text search looks at
alter table brand_mentions add column read_at      timestamptz;
alter table brand_mentions add column rejected_at  timestamptz;
alter table brand_mentions add column last_seen_at timestamptz not null default '1970-01-01T00:00:00+00:00';
alter table brand_mentions add column checked_at   timestamptz not null default '1970-01-01T00:00:00+00:00';
alter table brand_mentions add column found_by     uuid;                              -- the job that saved it

-- Samples have no place on Reddit, so nobody is to look for them there.
update brand_mentions set reddit_id = 'sample_' || substr(reddit_id, 4) where reddit_id like 't3\_owl%' escape '\';
update brand_mentions set post_id = reddit_id, last_seen_at = found_at, checked_at = found_at,
    day = to_char(reddit_created_at at time zone 'UTC', 'YYYY-MM-DD'),
    leaning = case when sentiment_score is null or is_positive is null or abs(sentiment_score) = 0.75
                        or (sentiment_score = 0 and coalesce(ai_analysis_reason, '') = '') then 'undecided'
                   when abs(sentiment_score) < 0.25 then 'neutral'
                   when is_positive then 'positive' else 'negative' end,
    folded = lower(post_title || ' ' || subreddit || ' ' || author || ' ' || coalesce(post_content, '')
        || ' ' || cast(brand_terms as text));

create index brand_mentions_unread on brand_mentions
    (user_id, rejected, excluded, is_read, reddit_created_at desc, id desc);
create index brand_mentions_new on brand_mentions (user_id, rejected, excluded, reddit_created_at desc, id desc);
create index brand_mentions_popular on brand_mentions (user_id, rejected, excluded, post_score desc, id desc);
create index brand_mentions_counts on brand_mentions (user_id, excluded, rejected, is_read, leaning);
create index brand_mentions_days on brand_mentions (user_id, excluded, rejected, day, leaning);
create index brand_mentions_reddit_id on brand_mentions (reddit_id);
create index brand_mentions_post_id on brand_mentions (post_id);
create index brand_mentions_checked on brand_mentions (checked_at);

-- By which filters brand_mentions.excluded was worked out.
create table mention_filters (
    user_id uuid primary key references users (id) on delete cascade,
    filters text not null
);
