import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isUnpaid } from '../../api/errors';
import { type JobProgress, jobProgress } from '../../api/progress';
import { showError, showSuccess } from '../../ui/toast';
import { type CompanyToSpeakFor, type Draft, lastDraft, type PostToAnswer, type DraftRequest } from './api';
import { commentJob, requestDraft } from './draft-request';
import { failureMessage } from './failure-messages';
import { messages } from './messages';
import type { Tone } from './tones';

/** What the panel shows (spec §4, AI comment generator). */
type DraftView =
  /** Whether there is a draft from earlier is not known yet. */
  | { state: 'looking' }
  | { state: 'empty'; isLost: boolean }
  /** With the text so far where the model streams, and the draft that it replaces. */
  | { state: 'generating'; soFar: string; before: Draft | undefined }
  | { state: 'result'; draft: Draft };

export type DraftAccount = {
  userId: string;
  /** The server does no paid work for this account. */
  onUnpaid: () => void;
};

type DraftOptions = {
  post: PostToAnswer;
  company: CompanyToSpeakFor | undefined;
  account: DraftAccount;
  /** A hidden panel reads nothing. */
  isShown: boolean;
};

/** One post's draft: the last one again, a new one when draftCall for, and what the user has made of it. */
export function useDraft({ post, company, account, isShown }: DraftOptions) {
  const { userId, onUnpaid } = account;
  const queries = useQueryClient();
  const kept = lastDraft(userId, post.id);
  const mutationKey = ['comment', userId, post.id];
  const last = useQuery({ ...kept, enabled: isShown });
  const { data: heard } = useQuery(jobProgress(userId, commentJob));
  // Read from the query client: back on a post, its draft may still be being written.
  const isGenerating = useIsMutating({ mutationKey }) > 0;
  const [edited, setEdited] = useState<string>();

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (request: DraftRequest) => requestDraft({ queries, userId, request }),
    onSuccess: async (draft) => {
      await queries.cancelQueries({ queryKey: kept.queryKey });
      queries.setQueryData(kept.queryKey, draft);
      showSuccess(messages.generated, { description: messages.generatedAbout });
    },
    onError: (failure) => {
      if (isUnpaid(failure)) onUnpaid();
      else showError(messages.failed, { description: failureMessage(failure) });
    },
  });
  const generate = (tone: Tone, hasLink: boolean) => {
    // A second click can come before the next render.
    if (queries.isMutating({ mutationKey }) > 0) return;
    mutate({ post, company, tone, hasLink }, { onSuccess: () => setEdited(undefined) });
  };

  const ofThis = heard?.postId === post.id ? heard : undefined;
  useEndElsewhere(ofThis, isGenerating, () => void queries.invalidateQueries({ queryKey: kept.queryKey }));

  const draft = last.data ?? undefined;
  const view = viewOf({ draft, isGenerating, soFar: ofThis?.text ?? '', isLooking: isShown && last.isPending, isLost: last.isError });
  return { view, draft, text: edited ?? draft?.comment ?? '', edit: setEdited, generate };
}

type DraftViewInput = { draft: Draft | undefined; isGenerating: boolean; soFar: string; isLooking: boolean; isLost: boolean };

function viewOf({ draft, isGenerating, soFar, isLooking, isLost }: DraftViewInput): DraftView {
  if (isGenerating) return { state: 'generating', soFar, before: draft };
  if (draft !== undefined) return { state: 'result', draft };
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
