-- What the payment side remembers beyond the columns that a client may read.

alter table subscriptions add column period_start       timestamptz;
alter table subscriptions add column trial_ends_at      timestamptz;
alter table subscriptions add column access_until       timestamptz;   -- when access ends without another word
alter table subscriptions add column next_plan_id       text;
alter table subscriptions add column plan_until         timestamptz;   -- until then plan_id holds, then next_plan_id
alter table subscriptions add column pending_until      timestamptz;   -- when the open checkout closes by itself
alter table subscriptions add column cancel_at          timestamptz;
alter table subscriptions add column is_cancelling      boolean not null default false;
alter table subscriptions add column is_cancelled_trial boolean not null default false;
alter table subscriptions add column is_past_due        boolean not null default false;
alter table subscriptions add column is_given           boolean not null default false;  -- by an operator
alter table subscriptions add column reminded_of        timestamptz;   -- the trial's end that its owner was reminded of

-- What was there was given by an operator: nothing could be bought.
update subscriptions set is_given = true;

-- One row for everybody who ever wanted to buy. Whoever writes about them first moves the revision
-- that they read, so that an answer of the provider never overwrites a newer one.
create table billing_accounts (
    user_id       uuid primary key references users (id) on delete cascade,
    revision      bigint not null,
    customer_id   text unique,                     -- the payment provider's
    trial_used_at timestamptz,
    held_plan_id  text,                            -- the larger plan of a downgrade, which is held …
    held_for      text,                            -- … for this subscription of the provider's …
    held_until    timestamptz,                            -- … until then
    keywords      jsonb,                            -- which of them to pause then
    cancel_reason text,
    changing_until timestamptz         -- wall time: somebody is changing it at the provider
);

-- The provider's events, by their ids, so that each counts once. They name nobody.
create table payment_events (
    id       text primary key,
    kind     text not null,
    heard_at timestamptz not null                         -- wall time
);

create index payment_events_heard on payment_events (heard_at);

-- How many posts were saved in each billing month.
create table post_allowances (
    user_id      uuid not null references users (id) on delete cascade,
    window_start timestamptz not null,
    used         bigint not null,
    primary key (user_id, window_start)
);

-- A paused keyword is kept and shown; nothing listens for it.
alter table keywords add column paused boolean not null default false;
