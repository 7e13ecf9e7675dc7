import type { Draft } from './api';

/** One version of a draft as it is stepped through. The user's edit of a text is no version of its own. */
export type DraftVersion = {
  id: string;
  /** As the user has left it. Of a kit only what the user has written below it. */
  text: string;
  /** As the model wrote it. */
  original: string;
  isKit: boolean;
};

/** The oldest first. Of the kits only the newest is there to be shown, and only while nothing came after it. */
export function versionsOf(draft: Draft | undefined): readonly DraftVersion[] {
  if (draft === undefined) return [];
  const { id, comment, versions = [] } = draft;
  const kept = versions.length > 0 ? versions : [{ id, comment, kind: draft.kind, is_edited: false }];
  const steps: DraftVersion[] = [];
  for (const { id: stepId, comment: text, kind, is_edited: isEdited } of kept) {
    const before = steps.at(-1);
    const isKit = kind === 'kit';
    if (isEdited && before !== undefined) steps.splice(-1, 1, { ...before, text });
    else steps.push({ id: stepId, text: isKit && !isEdited ? '' : text, original: isKit ? '' : text, isKit });
  }
  const shown = steps.filter(({ isKit }, index) => !isKit || index === steps.length - 1);
  const last = shown.at(-1);
  // A kit that came without its parts is a text like any other.
  if (last?.isKit === true && !hasKit(draft)) shown.splice(-1, 1, { ...last, text: comment, original: comment, isKit: false });
  return shown;
}

export function hasKit({ kit }: Draft): boolean {
  return kit !== null && kit !== undefined;
}
