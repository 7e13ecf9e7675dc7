import { useState } from 'react';
import type { Draft } from './api';
import { type DraftVersion, versionsOf } from './draft-versions';

/** The text that is shown: the newest version with what was typed into it, or an older one. */
export function useDraftText(draft: Draft | undefined, save: (text: string) => void) {
  const versions = versionsOf(draft);
  const newest = versions.at(-1);
  // The one that is looked at; the newest unless the user steps back.
  const [chosenId, setChosenId] = useState<string>();
  const [edited, setEdited] = useState<{ versionId: string; text: string }>();
  const chosen = versions.findIndex(({ id }) => id === chosenId);
  const index = chosen === -1 ? versions.length - 1 : chosen;
  const version: DraftVersion | undefined = versions[index];
  const isNewest = version === newest;
  const typed = isNewest && edited?.versionId === newest?.id ? edited?.text : undefined;
  const text = typed ?? version?.text ?? '';
  /** Typing into an older version makes its text that of the newest; the older one stays as it is. */
  const edit = (next: string) => {
    if (newest === undefined) return;
    setChosenId(undefined);
    setEdited({ versionId: newest.id, text: next });
    save(next);
  };
  return {
    text,
    edit,
    original: version?.original ?? '',
    isKit: version?.isKit === true,
    isNewest,
    number: index + 1,
    count: versions.length,
    toOlder: index > 0 ? () => setChosenId(versions[index - 1]?.id) : undefined,
    toNewer: isNewest ? undefined : () => setChosenId(versions[index + 1]?.id),
    /** Stays with the version that is shown, whatever comes. */
    stay: () => setChosenId(version?.id),
    toNewest: () => setChosenId(undefined),
  };
}
