-- Signing in with an identity provider such as Google.

-- Who somebody is at a provider. The subject is the provider's name for a person and never changes;
-- the address is the one that they had there when they last signed in.
create table oauth_identities (
    provider        text not null,
    subject         text not null,
    user_id         uuid not null references users (id) on delete cascade,
    email           text not null,
    created_at      timestamptz not null,
    last_sign_in_at timestamptz not null,
    primary key (provider, subject),
    unique (user_id, provider)
);

-- A sign-in that has gone to the provider and is not back yet, by the hash of its state. The browser
-- that began it holds a secret of its own in a cookie.
create table oauth_attempts (
    hash         bytea primary key,
    browser_hash bytea not null,
    challenge    text,                             -- PKCE; none for the implicit variant
    redirect_to  text not null,
    created_at   timestamptz not null,
    used_at      timestamptz
);
