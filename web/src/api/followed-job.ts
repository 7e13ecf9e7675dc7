import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { forgetStart, rememberedStart, rememberStart, type RunningJob, runningJobOf } from '../lib/running-job';
import { useStableCallback } from '../lib/stable-callback';
import { seconds } from '../lib/time';
import { isUnpaid } from './errors';
import { callForJob, currentJobs, type JobEnding } from './jobs';
import { type JobProgress, jobProgress } from './progress';

type FollowedJobOptions<Wish, Answer> = {
  userId: string;
  /** Under this name its progress is told. */
  job: string;
  /** Starts the job, or joins the one that runs; answers when it is done. */
  start: (wish: Wish) => Promise<Answer>;
  /** Throws for an answer that says by itself that it is none. */
  refuse: (ending: JobEnding<Answer>) => void;
  /** It is done, here or in another browser. */
  onDone: (ending: JobEnding<Answer>) => void;
  /** It came to nothing; what was found before that is kept. */
  onFailed: (failure: unknown, retry: (() => void) | undefined) => void;
  /** The server does no paid work for this account. */
  onUnpaid: () => void;
};

/**
 * A long job that is followed from wherever it was started: here, before this page was loaded, or in
 * another browser. Its end is told once.
 */
export function useFollowedJob<Wish, Answer>({ userId, job, start, refuse, onDone, onFailed, onUnpaid }: FollowedJobOptions<Wish, Answer>) {
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
    mutationFn: async (wish: Wish) => {
      const ending = await callForJob({ queries, userId, job, start: () => start(wish) });
      refuse(ending);
      return ending;
    },
    onSuccess: onDone,
    onError: (failure, wish) => (isUnpaid(failure) ? onUnpaid() : onFailed(failure, () => begin(wish))),
    onSettled: () => {
      forget();
      setEcho(true);
      setTimeout(() => setEcho(false), echoMs);
    },
  });
  const begin = useStableCallback((wish: Wish) => {
    // Asked of the client, because a second press comes before the screen is drawn anew.
    if (queries.isMutating({ mutationKey }) > 0) return;
    const { queryKey } = jobProgress(userId, job);
    if (queries.getQueryData(queryKey)?.state !== 'running') {
      // What was heard of an earlier one says nothing about this one.
      queries.setQueryData(queryKey, null);
      const now = Date.now();
      rememberStart(job, userId, now);
      setStartedAt(now);
    }
    mutate(wish);
  });
  const isRunning = isOwn || (heard?.state === 'running' && !isEcho);
  useQuery({ ...currentJobs(queries, userId), refetchInterval: isRunning ? seconds(5) : false, refetchIntervalInBackground: true });
  useJobEnd(heard, (progress) => {
    if (isOwn || isEcho) return;
    forget();
    if (progress.state === 'done') onDone({ kind: 'heard', progress });
    else onFailed(undefined, undefined);
  });
  const running = useMemo<RunningJob | undefined>(
    () => (isRunning ? runningJobOf(heard, startedAt) : undefined),
    [isRunning, heard, startedAt],
  );
  return { begin, running };
}

const echoMs = seconds(3);

/** Calls back when a job that was heard to run is heard to have ended. */
function useJobEnd(heard: JobProgress | null | undefined, onEnd: (progress: JobProgress) => void): void {
  const wasRunning = useRef(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const isRunning = heard?.state === 'running';
    if (wasRunning.current && !isRunning && heard !== null && heard !== undefined) end(heard);
    wasRunning.current = isRunning;
  }, [heard]);
}
