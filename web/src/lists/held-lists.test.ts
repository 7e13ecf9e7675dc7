import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { holdLists, readAnew, releaseLists } from './held-lists';

const listKey = ['posts', 'user-1', { state: 'open' }];

it('a held list is read again as it was', () => {
  const { queries, start } = readList();

  holdLists(queries, ['posts', 'user-1']);

  expect(start()).toEqual({ offset: 0, asOf: 'noon' });
});

it('a released list is read again as it is now', () => {
  const { queries, start } = readList();
  holdLists(queries, listKey);

  releaseLists(queries, ['posts', 'user-1']);

  expect(start()).toEqual({ offset: 0 });
});

it('holding a list is no new answer: it stays as stale as it was', async () => {
  const { queries } = readList();
  await queries.invalidateQueries({ queryKey: listKey });
  const before = queries.getQueryState(listKey);

  holdLists(queries, listKey);

  expect(queries.getQueryState(listKey)).toMatchObject({ isInvalidated: true, dataUpdatedAt: before?.dataUpdatedAt });
});

it('what is read anew is released first', () => {
  const { queries, start } = readList();
  holdLists(queries, listKey);
  const startWhenInvalidated = vi.fn<(start: unknown) => void>();
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(() => Promise.resolve(startWhenInvalidated(start())));

  readAnew(queries, ['posts', 'user-1']);

  expect(startWhenInvalidated).toHaveBeenCalledWith({ offset: 0 });
});

it('what is no list stays as it is', () => {
  const queries = new QueryClient();
  queries.setQueryData(['unread-posts', 'user-1'], { unread: 3 });

  holdLists(queries, ['unread-posts']);
  releaseLists(queries, ['unread-posts']);

  expect(queries.getQueryData(['unread-posts', 'user-1'])).toEqual({ unread: 3 });
});

/** A list of two pages, as it was read at noon. */
function readList() {
  const queries = new QueryClient();
  const page = { items: [], total: 0, asOf: 'noon' };
  queries.setQueryData(listKey, { pages: [page, page], pageParams: [{ offset: 0 }, { offset: 50, asOf: 'noon' }] });
  return { queries, start: () => queries.getQueryData<InfiniteData<unknown>>(listKey)?.pageParams[0] };
}
