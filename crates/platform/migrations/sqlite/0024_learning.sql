-- What a user's rejections leave out, what they say is wrong, and what else they could search for.

-- Whether the post names the company itself: such a post is no new lead.
alter table reddit_posts add column names_brand integer not null default 0;
create index reddit_posts_names_brand on reddit_posts (user_id, names_brand, rejected, excluded);
create index reddit_posts_google_ranking on reddit_posts (user_id, google_ranking)
    where google_ranking is not null;

-- 'wrong' where the user said that the match or the sentiment is.
alter table reddit_posts add column feedback text;
alter table brand_mentions add column feedback text;

-- Posts that would be in the list without a lesson of the user's rejections. One that was restored
-- stays here until it is too old, so that no lesson lowers its score again.
create table left_out_posts (
    id              blob primary key,
    user_id         blob not null references users (id) on delete cascade,
    reddit_id       text not null,
    relevance_score integer not null,    -- without the lesson
    post            text not null,
    taught_by       blob not null,    -- the rejected post that it is most like
    left_out_by     blob not null,    -- the discovery that met it last
    left_out_at     text not null,
    checked_at      text not null,
    restored_at     text,
    unique (user_id, reddit_id)
) strict, without rowid;

create index left_out_posts_reddit_id on left_out_posts (reddit_id);
create index left_out_posts_checked on left_out_posts (checked_at);
create index left_out_posts_left_out on left_out_posts (left_out_at);

-- Keywords, competitors and communities that would have found posts, as of the last discovery.
create table search_suggestions (
    user_id          blob not null references users (id) on delete cascade,
    kind             text not null,
    value            text not null,
    folded           text not null,
    would_have_found integer not null,
    computed_at      text not null,
    dismissed_at     text,
    primary key (user_id, kind, folded)
) strict, without rowid;
