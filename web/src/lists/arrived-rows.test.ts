import { expect, it } from 'vitest';
import { arrivedRows, rowCountOf, type RowCount } from './arrived-rows';

const counted = (rows: number, minute: number): RowCount => ({ rows, asOf: `2026-11-15T12:0${minute}:00Z` });

it('what was counted after the list was read, and is not in it, has arrived', () => {
  expect(arrivedRows(counted(4, 0), counted(7, 1))).toBe(3);
});

it('a count from before the list was read says nothing about it', () => {
  expect(arrivedRows(counted(4, 2), counted(7, 1))).toBe(0);
});

it('fewer rows than the list has are no arrivals', () => {
  expect(arrivedRows(counted(4, 0), counted(3, 1))).toBe(0);
});

it('nothing has arrived while one of the two is not known', () => {
  expect(arrivedRows(null, counted(7, 1))).toBe(0);
  expect(arrivedRows(counted(4, 0), null)).toBe(0);
});

it('a row that goes from one state to another stays counted', () => {
  const asOf = '2026-11-15T12:00:00Z';
  const before = rowCountOf({ asOf, states: { open: 3, saved: 1, answered: 0, won: 0, rejected: 2 } });
  const after = rowCountOf({ asOf, states: { open: 1, saved: 1, answered: 1, won: 0, rejected: 3 } });

  expect(before).toEqual({ rows: 6, asOf });
  expect(after).toEqual(before);
});

it('an older server that does not count by state is not compared', () => {
  expect(rowCountOf({ asOf: '2026-11-15T12:00:00Z' })).toBeNull();
});
