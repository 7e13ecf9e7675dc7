-- What is new since a user's last visit, and alerts: how soon, from which match on, and when not.

-- Found since the last visit; stays until the next one begins, so that a row keeps its place.
alter table reddit_posts add column is_new  boolean not null default false;
alter table reddit_posts add column is_read boolean not null default true;
alter table reddit_posts add column read_at timestamptz;
create index reddit_posts_is_new on reddit_posts (user_id, is_read) where is_new = true;

-- New posts come first, then as before.
drop index reddit_posts_relevance;
create index reddit_posts_relevance on reddit_posts
    (user_id, rejected, excluded, is_new desc, (relevance_score / 10) desc,
     (case when google_ranking <= 10 then 0 else 1 end), created_at desc, id desc);
create index reddit_posts_saved_last on reddit_posts (user_id, rejected, excluded, found_at desc, id desc);

create table post_visits (
    user_id      uuid primary key references users (id) on delete cascade,
    last_seen_at timestamptz not null,
    new_since    timestamptz                    -- the end of the visit before; none at the first
);

alter table notification_preferences drop constraint notification_preferences_frequency_check;
alter table notification_preferences add constraint notification_preferences_frequency_check
    check (frequency in ('instant', 'daily', 'weekly', 'monthly'));
alter table notification_preferences
    add column alerted_at          timestamptz,                       -- the last instant alert
    add column minimum_match       bigint  not null default 70,
    add column lead_alerts         boolean not null default true,
    add column mention_alerts      boolean not null default true,
    add column quiet_hours_enabled boolean not null default false,
    add column quiet_from          bigint  not null default 1140,     -- minutes after midnight
    add column quiet_until         bigint  not null default 480,
    add column quiet_notes         boolean not null default true,     -- a note in a period without findings
    add column trial_mails         boolean not null default true;
