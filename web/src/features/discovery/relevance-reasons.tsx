import { CircleHelp } from 'lucide-react';
import { Collapsible } from '../../ui/collapsible';
import type { Post } from './api';
import { messages } from './messages';

const words = messages.why;

/** What the score of a post is made of. Who opens it also sees the words that matched, marked in the post. */
export function RelevanceReasons({ post, isOpen, onOpenChange }: { post: Post; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const parts = post.relevance_parts ?? [];
  return (
    <Collapsible label={words.title} icon={CircleHelp} isOpen={isOpen} onOpenChange={onOpenChange} className="-ml-2">
      <div className="ml-2 rounded-lg border border-border bg-card p-4">
        <p className="text-list font-semibold">{words.score(post.relevance_score)}</p>
        <p className="mt-1 text-sm text-foreground-soft">{reasonOf(post)}</p>
        {parts.length > 0 && (
          <dl aria-label={words.parts} className="mt-3 divide-y divide-border border-t border-border">
            {parts.map(({ part, points, detail }) => (
              <div key={part} className="flex items-baseline gap-3 py-2 text-sm">
                <dt className="w-28 flex-none font-medium">{capitalised(part)}</dt>
                <dd className="min-w-0 flex-1 text-foreground-soft wrap-anywhere">{detail}</dd>
                <dd className="flex-none font-semibold tabular-nums">{words.points(points)}</dd>
              </div>
            ))}
          </dl>
        )}
        {(post.matched?.length ?? 0) > 0 && <p className="mt-3 text-xs text-foreground-soft">{words.words}</p>}
      </div>
    </Collapsible>
  );
}

function reasonOf({ relevance_reason }: Post): string {
  return relevance_reason === null || relevance_reason === undefined || relevance_reason === '' ? words.unknown : relevance_reason;
}

/** Parts come as the server names them: 'freshness', 'matched_words'. */
function capitalised(part: string): string {
  const text = part.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
