-- The room of notifications: who wants a digest how often, and which ones were written. Beside them
-- what the floor gains for it: the addresses that a mail server refused for good.

create table notification_preferences (
    user_id        blob primary key references users (id) on delete cascade,
    enabled        integer not null,
    frequency      text not null check (frequency in ('daily', 'weekly', 'monthly')),
    time_zone      text,                        -- a name of the tz database; none is UTC
    next_digest_at text,                        -- none while none is to come
    told_until     text not null                -- what was found later was in no digest yet
) strict, without rowid;

create index notification_preferences_due on notification_preferences (next_digest_at)
    where next_digest_at is not null;

-- What a digest names is kept beside it, so that a post that disappears can leave a mail that waits.
create table digests (
    id         blob primary key,
    user_id    blob not null references users (id) on delete cascade,
    mail_id    blob not null,                   -- in outbox_mails
    told_from  text not null,                   -- what was found after this and until told_until
    told_until text not null,
    posts      integer not null,
    mentions   integer not null,
    contents   text not null,
    created_at text not null,
    unique (user_id, told_from)
) strict, without rowid;

create index digests_created on digests (created_at);

create table digest_items (
    digest_id blob not null references digests (id) on delete cascade,
    reddit_id text not null,
    thread_id text not null,                    -- the post itself, or the one it was said under
    primary key (digest_id, reddit_id)
) strict, without rowid;

create index digest_items_reddit_id on digest_items (reddit_id);
create index digest_items_thread_id on digest_items (thread_id);

create table refused_addresses (
    address    text primary key,                -- folded to lower case
    refused_at text not null
) strict, without rowid;

-- Those who subscribed before there were digests: the first look finds nothing and plans the next.
insert into notification_preferences (user_id, enabled, frequency, next_digest_at, told_until)
select distinct user_id, 1, 'weekly', strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now'), strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now')
from subscriptions where status in ('active', 'trialing');
