-- What a user does with a post or mention: one state each, and a note of their own. "rejected" stays
-- as a column, because lists and stock clients filter by it; it is true in the state 'rejected' alone.

alter table reddit_posts add column state text not null default 'open'
    check (state in ('open', 'saved', 'answered', 'won', 'rejected'));
alter table reddit_posts add column state_before text;    -- where a rejected row returns to
alter table reddit_posts add column state_at     text;    -- when its owner changed the state
alter table reddit_posts add column note         text;
alter table reddit_posts add column answer_url   text;    -- where the owner's answer is

alter table brand_mentions add column state text not null default 'open'
    check (state in ('open', 'saved', 'answered', 'won', 'rejected'));
alter table brand_mentions add column state_before text;
alter table brand_mentions add column state_at     text;
alter table brand_mentions add column note         text;
alter table brand_mentions add column answer_url   text;

update reddit_posts set state = 'rejected', state_before = 'open', state_at = rejected_at
where rejected = 1;
update brand_mentions set state = 'rejected', state_before = 'open', state_at = rejected_at
where rejected = 1;

-- The lists count their rows by state.
create index reddit_posts_states on reddit_posts (user_id, excluded, state);
drop index brand_mentions_counts;
create index brand_mentions_counts on brand_mentions (user_id, excluded, state, is_read, leaning);

-- Who wrote the summary: 'ai' for a language model; 'quote' for a sentence of the author, which is
-- stored in quotation marks.
alter table brand_mentions add column summary_kind text check (summary_kind in ('ai', 'quote'));
update brand_mentions set summary_kind =
    case when read_by_model = 1 and ai_summary not like '“%' then 'ai' else 'quote' end
where ai_summary is not null;

-- Terms that are off until their owner chooses them, and the version of the rule that decided it. The
-- rule looks at products alone: a term that its owner typed or chose is never one.
alter table brand_terms add column suggested integer not null default 0;
alter table brand_terms add column rule      integer not null default 0;
create index brand_terms_rule on brand_terms (rule) where term_type = 'product';
