import { useId } from 'react';
import type { Plan } from '../../api/product';
import { messages } from './messages';

const words = messages.downgrade;

type KeywordChoiceProps = {
  keywords: readonly string[];
  plan: Plan;
  /** How many have to be paused. */
  needed: number;
  paused: readonly string[];
  onChange: (paused: readonly string[]) => void;
};

/** Which keywords rest on the smaller plan. */
export function KeywordChoice({ keywords, plan, needed, paused, onChange }: KeywordChoiceProps) {
  const countId = useId();
  const toggle = (keyword: string) =>
    onChange(paused.includes(keyword) ? paused.filter((other) => other !== keyword) : [...paused, keyword]);
  return (
    <fieldset aria-describedby={countId}>
      <legend className="text-sm text-foreground-soft">{words.keywords(keywords.length, plan.limits.keywordsTracking, plan.name)}</legend>
      <p id={countId} role="status" className="mt-2 font-label text-xs text-muted-foreground tabular-nums">
        {words.chosen(paused.length, needed)}
      </p>
      <ul className="mt-2 max-h-60 divide-y divide-border overflow-y-auto overscroll-contain rounded-lg border border-border">
        {/* The newest first: those are the ones proposed to rest. */}
        {keywords.toReversed().map((keyword) => (
          <li key={keyword}>
            <label className="flex min-h-9 items-center gap-2.5 px-3 text-sm select-none hover:bg-hover touch:min-h-(--touch)">
              <input
                type="checkbox"
                checked={paused.includes(keyword)}
                onChange={() => toggle(keyword)}
                className="size-4 flex-none accent-primary"
              />
              <span className="min-w-0 wrap-anywhere">{keyword}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
