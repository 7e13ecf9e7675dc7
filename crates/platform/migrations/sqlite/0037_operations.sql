-- What operators look at: the scans that went wrong, of which there are few.

create index scan_runs_failed on scan_runs (started_at) where failures <> '[]';
