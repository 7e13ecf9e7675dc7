-- The last draft of a comment for each post of each user. The post's id is the page's: a draft may
-- be of a post that is not kept.

create table drafts (
    id          blob primary key,
    user_id     blob not null references users (id) on delete cascade,
    post_id     text not null,
    tone        text not null,
    comment     text not null,
    tokens_used integer not null,
    used_model  integer not null,
    attempts    integer not null,              -- how many drafts of the post there were, with this one
    warnings    text not null,
    message     text,
    created_at  text not null,
    unique (user_id, post_id)
) strict;
