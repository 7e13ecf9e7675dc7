-- A draft says who wrote it, what was checked and, where no model wrote it, what a reply needs. Its
-- versions are kept, those that the user edited too.

alter table drafts add column kind      text not null default 'draft';     -- draft or kit
alter table drafts add column is_sample integer not null default 0;        -- the sandbox's model wrote it
alter table drafts add column problem   text;                              -- why there is no draft
alter table drafts add column checks    text not null default '[]';
alter table drafts add column kit       text not null default 'null';

create table draft_versions (
    id         blob primary key,
    user_id    blob not null references users (id) on delete cascade,
    post_id    text not null,
    comment    text not null,
    tone       text not null,
    kind       text not null,
    is_edited  integer not null,
    created_at text not null
) strict;

create index draft_versions_of_post on draft_versions (user_id, post_id, created_at, id);

insert into draft_versions (id, user_id, post_id, comment, tone, kind, is_edited, created_at)
select id, user_id, post_id, comment, tone, 'draft', 0, created_at from drafts;
