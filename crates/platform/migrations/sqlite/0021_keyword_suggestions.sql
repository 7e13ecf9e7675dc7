-- What an analysis proposed and its owner did not want, or tracked and gave up: it is not suggested
-- again.
create table dismissed_keywords (
    user_id      blob not null references users (id) on delete cascade,
    folded       text not null,                    -- compared without regard to case
    dismissed_at text not null,
    primary key (user_id, folded)
) strict, without rowid;
