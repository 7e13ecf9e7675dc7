-- The account sheet lists where somebody is signed in. Sessions from before this have no name.

alter table sessions add column device text not null default '';
