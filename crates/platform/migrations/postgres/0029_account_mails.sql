-- Mails about money and about leaving: what was paid for, the reminder before a trial ends, and a mail
-- that is kept no longer than until it is sent.

-- The last mail of an account that is deleted: its row goes once a server has taken or refused it.
alter table outbox_mails add column forget_when_settled boolean not null default false;

-- The paid invoices that a user was told of, or need not be told of.
create table paid_invoices (
    invoice_id text primary key,                -- the payment provider's
    user_id    uuid not null references users (id) on delete cascade,
    paid_at    timestamptz not null
);

create index paid_invoices_user on paid_invoices (user_id);

-- Of those who paid before there were receipts: what they paid until now gets none.
alter table billing_accounts add column receipts_since timestamptz;
update billing_accounts set receipts_since = now();

-- What a reminder names is kept beside it, so that a post that disappears can leave a mail that waits.
create table trial_reminders (
    mail_id    uuid primary key,                -- in outbox_mails
    user_id    uuid not null references users (id) on delete cascade,
    contents   jsonb not null,
    created_at timestamptz not null
);

create index trial_reminders_user on trial_reminders (user_id);
create index trial_reminders_created on trial_reminders (created_at);

create table trial_reminder_posts (
    mail_id   uuid not null references trial_reminders (mail_id) on delete cascade,
    reddit_id text not null,
    primary key (mail_id, reddit_id)
);

create index trial_reminder_posts_reddit_id on trial_reminder_posts (reddit_id);
