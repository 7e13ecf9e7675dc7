-- What the reader made of companies: read when the text changes, not for every search.
create table company_vectors (
    company_id blob primary key references companies (id) on delete cascade,
    text_hash  integer not null,    -- of what was read; an edited company is read again
    reader     integer not null,    -- the version of the weights
    vectors    blob not null,      -- of the whole text, then of each sentence
    read_at    text not null
) strict, without rowid;

-- What the reader made of the sentences among which an author's need is quoted. Only posts that
-- somebody is shown have them.
alter table post_vectors add column sentences_hash integer;
alter table post_vectors add column sentences blob;

-- By which scale a waiting post was judged; 0 is that of the first version.
alter table waiting_posts add column scale integer not null default 0;

-- By which version of the judgement a mention was read; 0 is the first. What a model read stays.
alter table brand_mentions add column reading integer not null default 0;
alter table brand_mentions add column read_by_model integer not null default 0;
create index brand_mentions_reading on brand_mentions (reading, user_id);
