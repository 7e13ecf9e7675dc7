import { ArrowUp } from 'lucide-react';
import { type MouseEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../ui/button';
import type { ListMessages } from './messages';
import type { Rejectable } from './rejection';
import type { ListScreenState } from './use-list-screen';

type ArrivalsScreen<Item extends Rejectable> = { screen: Pick<ListScreenState<Item>, 'arrivals' | 'rows'>; messages: ListMessages };

/**
 * '3 new posts', in a strip above the rows. A list that is scrolled is scrolled on by the height of the strip, so that
 * no row moves; at the top they all go down by it, because the first of them would be cut off.
 */
export function ArrivalsStrip<Item extends Rejectable>({ screen, messages }: ArrivalsScreen<Item>) {
  const { arrivals, rows } = screen;
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = rows.current;
    const height = strip.current?.offsetHeight ?? 0;
    if (list === null || list.isAtTop()) return undefined;
    list.scrollBy(height);
    return () => list.scrollBy(-height);
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

/** Says once to screen readers that rows were found, and shows them at once where that disturbs nobody. */
export function ArrivalsNews<Item extends Rejectable>({ screen, messages, isShown }: ArrivalsScreen<Item> & { isShown: boolean }) {
  const { arrivals } = screen;
  const count = isShown ? arrivals.count : 0;
  const [told, setTold] = useState(0);
  // More of them are no news.
  if ((told === 0) !== (count === 0)) setTold(count);
  const appear = useEffectEvent(arrivals.appear);
  // Before the strip is drawn, which would be there only for a moment.
  useLayoutEffect(() => {
    if (count > 0) appear();
  }, [count]);
  return (
    <p aria-live="polite" className="sr-only">
      {/* What is not true any more goes without a word. */}
      {told > 0 && told === count && messages.arrived(told)}
    </p>
  );
}
