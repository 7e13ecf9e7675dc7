/** Drafts are in local storage under keys with this prefix. */
const draftPrefix = 'earshot-draft-';

/** What was saved under a name, as it was written by whichever version of the page; nothing where there is nothing to be read. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(draftPrefix + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function saveDraft(name: string, draft: unknown): void {
  try {
    window.localStorage.setItem(draftPrefix + name, JSON.stringify(draft));
  } catch {
    // Storage may be forbidden or full; then a draft lasts as long as the page.
  }
}

export function forgetDraft(name: string): void {
  try {
    window.localStorage.removeItem(draftPrefix + name);
  } catch {
    // Where storage is forbidden there is nothing to forget.
  }
}

/** Throws away every draft. The session and the chosen theme lie elsewhere and stay. */
export function forgetDrafts(storage: Storage = window.localStorage): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(draftPrefix)) storage.removeItem(key);
  }
}
