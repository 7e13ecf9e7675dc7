import { queryOptions } from '@tanstack/react-query';
import type { Client } from 'openapi-fetch';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import { rows, type Tables } from '../../api/tables';
import { scannerStatusTimes, userHasDataTimes } from '../../api/times';

/** What could not be looked at, and why. */
export type ScanFailure = { what: string; why: string };

/** One scan; it has no end while it runs. */
export type ScanRun = { startedAt: string; endedAt: string | null; newPosts: number; newMentions: number; failures: ScanFailure[] };

/** The schedule (spec §3, Scanner job status). Without a job all but the message is null. */
export type ScanStatus = {
  hasJob: boolean;
  message: string | null;
  planType: string | null;
  nextExecution: string | null;
  /** Counted by the server, whose clock need not be the browser's. */
  timeUntilNextMs: number | null;
  frequencyHours: number | null;
  running?: boolean | null;
  lastScan?: ScanRun | null;
};

/** Under this name the progress of a whole scan is told; its parts have jobs of their own. */
export const scanJob = 'scan';

export const scanStatusKey = (userId: string) => ['scan-status', userId] as const;

/** Asked every half minute (spec §7). */
export const scanStatus = (userId: string) =>
  queryOptions({
    queryKey: scanStatusKey(userId),
    queryFn: async ({ signal }) => (await call(client.GET('/api/cron-jobs/{userId}/status', { params: { path: { userId } }, signal }))).status,
    ...scannerStatusTimes,
  });

export const scanRunsKey = (userId: string) => ['scan-runs', userId] as const;

/** The latest scans, newest first. */
export const scanRuns = (userId: string) =>
  queryOptions({
    queryKey: scanRunsKey(userId),
    queryFn: async ({ signal }) => (await call(client.GET('/api/cron-jobs/{userId}/runs', { params: { path: { userId } }, signal }))).runs,
    staleTime: scannerStatusTimes.staleTime,
  });

export const userHasDataKey = (userId: string) => ['user-has-data', userId] as const;

/** Whether there is a post or a mention of theirs (spec §7, existence check). */
export const userHasData = (tables: Tables, userId: string) =>
  queryOptions({
    queryKey: userHasDataKey(userId),
    queryFn: async () => {
      const client = await tables();
      const isThere = async (table: string) => (await rows<unknown[]>(client.from(table).select('id').eq('user_id', userId).limit(1))).length > 0;
      const found = await Promise.all(['reddit_posts', 'brand_mentions'].map(isThere));
      return found.includes(true);
    },
    ...userHasDataTimes,
  });

// Stands in for the generated contract until the server has the routes there: then this goes, and `client` is `api`.
type Get<Body> = {
  get: {
    parameters: { query?: never; header?: never; path: { userId: string }; cookie?: never };
    requestBody?: never;
    responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Body } } };
  };
};
type Paths = {
  '/api/cron-jobs/{userId}/status': Get<{ status: ScanStatus }>;
  '/api/cron-jobs/{userId}/runs': Get<{ success: boolean; runs: ScanRun[] }>;
};
const client = api as unknown as Client<Paths>;
