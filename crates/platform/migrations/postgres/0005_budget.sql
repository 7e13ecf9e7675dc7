-- What language models cost, in tokens, by day of the wall's time. A spender is a user's id, or
-- everybody together. Old rows are removed.
create table llm_spending (
    day     bigint not null,                        -- days since 1970-01-01, UTC
    spender text not null,
    tokens  bigint not null,
    primary key (day, spender)
);

-- One row of a day changes with every call: leave room for it in the page.
alter table llm_spending set (fillfactor = 70);
