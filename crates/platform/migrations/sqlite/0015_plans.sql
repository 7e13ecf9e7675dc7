-- Which plans are sold is a setting (EARSHOT_PLANS), so the tables hold any plan's id. SQLite cannot drop
-- a check, only the column that has it.

alter table subscriptions add column plan text not null default 'starter';
update subscriptions set plan = plan_id;
alter table subscriptions drop column plan_id;
alter table subscriptions rename column plan to plan_id;
