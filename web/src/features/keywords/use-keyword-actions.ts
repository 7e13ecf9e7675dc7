import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, errorMessage } from '../../api/errors';
import { showError, showSuccess } from '../../ui/toast';
import {
  allKeywords,
  type KeywordBefore,
  isAlreadyThere,
  isLimitReached,
  keywordsKey,
  removeKeyword,
  saveKeyword,
  type TrackedKeyword,
} from './api';
import { judgeAddition, type KeywordPlan, withKeywordAt, withoutKeyword } from './keyword-rules';
import { messages } from './messages';

type KeywordActions = {
  isAdding: boolean;
  /** Adds what was typed, and calls back when it is in the list; what was typed stays until then. */
  add: (typed: string, onAdded: () => void) => void;
  remove: (tracked: TrackedKeyword) => void;
  /** Resumes a paused keyword. */
  resume: (tracked: TrackedKeyword) => void;
};

type KeywordSave = { keyword: string; before?: KeywordBefore; onAdded?: () => void };

type KeywordActionsOptions = {
  userId: string;
  all: readonly TrackedKeyword[];
  plan: KeywordPlan;
  /** Leads to the larger plan; not there where none is sold. */
  onUpgrade: (() => void) | undefined;
  /** A keyword is listened for from now on; one that came back by Undo is not new. */
  onTracked?: ((keyword: string) => void) | undefined;
};

/** Every way the list can change. Removing is seen at once, adding when the server has it. */
export function useKeywordActions({ userId, all, plan, onUpgrade, onTracked }: KeywordActionsOptions): KeywordActions {
  const queries = useQueryClient();
  const { queryKey } = allKeywords(userId);
  const mutationKey = ['keywords', userId];
  const show = (change: (now: readonly TrackedKeyword[]) => TrackedKeyword[]) =>
    queries.setQueryData(queryKey, (now) => now && change(now));
  const begin = () => queries.cancelQueries({ queryKey });
  const onSettled = () => {
    // The last of several overlapping changes reads the list again; earlier, that would bring back what is still being removed.
    if (queries.isMutating({ mutationKey }) === 1) void queries.invalidateQueries({ queryKey: keywordsKey(userId) });
  };

  const tellLimit = (description: string) =>
    showError(messages.limitReached, {
      description,
      ...(onUpgrade !== undefined && { action: { label: messages.upgrade, onAction: onUpgrade } }),
    });
  const tellNotAdded = (failure: unknown, again: () => void) => {
    if (isLimitReached(failure)) tellLimit(failure.message);
    else if (isAlreadyThere(failure)) showError(messages.duplicate, { description: messages.duplicateAbout });
    else
      showError(isAnswer(failure) ? messages.saveError : messages.addFailed, {
        description: errorMessage(failure, messages.addFailed),
        action: { label: messages.retry, onAction: again },
      });
  };

  const addingKey = [...mutationKey, 'add'];
  const adding = useMutation({
    mutationKey: addingKey,
    mutationFn: ({ keyword, before }: KeywordSave) => saveKeyword(keyword, before),
    onMutate: begin,
    onSettled,
  });
  const removing = useMutation({ mutationKey, mutationFn: ({ keyword }: TrackedKeyword) => removeKeyword(keyword), onSettled });

  // Here and below not by the callbacks of `mutate`: those are silent once Settings is left, or the next one has begun.
  const save = async (addition: KeywordSave): Promise<void> => {
    try {
      await adding.mutateAsync(addition);
    } catch (failure) {
      tellNotAdded(failure, () => void save(addition));
      return;
    }
    const { keyword, before, onAdded } = addition;
    show((now) => withKeywordAt(withoutKeyword(now, keyword), { keyword, isPaused: before?.wasPaused === true }, now.length));
    onAdded?.();
    if (before === undefined) onTracked?.(keyword);
  };

  const remove = async (tracked: TrackedKeyword): Promise<void> => {
    const { keyword, isPaused } = tracked;
    const index = all.indexOf(tracked);
    await begin();
    show((now) => withoutKeyword(now, keyword));
    try {
      const woken = await removing.mutateAsync(tracked);
      const undo = () => void save({ keyword, before: { wasPaused: isPaused, woken } });
      showSuccess(messages.removed, { description: keyword, action: { label: messages.undo, onAction: undo } });
    } catch (failure) {
      show((now) => withKeywordAt(now, tracked, index));
      showError(messages.removeFailed, {
        description: whyNotRemoved(failure),
        action: { label: messages.retry, onAction: () => void remove(tracked) },
      });
    }
  };

  return {
    isAdding: adding.isPending,
    add: (typed, onAdded) => {
      // Ask the query client, because a second Enter can come before the next render.
      if (queries.isMutating({ mutationKey: addingKey }) > 0) return;
      const addition = judgeAddition(all, typed, plan);
      if (addition.kind === 'limit') tellLimit(messages.limitReachedAbout(plan.limit, plan.name));
      else if (addition.kind === 'duplicate') showError(messages.duplicate, { description: messages.duplicateAbout });
      else if (addition.kind === 'fits') void save({ keyword: addition.keyword, onAdded });
    },
    remove: (tracked) => void remove(tracked),
    resume: ({ keyword }) => void save({ keyword }),
  };
}

/** Whether the server itself has said no. */
function isAnswer(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.kind === 'refused';
}

function whyNotRemoved(failure: unknown): string {
  const isServers = failure instanceof ApiFailure && (failure.status ?? 0) >= 500;
  return isServers ? messages.removeFailedThere : errorMessage(failure, messages.removeFailedThere);
}
