-- The tables that a client may read through /rest/v1. Their rooms are built on them.

create table subscriptions (
    id                     uuid primary key,
    user_id                uuid not null references users (id) on delete cascade,
    status                 text not null check (status in
        ('active', 'trialing', 'pending', 'pending_activation', 'payment_failed', 'cancelled', 'none', 'inactive')),
    plan_id                text not null check (plan_id in ('starter', 'pro', 'enterprise')),
    stripe_subscription_id text,
    current_period_end     timestamptz,
    created_at             timestamptz not null,
    updated_at             timestamptz not null
);

create index subscriptions_user on subscriptions (user_id, created_at);

create table companies (
    id               uuid primary key,
    user_id          uuid not null unique references users (id) on delete cascade,
    company_name     text not null,
    website_url      text not null,
    business_type    text,
    industry         text,
    description      text,
    meta_description text,
    created_at       timestamptz not null,
    updated_at       timestamptz not null
);

create table keywords (
    id         uuid primary key,
    user_id    uuid not null references users (id) on delete cascade,
    company_id uuid not null references companies (id) on delete cascade,
    keyword    text not null,
    folded     text not null,                      -- compared without regard to case
    created_at timestamptz not null,
    unique (company_id, folded)
);

create index keywords_user on keywords (user_id);

create table reddit_posts (
    id               uuid primary key,
    user_id          uuid not null references users (id) on delete cascade,
    reddit_id        text not null,
    title            text not null,
    subreddit        text not null,
    author           text not null,
    created_at       timestamptz not null,              -- on Reddit
    score            bigint not null,
    comments         bigint not null,
    content          text,
    permalink        text not null,
    google_ranking   bigint,
    keywords_matched jsonb not null,
    relevance_score  bigint not null,
    rejected         boolean not null,
    rejected_reason  text,
    found_at         timestamptz not null,
    unique (user_id, reddit_id)
);

create table brand_mentions (
    id                 uuid primary key,
    user_id            uuid not null references users (id) on delete cascade,
    reddit_id          text not null,
    post_title         text not null,
    post_content       text,
    post_url           text not null,
    subreddit          text not null,
    author             text not null,
    reddit_created_at  timestamptz not null,
    post_score         bigint not null,
    comment_count      bigint not null,
    mention_type       text not null,
    is_read            boolean not null,
    rejected           boolean not null,
    rejected_reason    text,
    sentiment_score    double precision,
    is_positive        boolean,
    ai_analysis_reason text,
    ai_summary         text,
    comment_insights   text,
    brand_terms        jsonb not null,
    found_at           timestamptz not null,
    unique (user_id, reddit_id)
);
