import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { unreadPostsKey, visitPosts } from '../features/discovery/read-api';
import { minutes } from '../lib/time';

/**
 * Says that the user is here: when the dashboard opens, when its tab comes back into sight, and now and
 * then while keys are pressed or the pointer moves. What is new is counted from the end of the last visit,
 * so a tab that nobody looks at must not count as one.
 */
export function useVisits(userId: string): void {
  const queries = useQueryClient();
  const lastToldAt = useRef(Number.NEGATIVE_INFINITY);
  const { mutate } = useMutation({
    // A failure waits for the next sign of life; the user did not ask for anything.
    mutationFn: visitPosts,
    onSuccess: (counts) => {
      const queryKey = unreadPostsKey(userId);
      // An answer from before the visit must not come after this one. The list compares itself with it.
      void queries.cancelQueries({ queryKey }).then(() => queries.setQueryData(queryKey, counts));
    },
  });
  const tell = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') return;
    lastToldAt.current = performance.now();
    mutate();
  });
  const tellNowAndThen = useEffectEvent(() => {
    if (performance.now() - lastToldAt.current >= betweenVisitsMs) tell();
  });
  useEffect(() => {
    const onSight = () => tell();
    const onActivity = () => tellNowAndThen();
    onActivity();
    document.addEventListener('visibilitychange', onSight);
    for (const event of activity) window.addEventListener(event, onActivity, { passive: true });
    return () => {
      document.removeEventListener('visibilitychange', onSight);
      for (const event of activity) window.removeEventListener(event, onActivity);
    };
  }, []);
}

const activity = ['keydown', 'pointermove', 'pointerdown'] as const;
const betweenVisitsMs = minutes(5);
