import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { redditStatus } from './api';
import { messages } from './messages';

/** One quiet line while a sandbox supplies the posts; nothing otherwise, nor while it is not known. */
export function SampleLine() {
  const { data: status } = useQuery(redditStatus);
  if (status?.authType !== 'sandbox') return null;
  return (
    <p className="flex flex-none items-center gap-2 border-t border-border bg-sunken px-4 py-1.5 text-xs text-muted-foreground">
      <FlaskConical size={13} aria-hidden="true" className="flex-none" />
      {messages.samples}
    </p>
  );
}
