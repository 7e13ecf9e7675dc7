import { useQuery } from '@tanstack/react-query';
import { FlaskConical, type LucideIcon, WifiOff } from 'lucide-react';
import { redditStatus } from './api';
import { messages } from './messages';
import { since } from './since';

/**
 * One quiet line while Reddit does not answer, or while a sandbox supplies the posts; nothing otherwise, nor
 * while it is not known. A server without Reddit waits for no answer.
 */
export function SourceLine() {
  const { data: status, dataUpdatedAt } = useQuery(redditStatus);
  const failingSince = status?.authType === 'none' ? null : (status?.failingSince ?? null);
  return (
    // It is there from the start, so that a screen reader speaks what comes into it.
    <div role="status" className="flex-none">
      {failingSince === null ? (
        status?.authType === 'sandbox' && <Line icon={FlaskConical} text={messages.samples} />
      ) : (
        <Line icon={WifiOff} text={messages.silentSince(since(failingSince, new Date(dataUpdatedAt)))} note={messages.silentMeanwhile} />
      )}
    </div>
  );
}

function Line({ icon: Icon, text, note }: { icon: LucideIcon; text: string; note?: string }) {
  return (
    <p data-docked="source" className="flex items-center gap-2 border-t border-border bg-sunken px-4 py-1.5 text-xs text-muted-foreground">
      <Icon size={13} aria-hidden="true" className="flex-none" />
      <span className="min-w-0">
        {note === undefined ? text : <strong className="font-medium text-foreground-soft">{text}.</strong>} {note}
      </span>
    </p>
  );
}
