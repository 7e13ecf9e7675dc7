-- What the embedded sandboxes remember, so that it survives kill -9.

create table sandbox_state (
    name  text primary key,
    value text not null
) strict, without rowid;

-- One row for each recipient. `deliveries` counts how often the same message came in over SMTP:
-- a mail client shows it once, and so does the mailbox page.
create table sandbox_mails (
    id         blob primary key,
    message_id text not null,
    recipient  text not null,
    sender     text not null,
    subject    text not null,
    html       text,
    text       text,
    links      text not null,
    deliveries integer not null,
    sent_at    text not null,
    unique (message_id, recipient)
) strict, without rowid;

create index sandbox_mails_recipient on sandbox_mails (recipient, id);
