import { ArrowUp } from 'lucide-react';
import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../ui/button';
import type { ListMessages } from './messages';
import type { Rejectable } from './rejection';
import type { ListScreenState } from './use-list-screen';

type ArrivalsScreen<Item extends Rejectable> = { screen: Pick<ListScreenState<Item>, 'arrivals' | 'rows'>; messages: ListMessages };

/**
 * '3 new posts', in a strip above the rows. It covers none of them, and the list scrolls by its height, so that
 * none of them moves either.
 */
export function ArrivalsStrip<Item extends Rejectable>({ screen, messages }: ArrivalsScreen<Item>) {
  const { arrivals, rows } = screen;
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = rows.current;
    const height = strip.current?.offsetHeight ?? 0;
    list?.scrollBy(height);
    return () => list?.scrollBy(-height);
  }, [rows]);
  const show = ({ currentTarget }: MouseEvent) => arrivals.show({ hadFocus: currentTarget === document.activeElement });
  return (
    <div ref={strip} className="flex h-9 flex-none items-center justify-center border-b border-border bg-card px-4 touch:h-13">
      <Button size="sm" icon={ArrowUp} aria-keyshortcuts="R" onClick={show} className={pill}>
        {messages.arrived(arrivals.count)}
      </Button>
    </div>
  );
}

const pill =
  'rounded-full! border-primary-line! bg-primary-soft! px-3! text-primary-text! shadow-none! animate-[fade-in_var(--dur-fast)_var(--ease-out)]';

/** As high as the list and the strip together. */
export const listUnderStrip = 'h-[calc(100%+--spacing(9))] touch:h-[calc(100%+--spacing(13))]';

/** Says once to screen readers that rows were found, and shows them at once where that disturbs nobody. */
export function ArrivalsNews<Item extends Rejectable>({ screen, messages, isShown }: ArrivalsScreen<Item> & { isShown: boolean }) {
  const { arrivals } = screen;
  const count = isShown ? arrivals.count : 0;
  const [told, setTold] = useState(0);
  // More of them are no news.
  if ((told === 0) !== (count === 0)) setTold(count);
  const appear = useEffectEvent(() => {
    if (arrivals.mayAppear()) arrivals.show();
  });
  useEffect(() => {
    if (count > 0) appear();
  }, [count]);
  return (
    <p aria-live="polite" className="sr-only">
      {told > 0 && messages.arrived(told)}
    </p>
  );
}
