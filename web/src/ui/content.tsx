import { lazy, Suspense, useState } from 'react';
import { contentOf, previewOf } from '../lib/content';

// Reading Markdown takes more script than the rest of the list. It comes beside it, while the posts are asked for.
const loading = import('./markdown');
const Markdown = lazy(async () => ({ default: (await loading).Markdown }));

/** The text of a post or a mention. A long one is cut until the reader asks for more. Give it the post's id as key. */
export function Content({ raw, marked }: { raw: string | null | undefined; marked?: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  const content = contentOf(raw);
  if (content.kind !== 'text') {
    return (
      <p className="text-read text-muted-foreground italic">{content.kind === 'none' ? 'No content available' : 'Content is empty'}</p>
    );
  }
  const { text, isLong } = content;
  return (
    <>
      <div className="grid grid-cols-1 gap-3.5 text-read wrap-anywhere">
        <Suspense>
          <Markdown text={isLong && !isWhole ? previewOf(text) : text} {...(marked !== undefined && { marked })} />
        </Suspense>
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="mt-3 min-h-6 rounded-sm text-sm font-label text-primary-text underline-offset-3 hover:underline touch:min-h-(--touch)"
        >
          {isWhole ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  );
}
