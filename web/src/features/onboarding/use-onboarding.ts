import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConnectionLost } from '../../api/errors';
import { showError } from '../../ui/toast';
import type { UsableAnalysis } from './analysis-answer';
import {
  forgetOnboardingDraft,
  isStillAnalysing,
  emptyDraft,
  saveOnboardingDraft,
  useAutosave,
  type OnboardingDraft,
  savedOnboardingDraft,
} from './onboarding-draft';
import { type OnboardingHandlers, finishOnboarding, KeywordNotSaved } from './finish-onboarding';
import { declinedKeywords, type Keyword, proposedKeywords } from './keyword-list';
import { messages } from './messages';
import type { AnalysisState } from './analysis-stages';
import { useAnalysis } from './use-analysis';

export type OnboardingStep = 'website' | 'keywords';

type OnboardingOptions = {
  userId: string;
  step: OnboardingStep;
  onStep: (step: OnboardingStep) => void;
  handlers: OnboardingHandlers;
  /** Everything is done, as far as it can be. */
  onFinished: () => void;
};

/** The two steps of onboarding, whichever of them is on the screen. */
export type OnboardingFlow = {
  work: OnboardingDraft;
  /** What was left behind in this browser and may be taken up again. */
  offer: OnboardingDraft | undefined;
  analysing: AnalysisState;
  typeUrl: (typedUrl: string) => void;
  takeOffer: () => void;
  declineOffer: () => void;
  analyse: (url: string, onFailed: () => void) => void;
  keep: (keywords: readonly Keyword[]) => void;
  isFinishing: boolean;
  finish: () => void;
};

export function useOnboarding({ userId, step, onStep, handlers, onFinished }: OnboardingOptions): OnboardingFlow {
  const [{ work, offer }, set] = useState(() => begin(userId, step));
  const { analysing, analyse } = useAnalysis(userId);
  const change = (part: Partial<OnboardingDraft>) => set((now) => ({ ...now, work: { ...now.work, ...part } }));
  useAutosave(userId, work, analysing.state === 'resting');

  const queries = useQueryClient();
  const finishing = useMutation({
    mutationKey,
    mutationFn: () => finishOnboarding(work, handlers, (savedKeywords) => change({ savedKeywords })),
  });
  const takeUp = (taken: OnboardingDraft) => {
    set({ work: taken, offer: undefined });
    if (taken.site !== null) onStep('keywords');
  };
  const start = (url: string, onFailed: () => void) => {
    // Saved at once: a reloaded page must find the analysis again.
    const begun = { ...work, typedUrl: work.typedUrl || url, analysingSince: Date.now() };
    saveOnboardingDraft(userId, begun);
    set({ work: begun, offer: undefined });
    analyse({
      url,
      isUnderWay: work.analysingSince !== null,
      onDone: (analysis) => {
        const seen = draftAfter(begun, analysis);
        saveOnboardingDraft(userId, seen);
        takeUp(seen);
      },
      onFailed: (failure) => {
        // A page that is left breaks its own lines. The job goes on, and the next page is to find it.
        const stopped = isConnectionLost(failure) ? begun : { ...begun, analysingSince: null };
        saveOnboardingDraft(userId, stopped);
        set({ work: stopped, offer: undefined });
        onStep('website');
        onFailed();
      },
    });
  };
  return {
    work,
    offer,
    analysing,
    typeUrl: (typedUrl) => change({ typedUrl, analysingSince: null }),
    takeOffer: () => offer !== undefined && takeUp(offer),
    declineOffer: () => {
      forgetOnboardingDraft(userId);
      set({ work, offer: undefined });
    },
    analyse: start,
    keep: (keywords) => change({ keywords, declined: declinedKeywords(work, keywords) }),
    // Also when it is done: the next page may take a moment to arrive.
    isFinishing: finishing.isPending || finishing.isSuccess,
    finish: () => {
      // Ask the query client, because a double click can come before the next render.
      if (queries.isMutating({ mutationKey }) > 0) return;
      finishing.mutate(undefined, {
        onSuccess: (finish) => {
          // Kept: coming back from the next page, the user finds the keywords as they were.
          saveOnboardingDraft(userId, { ...work, savedKeywords: work.keywords.map(({ text }) => text) });
          if (finish === 'unmarked') showError(messages.warning.title, { description: messages.warning.description });
          onFinished();
        },
        onError: tellNotFinished,
      });
    },
  };
}

const mutationKey = ['finish-onboarding'];

/** At the second step, or in the middle of an analysis, the work goes on without a question; elsewhere it is offered. */
function begin(userId: string, step: OnboardingStep): { work: OnboardingDraft; offer: OnboardingDraft | undefined } {
  const left = savedOnboardingDraft(userId);
  if (left === undefined) return { work: emptyDraft, offer: undefined };
  const atRest = { ...left, analysingSince: null };
  if (step === 'keywords' && left.site !== null) return { work: atRest, offer: undefined };
  return isStillAnalysing(left, Date.now()) ? { work: left, offer: undefined } : { work: emptyDraft, offer: atRest };
}

function draftAfter(before: OnboardingDraft, { analysisData, companyDescription, keywords }: UsableAnalysis): OnboardingDraft {
  return {
    ...before,
    analysingSince: null,
    site: {
      url: analysisData.websiteUrl,
      companyName: analysisData.companyName,
      description: companyDescription,
      isThin: analysisData.isThin,
    },
    keywords: proposedKeywords(keywords, before.keywords),
  };
}

function tellNotFinished(failure: Error): void {
  if (!(failure instanceof KeywordNotSaved)) showError(messages.notFinished);
  else showError(messages.keywordNotSaved, { description: failure.words ?? messages.notFinished });
}
