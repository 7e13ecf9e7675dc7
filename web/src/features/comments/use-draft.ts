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
export type DraftView =
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
  doors: DraftAccount;
  /** Nobody needs to be asked for what is not looked at. */
  isShown: boolean;
};

/** One post's draft: the last one again, a new one when asked for, and what the user has made of it. */
export function useDraft({ post, company, doors, isShown }: DraftOptions) {
  const { userId, onUnpaid } = doors;
  const queries = useQueryClient();
  const kept = lastDraft(userId, post.id);
  const mutationKey = ['comment', userId, post.id];
  const last = useQuery({ ...kept, enabled: isShown });
  const { data: heard } = useQuery(jobProgress(userId, commentJob));
  // Asked of the client: who comes back to a post finds its draft still being written.
  const isGenerating = useIsMutating({ mutationKey }) > 0;
  const [edited, setEdited] = useState<string>();

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (wish: DraftRequest) => requestDraft({ queries, userId, wish }),
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
    // A second press comes before the screen is drawn anew.
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

/** Another tab had a draft of this post written, or this one before it was loaded anew. What was heard before it was opened is no news. */
function useEndElsewhere(heard: JobProgress | undefined, isOwn: boolean, onEnd: () => void): void {
  const known = useRef(heard);
  const hear = useEffectEvent((told: JobProgress | undefined) => {
    if (told !== known.current && told?.state === 'done' && !isOwn) onEnd();
    known.current = told;
  });
  useEffect(() => hear(heard), [heard]);
}
