-- What the reader made of posts: one vector per text, whoever it is judged for.
create table post_vectors (
    reddit_id text primary key,
    text_hash integer not null,     -- of what was read; an edited post is read again
    reader    integer not null,     -- the version of the weights
    vector    blob not null,
    read_at   text not null
) strict, without rowid;

create index post_vectors_read on post_vectors (read_at);

-- By which scale a score was given; 0 is that of the first version.
alter table reddit_posts add column scale integer not null default 0;
create index reddit_posts_scale on reddit_posts (scale, user_id);

-- Posts within ten points of each other: first those on Google's first page, then the newest.
drop index reddit_posts_relevance;
create index reddit_posts_relevance on reddit_posts
    (user_id, rejected, excluded, (relevance_score / 10) desc,
     (case when google_ranking <= 10 then 0 else 1 end), created_at desc, id desc);
