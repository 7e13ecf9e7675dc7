-- What the payment side remembers beyond the columns that a client may read.

alter table subscriptions add column period_start       text;
alter table subscriptions add column trial_ends_at      text;
alter table subscriptions add column access_until       text;   -- when access ends without another word
alter table subscriptions add column next_plan_id       text;
alter table subscriptions add column plan_until         text;   -- until then plan_id holds, then next_plan_id
alter table subscriptions add column pending_until      text;   -- when the open checkout closes by itself
alter table subscriptions add column cancel_at          text;
alter table subscriptions add column is_cancelling      integer not null default 0;
alter table subscriptions add column is_cancelled_trial integer not null default 0;
alter table subscriptions add column is_past_due        integer not null default 0;
alter table subscriptions add column is_given           integer not null default 0;  -- by an operator
alter table subscriptions add column reminded_of        text;   -- the trial's end that its owner was reminded of

-- What was there was given by an operator: nothing could be bought.
update subscriptions set is_given = 1;

-- One row for everybody who ever wanted to buy. Whoever writes about them first moves the revision
-- that they read, so that an answer of the provider never overwrites a newer one.
create table billing_accounts (
    user_id       blob primary key references users (id) on delete cascade,
    revision      integer not null,
    customer_id   text unique,                     -- the payment provider's
    trial_used_at text,
    held_plan_id  text,                            -- the larger plan of a downgrade, which is held …
    held_for      text,                            -- … for this subscription of the provider's …
    held_until    text,                            -- … until then
    keywords      text,                            -- which of them to pause then
    cancel_reason text,
    changing_until text         -- wall time: somebody is changing it at the provider
) strict, without rowid;

-- The provider's events, by their ids, so that each counts once. They name nobody.
create table payment_events (
    id       text primary key,
    kind     text not null,
    heard_at text not null                         -- wall time
) strict, without rowid;

create index payment_events_heard on payment_events (heard_at);

-- How many posts were saved in each billing month.
create table post_allowances (
    user_id      blob not null references users (id) on delete cascade,
    window_start text not null,
    used         integer not null,
    primary key (user_id, window_start)
) strict, without rowid;

-- A paused keyword is kept and shown; nothing listens for it.
alter table keywords add column paused integer not null default 0;
