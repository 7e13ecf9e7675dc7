-- What an analysis found beyond the columns that a client may read, and what its owner has written
-- over: a later analysis leaves those columns alone.

alter table companies add column facts  jsonb not null default '{}';
alter table companies add column edited jsonb not null default '[]';
