-- How many posts and mentions of each kind a user has, without those that filters hide, so that lists
-- and statistics need not count their rows. Triggers keep the numbers right, whoever writes.
--
-- Each connection counts in a part of its own; the number of a kind is the sum of its parts. If all
-- wrote to the same rows, statements that touch the same users would wait for each other, and two that
-- touch them in different order would end in a deadlock. Housekeeping adds the parts up.

create table post_counts (
    user_id     uuid not null references users (id) on delete cascade,
    state       text not null,
    names_brand boolean not null,
    is_unread   boolean not null,               -- found since the last visit and not seen yet
    part        bigint not null,
    number      bigint not null,
    primary key (user_id, state, names_brand, is_unread, part)
);

create or replace function count_added_posts() returns trigger language plpgsql as $$
begin
    insert into post_counts (user_id, state, names_brand, is_unread, part, number)
    select user_id, state, names_brand, is_new and not is_read, pg_backend_pid(), count(*)
    from added where not excluded group by 1, 2, 3, 4
    on conflict (user_id, state, names_brand, is_unread, part)
    do update set number = post_counts.number + excluded.number;
    return null;
end $$;

-- When an account is deleted, its posts go after it.
create or replace function count_removed_posts() returns trigger language plpgsql as $$
begin
    insert into post_counts (user_id, state, names_brand, is_unread, part, number)
    select user_id, state, names_brand, is_new and not is_read, pg_backend_pid(), -count(*)
    from removed
    where not excluded and exists (select 1 from users where users.id = removed.user_id)
    group by 1, 2, 3, 4
    on conflict (user_id, state, names_brand, is_unread, part)
    do update set number = post_counts.number + excluded.number;
    return null;
end $$;

create or replace function count_changed_posts() returns trigger language plpgsql as $$
begin
    insert into post_counts (user_id, state, names_brand, is_unread, part, number)
    select user_id, state, names_brand, is_unread, pg_backend_pid(), sum(number)
    from (select user_id, state, names_brand, is_new and not is_read as is_unread, 1 as number
          from added where not excluded
          union all
          select user_id, state, names_brand, is_new and not is_read, -1
          from removed where not excluded) as changes
    group by 1, 2, 3, 4 having sum(number) <> 0
    on conflict (user_id, state, names_brand, is_unread, part)
    do update set number = post_counts.number + excluded.number;
    return null;
end $$;

create trigger post_counts_added after insert on reddit_posts
    referencing new table as added for each statement execute function count_added_posts();
create trigger post_counts_removed after delete on reddit_posts
    referencing old table as removed for each statement execute function count_removed_posts();
create trigger post_counts_changed after update on reddit_posts
    referencing old table as removed new table as added
    for each statement execute function count_changed_posts();

insert into post_counts (user_id, state, names_brand, is_unread, part, number)
select user_id, state, names_brand, is_new and not is_read, 0, count(*)
from reddit_posts where not excluded group by 1, 2, 3, 4;

create table mention_counts (
    user_id uuid not null references users (id) on delete cascade,
    day     text not null,
    state   text not null,
    leaning text not null,
    is_read boolean not null,
    part    bigint not null,
    number  bigint not null,
    primary key (user_id, day, state, leaning, is_read, part)
);

create or replace function count_added_mentions() returns trigger language plpgsql as $$
begin
    insert into mention_counts (user_id, day, state, leaning, is_read, part, number)
    select user_id, day, state, leaning, is_read, pg_backend_pid(), count(*)
    from added where not excluded group by 1, 2, 3, 4, 5
    on conflict (user_id, day, state, leaning, is_read, part)
    do update set number = mention_counts.number + excluded.number;
    return null;
end $$;

create or replace function count_removed_mentions() returns trigger language plpgsql as $$
begin
    insert into mention_counts (user_id, day, state, leaning, is_read, part, number)
    select user_id, day, state, leaning, is_read, pg_backend_pid(), -count(*)
    from removed
    where not excluded and exists (select 1 from users where users.id = removed.user_id)
    group by 1, 2, 3, 4, 5
    on conflict (user_id, day, state, leaning, is_read, part)
    do update set number = mention_counts.number + excluded.number;
    return null;
end $$;

create or replace function count_changed_mentions() returns trigger language plpgsql as $$
begin
    insert into mention_counts (user_id, day, state, leaning, is_read, part, number)
    select user_id, day, state, leaning, is_read, pg_backend_pid(), sum(number)
    from (select user_id, day, state, leaning, is_read, 1 as number from added where not excluded
          union all
          select user_id, day, state, leaning, is_read, -1 from removed where not excluded) as changes
    group by 1, 2, 3, 4, 5 having sum(number) <> 0
    on conflict (user_id, day, state, leaning, is_read, part)
    do update set number = mention_counts.number + excluded.number;
    return null;
end $$;

create trigger mention_counts_added after insert on brand_mentions
    referencing new table as added for each statement execute function count_added_mentions();
create trigger mention_counts_removed after delete on brand_mentions
    referencing old table as removed for each statement execute function count_removed_mentions();
create trigger mention_counts_changed after update on brand_mentions
    referencing old table as removed new table as added
    for each statement execute function count_changed_mentions();

insert into mention_counts (user_id, day, state, leaning, is_read, part, number)
select user_id, day, state, leaning, is_read, 0, count(*)
from brand_mentions where not excluded group by 1, 2, 3, 4, 5;

-- Days are counted by the table above now.
drop index brand_mentions_days;
-- What was found after the first page of a list was shown is taken off its numbers.
create index brand_mentions_found on brand_mentions (user_id, found_at);
