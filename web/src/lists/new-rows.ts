import type { PagedRow } from './pages';

/** A list whose new rows come first. */
export type NewFirst<Item> = { items: readonly Item[]; newIds: ReadonlySet<string> };

/**
 * Rows that are new since the last visit, then the others, each in the order of the server. A row that was
 * opened stays new until the next visit, so that reading never moves it.
 */
export function newFirst<Item extends PagedRow>(items: readonly Item[]): NewFirst<Item> {
  const fresh = items.filter(isNew);
  const newIds = new Set(fresh.map(({ id }) => id));
  return { items: fresh.length === 0 ? items : [...fresh, ...items.filter(({ id }) => !newIds.has(id))], newIds };
}

function isNew({ is_new: isNewRow }: PagedRow): boolean {
  return isNewRow === true;
}
