-- What visitors without an account were shown of a company, for a day.
create table company_previews (
    question bigint primary key,    -- a hash of the address and of what was said about the company
    preview  jsonb not null,
    made_at  timestamptz not null   -- wall time
);

create index company_previews_made on company_previews (made_at);
