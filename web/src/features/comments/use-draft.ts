import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isUnpaid } from '../../api/errors';
import { type JobProgress, jobProgress } from '../../api/progress';
import { showError, showSuccess } from '../../ui/toast';
import { type CompanyToSpeakFor, type Draft, lastDraft, type PostToAnswer, type DraftRequest } from './api';
import { commentJob, requestDraft, stopWaiting, WaitStopped } from './draft-request';
import { hasKit } from './draft-versions';
import { failureMessage } from './failure-messages';
import { messages } from './messages';
import type { Tone } from './tones';

/** What the panel shows (spec §4, AI comment generator). */
type DraftView =
  /** Whether there is a draft from earlier is not known yet. */
  | { state: 'looking' }
  | { state: 'empty'; isLost: boolean }
  /** With the text so far where the model streams. */
  | { state: 'generating'; soFar: string; isSlow: boolean }
  | { state: 'result' };

export type DraftAccount = {
  userId: string;
  /** The server does no paid work for this account. */
  onUnpaid: () => void;
  /** Where the user says more about the company. */
  settingsHref: string;
};

type DraftOptions = {
  post: PostToAnswer;
  company: CompanyToSpeakFor | undefined;
  account: DraftAccount;
  /** A hidden panel reads nothing. */
  isShown: boolean;
};

/** One post's draft: the last one again, a new one when asked for. */
export function useDraft({ post, company, account, isShown }: DraftOptions) {
  const { userId, onUnpaid } = account;
  const queries = useQueryClient();
  const kept = lastDraft(userId, post.id);
  const mutationKey = ['comment', userId, post.id];
  const last = useQuery({ ...kept, enabled: isShown });
  const { data: heard } = useQuery(jobProgress(userId, commentJob));
  // Read from the query client: back on a post, its draft may still be being written.
  const isGenerating = useIsMutating({ mutationKey }) > 0;

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (request: DraftRequest) => requestDraft({ queries, userId, request }),
    onSuccess: async (draft) => {
      await queries.cancelQueries({ queryKey: kept.queryKey });
      queries.setQueryData(kept.queryKey, draft);
      // A kit says itself that it is no comment.
      if (!hasKit(draft)) showSuccess(messages.generated, { description: messages.generatedAbout });
    },
    onError: (failure) => {
      if (failure instanceof WaitStopped) return;
      if (isUnpaid(failure)) onUnpaid();
      else showError(messages.failed, { description: failureMessage(failure) });
    },
  });
  const generate = (tone: Tone, hasLink: boolean) => {
    // A second click can come before the next render.
    if (queries.isMutating({ mutationKey }) === 0) mutate({ post, company, tone, hasLink });
  };

  const ofThis = heard?.postId === post.id ? heard : undefined;
  useEndElsewhere(ofThis, isGenerating, () => void queries.invalidateQueries({ queryKey: kept.queryKey }));

  const draft = last.data ?? undefined;
  const view = viewOf({ draft, isGenerating, ofThis, isLooking: isShown && last.isPending, isLost: last.isError });
  return { view, draft, generate, stop: () => stopWaiting(userId, post.id) };
}

type DraftViewInput = {
  draft: Draft | undefined;
  isGenerating: boolean;
  ofThis: JobProgress | undefined;
  isLooking: boolean;
  isLost: boolean;
};

function viewOf({ draft, isGenerating, ofThis, isLooking, isLost }: DraftViewInput): DraftView {
  if (isGenerating) return { state: 'generating', soFar: ofThis?.text ?? '', isSlow: ofThis?.isSlow === true };
  if (draft !== undefined) return { state: 'result' };
  return isLooking ? { state: 'looking' } : { state: 'empty', isLost };
}

/** Another tab wrote a draft of this post, or this one before a reload. Progress from before the post was opened is ignored. */
function useEndElsewhere(heard: JobProgress | undefined, isOwn: boolean, onEnd: () => void): void {
  const known = useRef(heard);
  const hear = useEffectEvent((told: JobProgress | undefined) => {
    if (told !== known.current && told?.state === 'done' && !isOwn) onEnd();
    known.current = told;
  });
  useEffect(() => hear(heard), [heard]);
}
