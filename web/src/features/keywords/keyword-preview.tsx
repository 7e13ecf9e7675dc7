import { useQuery } from '@tanstack/react-query';
import { normalizeSpaces } from '../../lib/normalized-text';
import { placeLabel, sourceOfPlace } from '../../lib/source';
import { useDebouncedValue } from '../../lib/debounced-value';
import { keywordPreview, type KeywordPreviewCounts } from './api';
import { explainReading } from './keyword-explanation';
import { messages } from './messages';

const words = messages.preview;

/** How a keyword is read and how much of what is stored it would have found, while it is being typed. A preview that fails keeps quiet: it can still be added. */
export function KeywordPreview({ userId, typed }: { userId: string; typed: string }) {
  const wanted = normalizeSpaces(typed);
  const keyword = useDebouncedValue(wanted, pauseMs);
  const isTooShort = Array.from(keyword).length < shortest;
  const { data, isError } = useQuery({ ...keywordPreview(userId, keyword), enabled: !isTooShort && wanted !== '' });
  const isShown = wanted !== '' && !isTooShort && !isError;
  return (
    <div role="status" className="col-span-2 text-xs text-muted-foreground empty:hidden">
      {isShown && (data === undefined || keyword !== wanted ? words.looking : <PreviewText preview={data} />)}
    </div>
  );
}

function PreviewText({ preview }: { preview: KeywordPreviewCounts }) {
  return (
    <>
      <p className="break-words">{explainReading(preview.reading)}</p>
      <PreviewCounts preview={preview} />
    </>
  );
}

function PreviewCounts({ preview }: { preview: KeywordPreviewCounts }) {
  if (preview.of === 0 && preview.mentions === 0) return <p>{words.nothingStored}</p>;
  if (preview.posts === 0 && preview.mentions === 0) return <p>{words.nothingFound(preview.of)}</p>;
  return (
    <>
      <p className="font-medium text-foreground-soft">{words.found(preview)}</p>
      {preview.examples.length > 0 && (
        <ul aria-label={words.examples} className="mt-1 grid gap-0.5">
          {preview.examples.map(({ id, title, subreddit }) => (
            <li key={id} className="flex min-w-0 gap-1.5">
              <span className="truncate">{title}</span>
              <span className="flex-none">{placeLabel(sourceOfPlace(subreddit), subreddit)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const pauseMs = 300;
/** A single letter is in everything. */
const shortest = 2;
