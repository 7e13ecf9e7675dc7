-- How many posts and mentions of each kind a user has, without those that filters hide, so that lists
-- and statistics need not count their rows. Triggers keep the numbers right, whoever writes. The number
-- of a kind is the sum of its parts: on PostgreSQL there are several.

create table post_counts (
    user_id     blob not null references users (id) on delete cascade,
    state       text not null,
    names_brand integer not null,
    is_unread   integer not null,               -- found since the last visit and not seen yet
    part        integer not null,
    number      integer not null,
    primary key (user_id, state, names_brand, is_unread, part)
) strict, without rowid;

insert into post_counts (user_id, state, names_brand, is_unread, part, number)
select user_id, state, names_brand, is_new = 1 and is_read = 0, 0, count(*)
from reddit_posts where excluded = 0 group by 1, 2, 3, 4;

create trigger post_counts_added after insert on reddit_posts when new.excluded = 0
begin
    insert into post_counts (user_id, state, names_brand, is_unread, part, number)
    values (new.user_id, new.state, new.names_brand, new.is_new = 1 and new.is_read = 0, 0, 1)
    on conflict do update set number = number + 1;
end;

-- When an account is deleted, its posts go after it.
create trigger post_counts_removed after delete on reddit_posts when old.excluded = 0
begin
    insert into post_counts (user_id, state, names_brand, is_unread, part, number)
    select old.user_id, old.state, old.names_brand, old.is_new = 1 and old.is_read = 0, 0, -1
    where exists (select 1 from users where id = old.user_id)
    on conflict do update set number = number - 1;
end;

create trigger post_counts_changed after update of state, names_brand, is_new, is_read, excluded on reddit_posts
when (old.state, old.names_brand, old.is_new, old.is_read, old.excluded)
     is not (new.state, new.names_brand, new.is_new, new.is_read, new.excluded)
begin
    insert into post_counts (user_id, state, names_brand, is_unread, part, number)
    select old.user_id, old.state, old.names_brand, old.is_new = 1 and old.is_read = 0, 0, -1
    where old.excluded = 0
    on conflict do update set number = number - 1;
    insert into post_counts (user_id, state, names_brand, is_unread, part, number)
    select new.user_id, new.state, new.names_brand, new.is_new = 1 and new.is_read = 0, 0, 1
    where new.excluded = 0
    on conflict do update set number = number + 1;
end;

create table mention_counts (
    user_id blob not null references users (id) on delete cascade,
    day     text not null,
    state   text not null,
    leaning text not null,
    is_read integer not null,
    part    integer not null,
    number  integer not null,
    primary key (user_id, day, state, leaning, is_read, part)
) strict, without rowid;

insert into mention_counts (user_id, day, state, leaning, is_read, part, number)
select user_id, day, state, leaning, is_read, 0, count(*)
from brand_mentions where excluded = 0 group by 1, 2, 3, 4, 5;

create trigger mention_counts_added after insert on brand_mentions when new.excluded = 0
begin
    insert into mention_counts (user_id, day, state, leaning, is_read, part, number)
    values (new.user_id, new.day, new.state, new.leaning, new.is_read, 0, 1)
    on conflict do update set number = number + 1;
end;

create trigger mention_counts_removed after delete on brand_mentions when old.excluded = 0
begin
    insert into mention_counts (user_id, day, state, leaning, is_read, part, number)
    select old.user_id, old.day, old.state, old.leaning, old.is_read, 0, -1
    where exists (select 1 from users where id = old.user_id)
    on conflict do update set number = number - 1;
end;

create trigger mention_counts_changed after update of day, state, leaning, is_read, excluded on brand_mentions
when (old.day, old.state, old.leaning, old.is_read, old.excluded)
     is not (new.day, new.state, new.leaning, new.is_read, new.excluded)
begin
    insert into mention_counts (user_id, day, state, leaning, is_read, part, number)
    select old.user_id, old.day, old.state, old.leaning, old.is_read, 0, -1
    where old.excluded = 0
    on conflict do update set number = number - 1;
    insert into mention_counts (user_id, day, state, leaning, is_read, part, number)
    select new.user_id, new.day, new.state, new.leaning, new.is_read, 0, 1
    where new.excluded = 0
    on conflict do update set number = number + 1;
end;

-- Days are counted by the table above now.
drop index brand_mentions_days;
-- What was found after the first page of a list was shown is taken off its numbers.
create index brand_mentions_found on brand_mentions (user_id, found_at);
