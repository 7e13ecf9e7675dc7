import { Clock, Radar } from 'lucide-react';
import { useEffect, useState } from 'react';
import { momentOf, timeOf } from '../../lib/dates';
import { useNow } from '../../lib/now';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { Strip, WaveOfStrip } from '../../ui/running-strip';
import { Tooltip } from '../../ui/tooltip';
import { messages } from './messages';
import type { Discovery } from './use-discovery';

const words = messages.searching;

type FindPostsProps = { discovery: Discovery; onFind: () => void };

/** In the bar of the list. */
export function FindPostsButton({ discovery, onFind }: FindPostsProps) {
  return (
    <Tooltip label={messages.find} shortcut={['F']} side="bottom">
      <Button icon={Radar} aria-keyshortcuts="F" disabled={!canFind(discovery)} onClick={onFind} className="mr-1 @max-[23rem]:px-2!">
        <span className="@max-[23rem]:sr-only">{messages.find}</span>
      </Button>
    </Tooltip>
  );
}

/** On a phone it floats above the tabs; while the list goes down it is only its icon. */
export function FloatingFindPosts({ discovery, onFind }: FindPostsProps) {
  const isSmall = useIsScrollingDown();
  return (
    <Button
      icon={Radar}
      aria-label={messages.find}
      disabled={!canFind(discovery)}
      onClick={onFind}
      data-docked="find"
      className={cx(
        'fixed! right-4 bottom-[calc(var(--bar)+env(safe-area-inset-bottom)+var(--source-line)+12px)] z-(--z-sticky) h-12 rounded-full! shadow-lg!',
        isSmall ? 'w-12 px-0!' : 'px-5!',
      )}
    >
      {isSmall ? null : messages.find}
    </Button>
  );
}

export function canFind({ running, limit }: Pick<Discovery, 'running' | 'limit'>): boolean {
  return running === undefined && limit === undefined;
}

/** A running search above the rows: how many searches are done, what was found, and Stop. */
export function SearchingStrip({ discovery }: { discovery: Discovery }) {
  const { running, name, stop, isStopping } = discovery;
  if (running === undefined) return null;
  const { searches, waitsUntil, found, percent, stage } = running;
  const title = searches === undefined ? (stage ?? messages.running.title) : words.title(searches.done, searches.of);
  return (
    <Strip
      title={waitsUntil === undefined ? title : messages.running.waits(timeOf(waitsUntil))}
      note={words.note(found)}
      action={
        <Button variant="ghost" size="sm" isBusy={isStopping} onClick={stop}>
          {words.stop}
        </Button>
      }
    >
      {waitsUntil === undefined ? (
        <WaveOfStrip label={messages.running.title} value={percent} seed={name} />
      ) : (
        <Clock size={18} aria-hidden="true" className="text-foreground-soft" />
      )}
    </Strip>
  );
}

/** Says when the next search is possible. */
export function LimitStrip({ limit }: { limit: NonNullable<Discovery['limit']> }) {
  // How often one may search goes by real time, also in a sandbox.
  const now = useNow();
  return (
    <Strip title={words.possibleAt(momentOf(limit.until, now))} note={limit.why}>
      <Clock size={18} aria-hidden="true" className="text-foreground-soft" />
    </Strip>
  );
}

/** Of whatever scrolls on the page; small moves of a finger do not count. */
function useIsScrollingDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    let before = 0;
    const onScroll = ({ target }: Event) => {
      const now = target instanceof Element ? target.scrollTop : 0;
      if (Math.abs(now - before) < leastMovePx) return;
      setDown(now > before);
      before = now;
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, []);
  return isDown;
}

const leastMovePx = 8;
