import { ChevronLeft, ChevronRight, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge';
import { IconButton } from '../../ui/icon-button';
import { Loader } from '../../ui/loader';
import { messages } from './messages';
import type { Generator } from './use-generator';
import { wordCount } from './word-count';

const words = messages.versions;

/** Which version it is, how long, and the way back to what the model wrote. While one is written: that, and how far it is. */
export function VersionLine({ generator }: { generator: Generator }) {
  const { view, shown, streamed } = generator;
  if (view.state === 'generating') {
    return (
      <Line count={wordCount(streamed)}>
        <Loader size={14} className="text-primary-text" />
        {view.isSlow ? messages.slow : messages.writing(shown.count + 1)}
      </Line>
    );
  }
  return (
    <Line
      count={wordCount(shown.text)}
      action={
        <IconButton
          icon={Undo2}
          size="sm"
          label={words.undo}
          disabled={shown.text === shown.original}
          onClick={generator.undo}
          className="-mr-1.75 touch:-mr-3.5"
        />
      }
    >
      <VersionSteps generator={generator} />
      {generator.draft?.is_sample === true && shown.isNewest && <Badge tone="outline">{words.sample}</Badge>}
    </Line>
  );
}

export function VersionSteps({ generator }: { generator: Generator }) {
  const { number, count, toOlder, toNewer } = generator.shown;
  return (
    <span className="flex flex-none items-center">
      <IconButton
        icon={ChevronLeft}
        size="sm"
        label={words.older}
        disabled={toOlder === undefined}
        onClick={toOlder}
        className="-ml-1.75 touch:-ml-3.5"
      />
      <span className="font-medium text-foreground-soft tabular-nums">{words.position(number, count)}</span>
      <IconButton icon={ChevronRight} size="sm" label={words.newer} disabled={toNewer === undefined} onClick={toNewer} />
    </span>
  );
}

function Line({ count, action, children }: { count: number; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-7 min-w-0 items-center gap-x-2 text-xs text-foreground-soft touch:min-h-(--touch)">
      {children}
      <span className="ml-auto truncate text-muted-foreground tabular-nums">{messages.words(count)}</span>
      {action}
    </div>
  );
}
