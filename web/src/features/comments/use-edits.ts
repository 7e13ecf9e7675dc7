import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { errorMessage } from '../../api/errors';
import { showError } from '../../ui/toast';
import { lastDraft, saveEdit } from './api';
import { messages } from './messages';

/** Keeps what is typed: a moment after the last letter, and at once when the post is left. */
export function useEdits(userId: string, postId: string) {
  const queries = useQueryClient();
  const { queryKey } = lastDraft(userId, postId);
  const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(null);
  const { mutateAsync } = useMutation({
    mutationFn: (text: string) => saveEdit(postId, text),
    // One after the other: an edit must not overtake the one before it.
    scope: { id: `comment-edit-${postId}` },
    onSuccess: (draft) => {
      if (draft !== null) queries.setQueryData(queryKey, draft);
    },
    onError: (failure) => void showError(messages.saveFailed, { description: errorMessage(failure) }),
  });
  const send = (text: string) => mutateAsync(text).catch(() => undefined);
  /** Nothing to wait for where nothing waits. */
  const flush = (): Promise<unknown> | undefined => {
    const edit = waiting.current;
    if (edit === null) return undefined;
    clearTimeout(edit.timer);
    waiting.current = null;
    return send(edit.text);
  };
  const save = (text: string) => {
    if (waiting.current !== null) clearTimeout(waiting.current.timer);
    waiting.current = null;
    // The server keeps no empty comment.
    if (text.trim() !== '') waiting.current = { text, timer: setTimeout(() => void flush(), pauseMs) };
  };
  const flushOnLeave = useEffectEvent(() => void flush());
  useEffect(() => () => flushOnLeave(), []);
  return { save, flush };
}

const pauseMs = 800;
