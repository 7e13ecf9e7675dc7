-- Who people are: accounts, their sessions, the links in their mails, and their profiles. Beside
-- them what the floor gains for it: rate buckets and the log of changes that open pages follow.

create table users (
    id                   blob primary key,
    email                text not null unique,     -- folded to lower case
    password_hash        text,                     -- none until a confirmed sign-up or a reset sets one
    email_confirmed_at   text,
    confirmation_sent_at text,
    recovery_sent_at     text,
    new_email            text,
    email_change_sent_at text,
    last_sign_in_at      text,
    user_metadata        text not null,
    welcomed_at          text,                   -- when the welcome mail was posted
    created_at           text not null,
    updated_at           text not null
) strict, without rowid;

-- Sign-ups that wait for their link. Each keeps its own password, because anybody may sign up
-- with any address; which one counts is decided when a link is opened.
create table pending_signups (
    id            blob primary key,
    user_id       blob not null references users (id) on delete cascade,
    password_hash text not null,
    user_metadata text not null,
    created_at    text not null
) strict, without rowid;

create index pending_signups_user on pending_signups (user_id);

create table sessions (
    id           blob primary key,
    user_id      blob not null references users (id) on delete cascade,
    method       text not null,                    -- how it began: password, otp, recovery, email/signup, email_change
    began_at     text not null,
    refreshed_at text not null
) strict, without rowid;

create index sessions_user on sessions (user_id);

-- Only hashes. What a token was rotated into is kept sealed with the token itself, so that its
-- holder, and nobody who reads this table, can be given the newer one again.
create table refresh_tokens (
    hash        blob primary key,
    session_id  blob not null references sessions (id) on delete cascade,
    generation  integer not null,
    sealed_next blob,
    rotated_at  text,
    unique (session_id, generation)
) strict, without rowid;

-- The links in mails, by the hash of their token.
create table mail_links (
    hash              blob primary key,
    user_id           blob not null references users (id) on delete cascade,
    kind              text not null check (kind in ('signup', 'recovery', 'email_change')),
    pending_signup_id blob references pending_signups (id) on delete cascade,
    new_email         text,
    challenge         text,                        -- PKCE; none for the implicit variant
    created_at        text not null,
    used_at           text
) strict, without rowid;

create index mail_links_user on mail_links (user_id);

-- What an opened link of the PKCE variant is exchanged with, by the hash of the code.
create table auth_codes (
    hash       blob primary key,
    user_id    blob not null references users (id) on delete cascade,
    challenge  text not null,
    method     text not null,
    created_at text not null,
    used_at    text
) strict, without rowid;

create index auth_codes_user on auth_codes (user_id);

create table profiles (
    id                   blob primary key references users (id) on delete cascade,
    full_name            text,
    email                text not null,
    avatar_url           text,
    onboarding_completed integer not null,
    onboarding_step      integer not null,
    subscription_plan    text,                     -- decoration: a client may write it, nothing trusts it
    subscription_status  text,                     -- the same
    created_at           text not null,
    updated_at           text not null
) strict, without rowid;

-- Token buckets, shared by all processes.
create table rate_buckets (
    name       text primary key,
    full_at_us integer not null                     -- when it is full again, in microseconds of wall time since 1970
) strict, without rowid;

-- What was committed, in order, for pages that are open right now. Old rows are removed.
create table live_events (
    id         integer primary key autoincrement,
    owner_id   blob not null,
    topic      text not null,                      -- 'rows' for a change of a table, else the name of a broadcast
    payload    text not null,
    created_at text not null                     -- wall time
) strict;

create index live_events_created on live_events (created_at);
create index live_events_owner on live_events (owner_id, topic, id);
