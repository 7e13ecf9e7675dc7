import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiFailure, isConnectionLost, isSignedOut } from '../../api/errors';
import { jobProgress } from '../../api/progress';
import { pause } from '../../api/time-limit';
import { seconds } from '../../lib/time';
import { showError } from '../../ui/toast';
import { type AnalysisSubject, analyseWebsite } from './api';
import { UnusableAnswer, type UsableAnalysis } from './analysis-answer';
import { messages } from './messages';
import { analysed, type AnalysisState, analysisStateOf } from './analysis-stages';

type AnalysisRequest = AnalysisSubject & {
  /** It may be running already, so its reported progress counts. */
  isUnderWay?: boolean;
  onDone: (analysis: UsableAnalysis) => void;
  onFailed: (failure: unknown) => void;
};

/** Analyses a website: one at a time, following the progress that its worker reports. */
export function useAnalysis(userId: string): { analysing: AnalysisState; analyse: (request: AnalysisRequest) => void } {
  const queries = useQueryClient();
  const { queryKey } = jobProgress(userId, 'analysis');
  const { data: heard = null } = useQuery(jobProgress(userId, 'analysis'));
  const [isAnswered, setAnswered] = useState(false);
  const isAsked = useRef(false);
  const analysis = useMutation({
    mutationFn: async (subject: AnalysisSubject) => {
      const answer = await analyseWebsite(subject);
      // What the worker has told may arrive later than its answer. The full wave is seen before it goes.
      setAnswered(true);
      await pause(fullWaveMs, new AbortController().signal);
      return answer;
    },
    // The job goes on without its listener. It is known to run, so asking again joins it.
    retry: (attempts, failure) => attempts < mostJoins && isConnectionLost(failure) && queries.getQueryData(queryKey)?.state === 'running',
    retryDelay: seconds(1),
    onSettled: () => {
      isAsked.current = false;
      setAnswered(false);
    },
  });

  const analyse = ({ url, sentence, isUnderWay = false, onDone, onFailed }: AnalysisRequest) => {
    // A double click can come before the next render. One that a page left behind started is no obstacle: the server joins them.
    if (isAsked.current) return;
    isAsked.current = true;
    // Progress of an earlier analysis says nothing about a new one.
    if (!isUnderWay) queries.setQueryData(queryKey, null);
    const fail = (failure: unknown) => {
      tellFailure(failure);
      onFailed(failure);
    };
    analysis.mutate({ url, sentence }, { onSuccess: onDone, onError: fail });
  };

  if (!analysis.isPending) return { analysing: { state: 'resting' }, analyse };
  return { analysing: isAnswered ? analysed : analysisStateOf(heard?.state === 'running' ? heard : null), analyse };
}

const fullWaveMs = seconds(0.4);
const mostJoins = 5;

function tellFailure(failure: unknown): void {
  if (isSignedOut(failure)) showError(messages.signedOut.title, { description: messages.signedOut.description });
  else showError(messages.analysisFailed, { description: wordsOf(failure) });
}

/** The server's own words, else ours: one for an answer without words, one for no answer at all (spec §8, Website analysis). */
function wordsOf(failure: unknown): string {
  if (failure instanceof UnusableAnswer) return failure.message || messages.analysisFailedSilently;
  if (!(failure instanceof ApiFailure)) return messages.analysisUnreachable;
  if (failure.code !== undefined) return failure.message;
  const hasAnswer = failure.kind === 'refused' || failure.kind === 'unreadable';
  return hasAnswer ? messages.analysisFailedSilently : messages.analysisUnreachable;
}
