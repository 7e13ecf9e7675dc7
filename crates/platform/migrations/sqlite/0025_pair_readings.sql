-- What the reader made of a company and a post together; nobody reads the same two texts again.
create table pair_readings (
    pair_hash integer primary key,  -- of both texts and the version of the weights
    odds      real not null,
    read_at   text not null
) strict;

create index pair_readings_read on pair_readings (read_at);
