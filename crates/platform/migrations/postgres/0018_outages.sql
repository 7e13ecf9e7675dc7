-- What the product knows of outages, and of trials that were used up by people who left.

-- Whether each provider answers, as all processes have seen it. Wall time.
create table provider_health (
    provider      text primary key,
    answered_at   timestamptz,
    failing_since timestamptz,                        -- the first failure since the last answer; null while it answers
    failure       text                         -- what kind: unavailable, unauthorised, forbidden, invalid_response
);

-- When the searches that an outage cut off are asked again.
alter table scan_runs add column repeat_at timestamptz;

-- A trial is given once per person. What is left of somebody who deleted the account are keyed hashes of
-- the address and the card, for 24 months.
create table used_trials (
    hash    text primary key,
    used_at timestamptz not null
);

create index used_trials_used on used_trials (used_at);

alter table billing_accounts add column card_hash     text;  -- of the card that the trial was begun with
alter table billing_accounts add column refused_trial text;  -- the provider's subscription whose trial was ended
