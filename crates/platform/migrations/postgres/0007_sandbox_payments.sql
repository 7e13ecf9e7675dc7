-- What the payment sandbox remembers: one row for each of Stripe's objects, each idempotency key
-- and each visit to the portal. `place` is the order in which they came.
create table sandbox_payments (
    id       text primary key,
    place    bigint not null,
    kind     text not null,
    customer text,
    lookup   text,
    due_at   bigint,                   -- product time, in seconds since 1970
    body     jsonb not null
);

create unique index sandbox_payments_place on sandbox_payments (place);
create index sandbox_payments_kind on sandbox_payments (kind, place);
create index sandbox_payments_customer on sandbox_payments (customer, kind);
create index sandbox_payments_lookup on sandbox_payments (lookup, kind) where lookup is not null;
create index sandbox_payments_due on sandbox_payments (due_at, place) where due_at is not null;

-- Webhooks that are held back on demand; `place` is the order in which they would have gone.
create table sandbox_held_webhooks (
    event_id text primary key,
    place    bigint not null
);
