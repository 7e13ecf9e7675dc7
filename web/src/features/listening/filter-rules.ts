import type { AiSettings, FilterLevel } from './api';
import { messages } from './messages';

/** The lists of what is never shown. */
export const exclusionListNames = ['excludedSubreddits', 'excludedAuthors', 'excludedWords'] as const;

export type ExclusionListName = (typeof exclusionListNames)[number];

/** What the form holds: the confidence is text until it is saved. */
export type FilterFormValues = { level: FilterLevel; minConfidence: string; instructions: string } & Record<
  ExclusionListName,
  readonly string[]
>;

export function formValuesOf({
  level,
  minConfidence,
  instructions,
  excludedSubreddits,
  excludedAuthors,
  excludedWords,
}: AiSettings): FilterFormValues {
  return { level, minConfidence: String(minConfidence), instructions, excludedSubreddits, excludedAuthors, excludedWords };
}

/** A whole number from 0 to 100; nothing if it is not one. */
export function confidenceOf(text: string): number | undefined {
  const number = Number(text.trim());
  const isOne = /^\d{1,3}$/.test(text.trim()) && number <= 100;
  return isOne ? number : undefined;
}

/** What of the written differs from what is kept; nothing if it is all the same. */
export function changesOf(kept: AiSettings, written: FilterFormValues): Partial<AiSettings> | undefined {
  const before = formValuesOf(kept);
  const changes: Partial<AiSettings> = {};
  if (written.level !== before.level) changes.level = written.level;
  if (written.minConfidence.trim() !== before.minConfidence) changes.minConfidence = confidenceOf(written.minConfidence) ?? Number.NaN;
  if (written.instructions.trim() !== before.instructions) changes.instructions = written.instructions.trim();
  for (const name of exclusionListNames) {
    if (written[name].join('\n') !== before[name].join('\n')) changes[name] = [...written[name]];
  }
  return Object.keys(changes).length === 0 ? undefined : changes;
}

type EntryAddition = { list: readonly string[]; complaint?: never } | { list?: never; complaint: string };

/** A list with what was typed added to it; several entries may be typed at once, with commas between them. */
export function withEntries(name: ExclusionListName, list: readonly string[], typed: string): EntryAddition {
  const longer = [...list];
  for (const part of typed
    .split(',')
    .map((piece) => piece.trim().replaceAll(/\s+/g, ' '))
    .filter((piece) => piece !== '')) {
    const entry = entryOf(name, part);
    if (entry === undefined) return { complaint: complaints[name](part) };
    const isThere = longer.some((known) => known.toLowerCase() === entry.toLowerCase());
    if (isThere && part === typed.trim()) return { complaint: messages.already(shownEntry(name, entry)) };
    if (!isThere) longer.push(entry);
  }
  return longer.length > mostEntries ? { complaint: messages.tooMany } : { list: longer };
}

/** As people write it: r/forhire, u/promo_bot, giveaway. */
export function shownEntry(name: ExclusionListName, entry: string): string {
  return prefixes[name] + entry;
}

const mostEntries = 100;

const prefixes = { excludedSubreddits: 'r/', excludedAuthors: 'u/', excludedWords: '' } satisfies Record<ExclusionListName, string>;

const complaints = {
  excludedSubreddits: messages.notSubreddit,
  excludedAuthors: messages.notAuthor,
  excludedWords: () => messages.tooLong,
} satisfies Record<ExclusionListName, (text: string) => string>;

// The same rules as the server's, so that a wrong name is said before anything is sent.
function entryOf(name: ExclusionListName, text: string): string | undefined {
  if (name === 'excludedWords') return text.length <= 100 ? text : undefined;
  const bare = text.replaceAll(/^\/+|\/+$/g, '').replace(name === 'excludedSubreddits' ? /^r\//i : /^(u|user)\//i, '');
  const rule = name === 'excludedSubreddits' ? /^\w{2,22}$/ : /^[\w-]{2,20}$/;
  return rule.test(bare) ? bare : undefined;
}
