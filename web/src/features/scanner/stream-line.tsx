import { useQuery } from '@tanstack/react-query';
import { Ear } from 'lucide-react';
import { streamStatus } from './api';
import { behindText } from './stream-behind';
import { messages } from './messages';

const words = messages.stream;

/** Whether new posts are read as they are written. Where they are not, scans find them, and nothing is said. */
export function StreamLine() {
  const status = useQuery(streamStatus()).data;
  if (status?.isListening !== true || typeof status.behindSeconds !== 'number') return null;
  return (
    <div className="grid gap-1 border-t border-border pt-4 text-sm">
      <p className="text-xs text-muted-foreground">{words.title}</p>
      <p className="flex items-center gap-2 font-semibold tabular-nums">
        <Ear size={16} aria-hidden="true" className="flex-none text-primary-text" />
        {behindText(status.behindSeconds)}
      </p>
      <p className="text-foreground-soft">{words.about}</p>
    </div>
  );
}
