import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConnectionLost } from '../../api/errors';
import { forgetCarriedWebsite } from '../../lib/carried-website';
import { showError } from '../../ui/toast';
import type { AnalysisState } from './analysis-stages';
import type { AnalysisSubject } from './api';
import { beginDraft, draftAfter, withCorrectedCompany, withTypedUrl } from './draft-changes';
import { type OnboardingHandlers, finishOnboarding, KeywordNotSaved } from './finish-onboarding';
import { declinedKeywords, type Keyword } from './keyword-list';
import { messages } from './messages';
import { type CompanyEdit, forgetOnboardingDraft, type OnboardingDraft, saveOnboardingDraft, useAutosave } from './onboarding-draft';
import { unreadableBecause } from './unreadable-site';
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
  userId: string;
  work: OnboardingDraft;
  /** What was left behind in this browser and may be taken up again. */
  offer: OnboardingDraft | undefined;
  /** The address came along from before the sign-up, and is to be analysed at once. */
  isCarried: boolean;
  analysing: AnalysisState;
  typeUrl: (typedUrl: string) => void;
  /** What is typed into the other fields, or asked for: kept like the rest. */
  note: (typed: Pick<OnboardingDraft, 'sentence' | 'isDescribing' | 'typedKeyword' | 'companyEdit'>) => void;
  takeOffer: () => void;
  declineOffer: () => void;
  analyse: (subject: AnalysisSubject, onFailed: () => void) => void;
  /** The company was corrected, on the server too. */
  correct: (correction: Partial<CompanyEdit>) => void;
  keep: (keywords: readonly Keyword[]) => void;
  isFinishing: boolean;
  finish: () => void;
};

export function useOnboarding({ userId, step, onStep, handlers, onFinished }: OnboardingOptions): OnboardingFlow {
  const [{ work, offer, isCarried }, set] = useState(() => beginDraft(userId, step, Date.now()));
  const { analysing, analyse } = useAnalysis(userId);
  const settle = (settled: OnboardingDraft) => set({ work: settled, offer: undefined, isCarried: false });
  const update = (next: (before: OnboardingDraft) => OnboardingDraft) => set((now) => ({ ...now, work: next(now.work) }));
  const change = (part: Partial<OnboardingDraft>) => update((before) => ({ ...before, ...part }));
  useAutosave(userId, work, analysing.state === 'resting');

  const queries = useQueryClient();
  const finishing = useMutation({
    mutationKey,
    mutationFn: () => finishOnboarding(work, handlers, (savedKeywords) => change({ savedKeywords })),
  });
  const takeUp = (taken: OnboardingDraft) => {
    settle(taken);
    if (taken.site !== null) onStep('keywords');
  };
  const start = ({ url, sentence }: AnalysisSubject, onFailed: () => void) => {
    // Saved at once: a reloaded page must find the analysis again.
    const begun = { ...work, typedUrl: work.typedUrl || url, analysingSince: Date.now(), isSentenceAnalysed: sentence !== undefined };
    saveOnboardingDraft(userId, begun);
    forgetCarriedWebsite();
    settle(begun);
    analyse({
      url,
      sentence,
      isUnderWay: work.analysingSince !== null,
      onDone: (analysis) => {
        const seen = draftAfter(begun, analysis);
        saveOnboardingDraft(userId, seen);
        takeUp(seen);
      },
      onFailed: (failure) => {
        const stopped = draftAfterFailure(begun, failure);
        saveOnboardingDraft(userId, stopped);
        settle(stopped);
        onStep('website');
        onFailed();
      },
    });
  };
  return {
    userId,
    work,
    offer,
    isCarried,
    analysing,
    typeUrl: (typedUrl) => update((before) => withTypedUrl(before, typedUrl)),
    note: change,
    takeOffer: () => offer !== undefined && takeUp(offer),
    declineOffer: () => {
      forgetOnboardingDraft(userId);
      settle(work);
    },
    analyse: start,
    correct: (correction) => update((before) => withCorrectedCompany(before, correction)),
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

/** Nothing that was typed goes. A site that cannot be read leads on to a sentence about it. */
function draftAfterFailure(begun: OnboardingDraft, failure: unknown): OnboardingDraft {
  // A page that is left breaks its own lines. The job goes on, and the next page is to find it.
  if (isConnectionLost(failure)) return begun;
  const reason = unreadableBecause(failure);
  return { ...begun, analysingSince: null, ...(reason !== undefined && { unreadable: reason, isDescribing: true }) };
}

function tellNotFinished(failure: Error): void {
  if (!(failure instanceof KeywordNotSaved)) showError(messages.notFinished);
  else showError(messages.keywordNotSaved, { description: failure.words ?? messages.notFinished });
}
