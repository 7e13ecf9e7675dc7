-- What visitors without an account were shown of a company, for a day.
create table company_previews (
    question integer primary key,   -- a hash of the address and of what was said about the company
    preview  text not null,
    made_at  text not null          -- wall time
) strict;

create index company_previews_made on company_previews (made_at);
