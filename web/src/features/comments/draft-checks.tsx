import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useMediaQuery } from '../../lib/media-query';
import { cx } from '../../ui/classes';
import type { Draft } from './api';
import { messages } from './messages';
import type { Generator } from './use-generator';

const words = messages.checks;
type HeldCheck = NonNullable<Draft['checks']>[number];

/** What was verified of the model's text; of a text that was changed since only that. */
export function DraftChecks({ generator }: { generator: Generator }) {
  const { draft, shown, isGenerating } = generator;
  const isLow = useMediaQuery('(height < 50rem)');
  const checks = draft?.checks ?? [];
  if (checks.length === 0 || isGenerating || !shown.isNewest) return null;
  if (shown.text !== shown.original) return <p className="mt-2.5 text-xs text-muted-foreground">{words.edited}</p>;
  return <div className="mt-2.5">{isLow ? <FoldedChecks checks={checks} /> : <CheckList checks={checks} />}</div>;
}

/** Where the page is low they are one line, which opens. */
function FoldedChecks({ checks }: { checks: readonly HeldCheck[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-6 w-full items-center gap-2.5 rounded-xs text-left text-xs text-foreground-soft touch:min-h-(--touch)"
      >
        <Tick />
        <span className="min-w-0 flex-1 truncate">{summaryOf(checks)}</span>
        <ChevronDown
          size={14}
          aria-hidden="true"
          className={cx('flex-none transition-transform duration-(--dur)', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && <CheckList checks={checks} />}
    </>
  );
}

function CheckList({ checks }: { checks: readonly HeldCheck[] }) {
  return (
    <ul aria-label={words.label} className="grid gap-1.5 text-xs text-foreground-soft">
      {checks.map((check) => (
        <li key={check.text} className="flex gap-2.5">
          <Tick />
          <span className="min-w-0 wrap-anywhere">
            <CheckText check={check} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Tick() {
  return <Check size={14} aria-hidden="true" className="mt-px flex-none text-positive-mark" />;
}

/** The page that it names is a link. */
function CheckText({ check: { text, page } }: { check: HeldCheck }) {
  const name = page?.replace(/^https?:\/\//, '').replace(/\/$/, '') ?? '';
  const at = name === '' ? -1 : text.indexOf(name);
  if (at === -1 || page === null || page === undefined || !/^https?:/.test(page)) return text;
  return (
    <>
      {text.slice(0, at)}
      <a href={page} target="_blank" rel="noopener noreferrer" className="text-foreground!">
        {name}
      </a>
      {text.slice(at + name.length)}
    </>
  );
}

/** 'Facts from your website, disclosure, no links' */
function summaryOf(checks: readonly HeldCheck[]): string {
  const names = new Map<string, string>(Object.entries(words.names));
  const line = checks.map(({ check, text }) => names.get(check) ?? text).join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}
