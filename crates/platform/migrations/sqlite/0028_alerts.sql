-- What is new since a user's last visit, and alerts: how soon, from which match on, and when not.

-- Found since the last visit; stays until the next one begins, so that a row keeps its place.
alter table reddit_posts add column is_new  integer not null default 0;
alter table reddit_posts add column is_read integer not null default 1;
alter table reddit_posts add column read_at text;
create index reddit_posts_is_new on reddit_posts (user_id, is_read) where is_new = true;

-- New posts come first, then as before.
drop index reddit_posts_relevance;
create index reddit_posts_relevance on reddit_posts
    (user_id, rejected, excluded, is_new desc, (relevance_score / 10) desc,
     (case when google_ranking <= 10 then 0 else 1 end), created_at desc, id desc);
create index reddit_posts_saved_last on reddit_posts (user_id, rejected, excluded, found_at desc, id desc);

create table post_visits (
    user_id      blob primary key references users (id) on delete cascade,
    last_seen_at text not null,
    new_since    text                           -- the end of the visit before; none at the first
) strict, without rowid;

create table notification_preferences_next (
    user_id             blob primary key references users (id) on delete cascade,
    enabled             integer not null,
    frequency           text not null check (frequency in ('instant', 'daily', 'weekly', 'monthly')),
    time_zone           text,                   -- a name of the tz database; none is UTC
    next_digest_at      text,                   -- none while none is to come
    told_until          text not null,          -- what was found later was in no mail yet
    alerted_at          text,                   -- the last instant alert
    minimum_match       integer not null default 70,
    lead_alerts         integer not null default 1,
    mention_alerts      integer not null default 1,
    quiet_hours_enabled integer not null default 0,
    quiet_from          integer not null default 1140,    -- minutes after midnight
    quiet_until         integer not null default 480,
    quiet_notes         integer not null default 1,       -- a note in a period without findings
    trial_mails         integer not null default 1
) strict, without rowid;

insert into notification_preferences_next (user_id, enabled, frequency, time_zone, next_digest_at, told_until)
select user_id, enabled, frequency, time_zone, next_digest_at, told_until from notification_preferences;
drop table notification_preferences;
alter table notification_preferences_next rename to notification_preferences;
create index notification_preferences_due on notification_preferences (next_digest_at)
    where next_digest_at is not null;
