import { Hourglass } from 'lucide-react';
import { messages } from './messages';

/** Posts that the plan has no room for this month. */
export function WaitingPosts({ count }: { count: number }) {
  return (
    <p className="flex items-start gap-2 text-xs text-foreground-soft">
      <Hourglass size={14} aria-hidden="true" className="mt-px flex-none text-value" />
      <span>
        <span className="font-semibold text-foreground">{messages.waiting(count)}.</span> {messages.waitingWhy}
      </span>
    </p>
  );
}
