import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import type { components } from '../../api/schema';
import { aiSettingsTimes, redditStatusTimes } from '../../api/query-times';

export type AiSettings = components['schemas']['AiSettings'];
export type AiSettingsShown = components['schemas']['AiSettingsShown'];
export type FilterLevel = components['schemas']['Level'];

export const aiSettingsKey = (userId: string) => ['ai-settings', userId] as const;

/** How posts and mentions are filtered, and what the plan allows. */
export const aiSettings = (userId: string) =>
  queryOptions({
    queryKey: aiSettingsKey(userId),
    queryFn: ({ signal }) => call(api.GET('/api/mentions/ai-settings/{userId}', { params: { path: { userId } }, signal })),
    ...aiSettingsTimes,
  });

/** What is left out stays as it is. */
export function saveAiSettings(changes: Partial<AiSettings>): Promise<AiSettingsShown> {
  return call(api.POST('/api/mentions/ai-settings', { body: changes }));
}

/** Whether posts come from Reddit itself, and whether it answers. */
export const redditStatus = queryOptions({
  queryKey: ['reddit-status'],
  queryFn: ({ signal }) => call(api.GET('/api/reddit/status', { signal })),
  ...redditStatusTimes,
});
