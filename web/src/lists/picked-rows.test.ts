import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idsBetween, usePickedRows } from './picked-rows';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `row-${index}` }));

it.each([
  ['row-1', 'row-3', ['row-1', 'row-2', 'row-3']],
  ['row-3', 'row-1', ['row-1', 'row-2', 'row-3']],
  ['row-2', 'row-2', ['row-2']],
  ['gone', 'row-2', ['row-2']],
])('from %s to %s are %o', (anchor, head, ids) => {
  expect(idsBetween(rows(5), anchor, head)).toEqual(ids);
});

it('no more than 200 are picked, counted from where the range began', () => {
  const many = rows(300);

  expect(idsBetween(many, 'row-10', 'row-299')).toEqual(many.slice(10, 210).map(({ id }) => id));
  expect(idsBetween(many, 'row-299', 'row-10')).toEqual(many.slice(100, 300).map(({ id }) => id));
});

it('says when there is no room for more', () => {
  const items = rows(300);
  const { result } = renderHook(() => usePickedRows({ list: 'open', items, active: 'row-0', onFocus: () => {} }));
  act(() => result.current.pickTo({ id: 'row-250' }));

  expect(result.current.rows).toHaveLength(200);
  expect(result.current.isFull).toBe(true);
});

it('what has left the list is no longer picked', () => {
  const { result, rerender } = renderHook(({ items }) => usePickedRows({ list: 'open', items, active: 'row-0', onFocus: () => {} }), {
    initialProps: { items: rows(4) },
  });
  act(() => result.current.pickTo({ id: 'row-2' }));
  rerender({ items: rows(2) });

  expect(result.current.rows.map(({ id }) => id)).toEqual(['row-0', 'row-1']);
});
