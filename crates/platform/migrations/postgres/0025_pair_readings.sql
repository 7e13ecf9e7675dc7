-- What the reader made of a company and a post together; nobody reads the same two texts again.
create table pair_readings (
    pair_hash bigint primary key,   -- of both texts and the version of the weights
    odds      double precision not null,
    read_at   timestamptz not null
);

create index pair_readings_read on pair_readings (read_at);
