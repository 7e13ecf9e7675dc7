-- What language models cost, in tokens, by day of the wall's time. A spender is a user's id, or
-- everybody together. Old rows are removed.
create table llm_spending (
    day     integer not null,                       -- days since 1970-01-01, UTC
    spender text not null,
    tokens  integer not null,
    primary key (day, spender)
) strict, without rowid;
