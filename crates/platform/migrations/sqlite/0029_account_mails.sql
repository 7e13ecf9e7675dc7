-- Mails about money and about leaving: what was paid for, the reminder before a trial ends, and a mail
-- that is kept no longer than until it is sent.

-- The last mail of an account that is deleted: its row goes once a server has taken or refused it.
alter table outbox_mails add column forget_when_settled integer not null default 0;

-- The paid invoices that a user was told of, or need not be told of.
create table paid_invoices (
    invoice_id text primary key,                -- the payment provider's
    user_id    blob not null references users (id) on delete cascade,
    paid_at    text not null
) strict, without rowid;

create index paid_invoices_user on paid_invoices (user_id);

-- Of those who paid before there were receipts: what they paid until now gets none.
alter table billing_accounts add column receipts_since text;
update billing_accounts set receipts_since = strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now');

-- What a reminder names is kept beside it, so that a post that disappears can leave a mail that waits.
create table trial_reminders (
    mail_id    blob primary key,                -- in outbox_mails
    user_id    blob not null references users (id) on delete cascade,
    contents   text not null,
    created_at text not null
) strict, without rowid;

create index trial_reminders_user on trial_reminders (user_id);
create index trial_reminders_created on trial_reminders (created_at);

create table trial_reminder_posts (
    mail_id   blob not null references trial_reminders (mail_id) on delete cascade,
    reddit_id text not null,
    primary key (mail_id, reddit_id)
) strict, without rowid;

create index trial_reminder_posts_reddit_id on trial_reminder_posts (reddit_id);
