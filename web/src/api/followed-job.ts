import { hashKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { forgetStart, rememberedStart, rememberStart, type RunningJob, runningJobOf } from '../lib/running-job';
import { useStableCallback } from '../lib/stable-callback';
import { seconds } from '../lib/time';
import { isUnpaid } from './errors';
import { callForJob, currentJobs, type JobEnding } from './jobs';
import { type JobProgress, jobProgress } from './progress';

type FollowedJobOptions<JobRequest, JobAnswer> = {
  userId: string;
  /** Its progress is reported under this name. */
  job: string;
  /** Starts the job, or joins the one that runs; answers when it is done. */
  start: (request: JobRequest) => Promise<JobAnswer>;
  /** Throws for a response that reports a failure itself. */
  refuse: (ending: JobEnding<JobAnswer>) => void;
  /** It is done, here or in another browser. */
  onDone: (ending: JobEnding<JobAnswer>, request: JobRequest | undefined) => void;
  /** It came to nothing; what was found before that is kept. The request is known where it was made here. */
  onFailed: (failure: unknown, retry: (() => void) | undefined, request: JobRequest | undefined) => void;
  /** The server does no paid work for this account. */
  onUnpaid: () => void;
};

/**
 * A long job that is followed from wherever it was started: here, before this page was loaded, or in
 * another browser. Its end is reported once.
 */
export function useFollowedJob<JobRequest, JobAnswer>({
  userId,
  job,
  start,
  refuse,
  onDone,
  onFailed,
  onUnpaid,
}: FollowedJobOptions<JobRequest, JobAnswer>) {
  const queries = useQueryClient();
  const { data: heard } = useQuery(jobProgress(userId, job));
  const mutationKey = ['followed-job', job, userId];
  // The worker's last words may arrive after its answer; they are about the same job.
  const [isEcho, setEcho] = useState(false);
  const [startedAt, setStartedAt] = useState(() => rememberedStart(job, userId, Date.now()));
  const forget = () => {
    forgetStart(job);
    setStartedAt(undefined);
  };
  const { mutate, isPending: isOwn } = useMutation({
    mutationKey,
    mutationFn: async (request: JobRequest) => {
      const ending = await callForJob({ queries, userId, job, start: () => start(request) });
      refuse(ending);
      return ending;
    },
    onSuccess: (ending, request) => onDone(ending, request),
    onError: (failure, request) => (isUnpaid(failure) ? onUnpaid() : onFailed(failure, () => begin(request), request)),
    onSettled: () => {
      forget();
      setEcho(true);
      setTimeout(() => setEcho(false), echoMs);
    },
  });
  const begin = useStableCallback((request: JobRequest) => {
    // Ask the query client, because a second click can come before the next render.
    if (queries.isMutating({ mutationKey }) > 0) return;
    const { queryKey } = jobProgress(userId, job);
    if (queries.getQueryData(queryKey)?.state !== 'running') {
      // Progress of an earlier job says nothing about this one.
      queries.setQueryData(queryKey, null);
      const now = Date.now();
      rememberStart(job, userId, now);
      setStartedAt(now);
    }
    mutate(request);
  });
  const isRunning = isOwn || (heard?.state === 'running' && !isEcho);
  useQuery({ ...currentJobs(queries, userId), refetchInterval: isRunning ? seconds(5) : false, refetchIntervalInBackground: true });
  useJobEnd({ userId, job }, (progress) => {
    if (isOwn || isEcho) return;
    forget();
    if (progress.state === 'done') onDone({ kind: 'heard', progress }, undefined);
    else onFailed(undefined, undefined, undefined);
  });
  const running = useMemo<RunningJob | undefined>(
    () => (isRunning ? runningJobOf(heard, startedAt) : undefined),
    [isRunning, heard, startedAt],
  );
  return { begin, running };
}

const echoMs = seconds(3);

/**
 * Calls back when a job that was reported as running is reported as ended: before that is drawn, so that nothing is
 * shown between its end and what follows from it.
 */
function useJobEnd(
  { userId, job }: Pick<FollowedJobOptions<never, never>, 'userId' | 'job'>,
  onEnd: (progress: JobProgress) => void,
): void {
  const queries = useQueryClient();
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const { queryKey } = jobProgress(userId, job);
    const hash = hashKey(queryKey);
    let wasRunning = queries.getQueryData(queryKey)?.state === 'running';
    return queries.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryHash !== hash) return;
      const heard = queries.getQueryData(queryKey);
      const isRunning = heard?.state === 'running';
      const hasEnded = wasRunning && !isRunning;
      wasRunning = isRunning;
      if (hasEnded && heard !== null && heard !== undefined) end(heard);
    });
  }, [queries, userId, job]);
}
