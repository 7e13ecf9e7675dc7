import type { ReactNode } from 'react';
import type { SourceName } from '../lib/source';

/**
 * Before the name of a place that is not on Reddit. The name follows in words, so the mark is only called
 * 'Source': a screen reader does not hear the name twice.
 */
export function SourceMark({ source }: { source: SourceName }) {
  const drawing = drawings[source];
  if (drawing === undefined) return null;
  return (
    <svg
      role="img"
      aria-label="Source"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="mr-1 inline-block size-3.5 flex-none align-[-2px] text-muted-foreground"
    >
      <rect x="0.75" y="0.75" width="12.5" height="12.5" rx="2.5" />
      {drawing}
    </svg>
  );
}

/** A Y, and a butterfly. */
const drawings: Record<SourceName, ReactNode> = {
  reddit: undefined,
  hacker_news: <path d="M4.5 4 7 7.5 9.5 4M7 7.5V10.5" />,
  bluesky: (
    <path
      fill="currentColor"
      strokeWidth="0.4"
      d="M7 7C6.2 5.4 4.9 4 3.7 3.8c-.5 2.4.5 3.6 2 3.7-1.2.3-1.6 1.3-.9 2.3C5.9 9.9 6.7 8.6 7 7.6c.3 1 1.1 2.3 2.2 2.2.7-1 .3-2-.9-2.3 1.5-.1 2.5-1.3 2-3.7C9.1 4 7.8 5.4 7 7Z"
    />
  ),
};
