-- The room of notifications: who wants a digest how often, and which ones were written. Beside them
-- what the floor gains for it: the addresses that a mail server refused for good.

create table notification_preferences (
    user_id        uuid primary key references users (id) on delete cascade,
    enabled        boolean not null,
    frequency      text not null check (frequency in ('daily', 'weekly', 'monthly')),
    time_zone      text,                        -- a name of the tz database; none is UTC
    next_digest_at timestamptz,                 -- none while none is to come
    told_until     timestamptz not null         -- what was found later was in no digest yet
);

create index notification_preferences_due on notification_preferences (next_digest_at)
    where next_digest_at is not null;

-- What a digest names is kept beside it, so that a post that disappears can leave a mail that waits.
create table digests (
    id         uuid primary key,
    user_id    uuid not null references users (id) on delete cascade,
    mail_id    uuid not null,                   -- in outbox_mails
    told_from  timestamptz not null,            -- what was found after this and until told_until
    told_until timestamptz not null,
    posts      bigint not null,
    mentions   bigint not null,
    contents   jsonb not null,
    created_at timestamptz not null,
    unique (user_id, told_from)
);

create index digests_created on digests (created_at);

create table digest_items (
    digest_id uuid not null references digests (id) on delete cascade,
    reddit_id text not null,
    thread_id text not null,                    -- the post itself, or the one it was said under
    primary key (digest_id, reddit_id)
);

create index digest_items_reddit_id on digest_items (reddit_id);
create index digest_items_thread_id on digest_items (thread_id);

create table refused_addresses (
    address    text primary key,                -- folded to lower case
    refused_at timestamptz not null
);

-- Those who subscribed before there were digests: the first look finds nothing and plans the next.
insert into notification_preferences (user_id, enabled, frequency, next_digest_at, told_until)
select distinct user_id, true, 'weekly', date_trunc('second', now()), date_trunc('second', now())
from subscriptions where status in ('active', 'trialing');
