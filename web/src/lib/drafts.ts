/** What people have begun and not yet sent lies in local storage under names that start so. */
export const draftPrefix = 'earshot-draft-';

/** Throws away every draft. The session and the chosen theme lie elsewhere and stay. */
export function forgetDrafts(storage: Storage = window.localStorage): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(draftPrefix)) storage.removeItem(key);
  }
}
