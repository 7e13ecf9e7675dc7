-- The tables that a client may read through /rest/v1. Their rooms are built on them.

create table subscriptions (
    id                     blob primary key,
    user_id                blob not null references users (id) on delete cascade,
    status                 text not null check (status in
        ('active', 'trialing', 'pending', 'pending_activation', 'payment_failed', 'cancelled', 'none', 'inactive')),
    plan_id                text not null check (plan_id in ('starter', 'pro', 'enterprise')),
    stripe_subscription_id text,
    current_period_end     text,
    created_at             text not null,
    updated_at             text not null
) strict, without rowid;

create index subscriptions_user on subscriptions (user_id, created_at);

create table companies (
    id               blob primary key,
    user_id          blob not null unique references users (id) on delete cascade,
    company_name     text not null,
    website_url      text not null,
    business_type    text,
    industry         text,
    description      text,
    meta_description text,
    created_at       text not null,
    updated_at       text not null
) strict, without rowid;

create table keywords (
    id         blob primary key,
    user_id    blob not null references users (id) on delete cascade,
    company_id blob not null references companies (id) on delete cascade,
    keyword    text not null,
    folded     text not null,                      -- compared without regard to case
    created_at text not null,
    unique (company_id, folded)
) strict, without rowid;

create index keywords_user on keywords (user_id);

create table reddit_posts (
    id               blob primary key,
    user_id          blob not null references users (id) on delete cascade,
    reddit_id        text not null,
    title            text not null,
    subreddit        text not null,
    author           text not null,
    created_at       text not null,              -- on Reddit
    score            integer not null,
    comments         integer not null,
    content          text,
    permalink        text not null,
    google_ranking   integer,
    keywords_matched text not null,
    relevance_score  integer not null,
    rejected         integer not null,
    rejected_reason  text,
    found_at         text not null,
    unique (user_id, reddit_id)
) strict;

create table brand_mentions (
    id                 blob primary key,
    user_id            blob not null references users (id) on delete cascade,
    reddit_id          text not null,
    post_title         text not null,
    post_content       text,
    post_url           text not null,
    subreddit          text not null,
    author             text not null,
    reddit_created_at  text not null,
    post_score         integer not null,
    comment_count      integer not null,
    mention_type       text not null,
    is_read            integer not null,
    rejected           integer not null,
    rejected_reason    text,
    sentiment_score    real,
    is_positive        integer,
    ai_analysis_reason text,
    ai_summary         text,
    comment_insights   text,
    brand_terms        text not null,
    found_at           text not null,
    unique (user_id, reddit_id)
) strict;
