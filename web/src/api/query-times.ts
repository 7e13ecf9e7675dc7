import { minutes, seconds } from '../lib/time';

/*
 * How often the pages ask, and how long an answer stays good (spec §7 'Refresh behaviour', §9
 * 'Limits and timings'). Each group is spread into the query options of its subject:
 * `queryOptions({ queryKey, queryFn, ...scannerStatusTimes })`.
 */

/** An ordinary call: one attempt may take this long, and it is sent again at most so many times. */
export const callTimes = { timeoutMs: seconds(10), resends: 3 };

export const postTimes = { refetchInterval: minutes(5), refetchIntervalInBackground: true };

export const mentionTimes = { refetchInterval: minutes(5), refetchIntervalInBackground: true, gcTime: minutes(10) };

export const scannerStatusTimes = { refetchInterval: seconds(30), staleTime: seconds(15) };

/** The two retries are whole calls, on top of the resends inside each of them. */
export const trialStatusTimes = { staleTime: seconds(30), retry: 2 };

/** Asked for again when a row is answered here; another device may have answered as well. */
export const earlierAnswerTimes = { staleTime: minutes(1) };

export const keywordTimes = { staleTime: minutes(5) };

export const searchTimes = { staleTime: minutes(5) };

/** The next email's date moves by itself. */
export const preferenceTimes = { staleTime: minutes(1) };

export const companyTimes = { staleTime: minutes(5) };

export const aiSettingsTimes = { staleTime: minutes(5) };

/** An outage is seen within a minute, and its end too. */
export const redditStatusTimes = { refetchInterval: minutes(1), staleTime: seconds(30) };

export const userHasDataTimes = { refetchInterval: seconds(60), staleTime: seconds(30), refetchOnWindowFocus: true };

/** After a payment the subscription's status is asked again, this often and at most so many times. */
export const subscriptionRecheck = { everyMs: seconds(2), atMost: 5 };
