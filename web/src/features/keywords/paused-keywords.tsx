import { Pause, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import type { TrackedKeyword } from './api';
import { hasRoom, type KeywordPlan } from './keyword-rules';
import { messages } from './messages';

type PausedKeywordsProps = {
  all: readonly TrackedKeyword[];
  plan: KeywordPlan;
  onUpgrade: (() => void) | undefined;
  onRemove: (tracked: TrackedKeyword) => void;
  onResume: (tracked: TrackedKeyword) => void;
};

/** What a smaller plan has no room for: kept apart, with the reason and the ways out. */
export function PausedKeywords({ all, plan, onUpgrade, onRemove, onResume }: PausedKeywordsProps) {
  const titleId = useId();
  const paused = all.filter(({ isPaused }) => isPaused);
  if (paused.length === 0) return null;
  const isRoom = hasRoom(all, plan.limit);
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-3 rounded-lg border border-border bg-sunken p-3.5">
      <div className="flex items-start gap-3 max-md:flex-wrap">
        <div className="min-w-0 flex-1">
          <h3 id={titleId} className="flex items-center gap-1.5 font-sans text-xs font-semibold">
            <Pause size={13} aria-hidden="true" className="flex-none text-muted-foreground" />
            {messages.paused}
          </h3>
          <p className="mt-0.5 text-xs text-foreground-soft">
            {isRoom ? messages.pausedWithRoom : messages.pausedWhy(plan.limit, plan.name)}
          </p>
        </div>
        {onUpgrade !== undefined && (
          <Button size="sm" onClick={onUpgrade}>
            {messages.upgrade}
          </Button>
        )}
      </div>
      <ul aria-labelledby={titleId} className="flex flex-wrap gap-2">
        {paused.map((tracked) => (
          <li
            key={tracked.keyword}
            className="inline-flex min-h-7.5 max-w-full items-center gap-1 rounded-full border border-dashed border-border-strong pr-1 pl-3 text-sm font-medium text-foreground-soft"
          >
            <span className="truncate">{tracked.keyword}</span>
            {isRoom && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={messages.resume(tracked.keyword)}
                onClick={() => onResume(tracked)}
                className="min-h-6 px-1.5"
              >
                {messages.resumeShort}
              </Button>
            )}
            <IconButton
              icon={X}
              size="sm"
              label={messages.remove(tracked.keyword)}
              onClick={() => onRemove(tracked)}
              className="size-6! rounded-full! touch:size-9!"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
