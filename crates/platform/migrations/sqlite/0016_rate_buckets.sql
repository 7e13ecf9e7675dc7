-- When something was last taken from the bucket, in microseconds of wall time since 1970. A moment
-- that is still to come tells that the clock was put back meanwhile.
alter table rate_buckets add column counted_at_us integer;
