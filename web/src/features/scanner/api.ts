import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import type { components } from '../../api/schema';
import { readRows, type Tables } from '../../api/tables';
import { scannerStatusTimes, userHasDataTimes } from '../../api/query-times';

/** What could not be looked at, and why. */
export type ScanFailure = components['schemas']['ScanFailure'];
/** One scan; it has no end while it runs. */
export type ScanRun = components['schemas']['ScanRunResponse'];
/** The schedule (spec §3, Scanner job status). Without a job all but the message is null. */
export type ScanStatus = components['schemas']['ScannerStatus'];

/** The start and the end of a whole scan are reported under this name; its parts have jobs of their own. */
export const scanJob = 'scan';
export const scanParts = { posts: 'discovery', mentions: 'mentions' } as const;

export const scanStatusKey = (userId: string) => ['scan-status', userId] as const;

/** Asked every half minute (spec §7). */
export const scanStatus = (userId: string) =>
  queryOptions({
    queryKey: scanStatusKey(userId),
    queryFn: async ({ signal }) => (await call(api.GET('/api/cron-jobs/{userId}/status', { params: { path: { userId } }, signal }))).status,
    ...scannerStatusTimes,
  });

export const scanRunsKey = (userId: string) => ['scan-runs', userId] as const;

/** The latest scans, newest first. */
export const scanRuns = (userId: string) =>
  queryOptions({
    queryKey: scanRunsKey(userId),
    queryFn: async ({ signal }) => (await call(api.GET('/api/cron-jobs/{userId}/runs', { params: { path: { userId } }, signal }))).runs,
    staleTime: scannerStatusTimes.staleTime,
  });

/** How far reading is behind writing, while new posts are read as they are written. */
export const streamStatus = () =>
  queryOptions({
    queryKey: ['stream-status'],
    queryFn: async ({ signal }) => call(api.GET('/api/stream/status', { signal })),
    ...scannerStatusTimes,
  });

/** A place beside Reddit that this server can listen to. */
export type Source = components['schemas']['SourceState'];

export const sourcesKey = (userId: string) => ['sources', userId] as const;

/** Where else the user is listened for, and how far reading is behind writing there. */
export const sources = (userId: string) =>
  queryOptions({
    queryKey: sourcesKey(userId),
    queryFn: async ({ signal }) => (await call(api.GET('/api/sources', { signal }))).sources,
    ...scannerStatusTimes,
  });

/** Switches a source on or off; answers with all of them. */
export async function switchSource(source: Source['source'], enabled: boolean): Promise<Source[]> {
  return (await call(api.POST('/api/sources', { body: { source, enabled } }))).sources;
}

export const userHasDataKey = (userId: string) => ['user-has-data', userId] as const;

/** Whether there is a post or a mention of theirs (spec §7, existence check). */
export const userHasData = (tables: Tables, userId: string) =>
  queryOptions({
    queryKey: userHasDataKey(userId),
    queryFn: async () => {
      const client = await tables();
      const isThere = async (table: string) =>
        (await readRows<unknown[]>(client.from(table).select('id').eq('user_id', userId).limit(1))).length > 0;
      const found = await Promise.all(['reddit_posts', 'brand_mentions'].map(isThere));
      return found.includes(true);
    },
    ...userHasDataTimes,
  });
