-- Which plans are sold is a setting (EARSHOT_PLANS), so the tables hold any plan's id.

alter table subscriptions drop constraint subscriptions_plan_id_check;
