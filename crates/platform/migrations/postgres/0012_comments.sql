-- The last draft of a comment for each post of each user. The post's id is the page's: a draft may
-- be of a post that is not kept.

create table drafts (
    id          uuid primary key,
    user_id     uuid not null references users (id) on delete cascade,
    post_id     text not null,
    tone        text not null,
    comment     text not null,
    tokens_used bigint not null,
    used_model  boolean not null,
    attempts    bigint not null,              -- how many drafts of the post there were, with this one
    warnings    jsonb not null,
    message     text,
    created_at  timestamptz not null,
    unique (user_id, post_id)
);
