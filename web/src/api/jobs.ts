import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { seconds } from '../lib/time';
import { api } from './client';
import { call, isConnectionLost } from './errors';
import { type JobProgress, jobProgress } from './progress';
import { pause } from './time-limit';

/**
 * What runs for this user right now. A page that was just loaded learns from it what it could not
 * hear, and one whose live channel is broken asks again and again. The answer goes where the live
 * channel writes, so that there is one place to look.
 */
export const currentJobs = (queries: QueryClient, userId: string) =>
  queryOptions({
    queryKey: ['current-jobs', userId],
    queryFn: () => readCurrentJobs(queries, userId),
  });

async function readCurrentJobs(queries: QueryClient, userId: string): Promise<readonly JobProgress[]> {
  const before = queries.getQueriesData<JobProgress | null>({ queryKey: ['progress', userId] });
  // The contract leaves the state an open word; the server has these three.
  const jobs = (await call(api.GET('/api/jobs/current'))).jobs as JobProgress[];
  const now = new Map(jobs.map((job) => [job.job, job]));
  for (const [queryKey, heard] of before) {
    // Told of something new while we asked: that is fresher than the answer.
    if (heard === null || heard === undefined || queries.getQueryData(queryKey) !== heard) continue;
    const told = now.get(heard.job);
    // It was running and is not any more: we missed its end.
    if (told === undefined && heard.state === 'running') queries.setQueryData(queryKey, { ...heard, state: 'done' });
  }
  for (const job of jobs) {
    const { queryKey } = jobProgress(userId, job.job);
    const heard = queries.getQueryData(queryKey);
    // Ignore the end of a job that this page has not seen running.
    if (
      job.state === 'running'
        ? heard?.state !== 'running' || heard.percent < job.percent || (heard.done ?? 0) < (job.done ?? 0)
        : heard?.state === 'running'
    )
      queries.setQueryData(queryKey, job);
  }
  return jobs;
}

/** How a long call ended: with its own response, or, because the connection was lost, with the progress of its job. */
export type JobEnding<Answer> = { kind: 'answered'; answer: Answer } | { kind: 'heard'; progress: JobProgress };

type JobCallOptions<Answer> = {
  queries: QueryClient;
  userId: string;
  job: string;
  /** Starts the job, or joins the one that runs; answers when it is done. */
  start: () => Promise<Answer>;
};

/**
 * Makes a call that waits for a whole job, and sees the job's end even if the connection is lost on the
 * way: the job goes on without its listener. A new call joins it, but only while it is known to run,
 * because otherwise it would start a new one.
 */
export async function callForJob<Answer>(wanted: JobCallOptions<Answer>): Promise<JobEnding<Answer>> {
  const heard = watchForEnd(wanted);
  try {
    return await Promise.race([callUntilAnswered(wanted, 0), heard.ending]);
  } finally {
    heard.stop();
  }
}

async function callUntilAnswered<Answer>(wanted: JobCallOptions<Answer>, breaks: number): Promise<JobEnding<Answer>> {
  try {
    return { kind: 'answered', answer: await wanted.start() };
  } catch (failure) {
    if (!isConnectionLost(failure)) throw failure;
    return rejoinAfterBreak(wanted, breaks + 1, failure);
  }
}

/** The server may just be restarting, so keep trying for a while; not for long if the job was never reported. */
async function rejoinAfterBreak<Answer>(wanted: JobCallOptions<Answer>, breaks: number, failure: unknown): Promise<JobEnding<Answer>> {
  const { queries, userId, job } = wanted;
  const heard = () => queries.getQueryData(jobProgress(userId, job).queryKey) ?? undefined;
  if (breaks > (heard() === undefined ? mostBreaksInSilence : mostBreaks)) throw failure;
  await pause(betweenJoinsMs, never);
  const jobs = await readCurrentJobs(queries, userId).catch(() => undefined);
  const progress = heard();
  if (jobs === undefined) return rejoinAfterBreak(wanted, breaks + 1, failure);
  if (progress?.state === 'running') return callUntilAnswered(wanted, breaks);
  if (progress !== undefined) return { kind: 'heard', progress };
  throw failure;
}

/** A line may also be dead without saying so. When the job has ended and the answer does not come, its end counts. */
function watchForEnd<Answer>({ queries, userId, job }: JobCallOptions<Answer>) {
  const { queryKey } = jobProgress(userId, job);
  let resolve: (ending: JobEnding<Answer>) => void;
  const ending = new Promise<JobEnding<Answer>>((settle) => {
    resolve = settle;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopListening = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== JSON.stringify(queryKey)) return;
    const progress = queries.getQueryData(queryKey);
    if (progress === null || progress === undefined || progress.state === 'running' || timer !== undefined) return;
    timer = setTimeout(() => resolve({ kind: 'heard', progress }), graceMs);
  });
  const stop = () => {
    clearTimeout(timer);
    stopListening();
  };
  return { ending, stop };
}

const betweenJoinsMs = seconds(1);
const graceMs = seconds(3);
const mostBreaks = 60;
const mostBreaksInSilence = 1;
const never = new AbortController().signal;
