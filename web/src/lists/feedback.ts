import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../api/errors';
import { showError } from '../ui/toast';
import { sharedMessages } from './messages';
import type { ListPage } from './pages';

type Judged = { id: string; feedback?: string | null };

type FeedbackOptions = {
  item: Judged;
  /** What the keys of all its lists begin with. */
  listsKey: readonly [string];
  send: (id: string, isWrong: boolean) => Promise<void>;
};

/** That a judgement about a row is wrong: one press says it, another takes it back. */
export function useFeedback({ item, listsKey, send }: FeedbackOptions) {
  const queries = useQueryClient();
  const [isWrong, setWrong] = useState(item.feedback === 'wrong');
  const { mutate } = useMutation({
    mutationFn: (next: boolean) => send(item.id, next),
    onMutate: setWrong,
    onError: (failure, next) => {
      setWrong(!next);
      showError(sharedMessages.feedback.failed, { description: errorMessage(failure) });
    },
    // The lists know it too, so that the row has it when it is opened again.
    onSuccess: (_answer, next) =>
      void queries.setQueriesData<InfiniteData<ListPage<Judged>>>(
        { queryKey: listsKey },
        (pages) => pages && withFeedback(pages, item.id, next),
      ),
  });
  return { isWrong, toggle: () => mutate(!isWrong) };
}

function withFeedback(pages: InfiniteData<ListPage<Judged>>, id: string, isWrong: boolean): InfiniteData<ListPage<Judged>> {
  const changed = (one: Judged) => (one.id === id ? { ...one, feedback: isWrong ? 'wrong' : null } : one);
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: page.items.map(changed) })) };
}
