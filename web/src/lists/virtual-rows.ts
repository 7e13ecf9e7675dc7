/**
 * Where the rows of a long list stand. Rows that have been in the page are as high as they were
 * measured, the others as high as they are estimated.
 */
export class RowTower {
  readonly #tops: Float64Array;

  constructor(heights: readonly number[]) {
    this.#tops = new Float64Array(heights.length + 1);
    heights.forEach((height, index) => {
      this.#tops[index + 1] = this.top(index) + height;
    });
  }

  get count(): number {
    return this.#tops.length - 1;
  }

  /** The upper edge of a row; for the row after the last, the lower edge of all. */
  top(index: number): number {
    return this.#tops[index] ?? 0;
  }

  /** The row that stands at a height, the first or the last if none does. */
  rowAt(height: number): number {
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.top(middle) <= height) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The part of a list that is looked at. */
export type Window = { top: number; height: number };

/** What stands in the page: rows by their index, and room for those that do not. */
export type Piece = { kind: 'row'; index: number } | { kind: 'room'; height: number; before: number };

/** The rows in sight, some around them, and those that must stay (the one with the focus, the selected one). */
export function piecesOf(tower: RowTower, window: Window, kept: readonly number[]): Piece[] {
  if (tower.count === 0) return [];
  const first = Math.max(0, tower.rowAt(window.top) - overscan);
  const last = Math.min(tower.count - 1, tower.rowAt(window.top + window.height) + overscan);
  const inSight = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const outOfSight = kept.filter((index) => index >= 0 && index < tower.count && (index < first || index > last));
  const shown = [...new Set([...inSight, ...outOfSight])].toSorted((one, other) => one - other);
  const pieces: Piece[] = [];
  let next = 0;
  for (const index of shown) {
    if (index > next) pieces.push(room(tower, next, index));
    pieces.push({ kind: 'row', index });
    next = index + 1;
  }
  if (next < tower.count) pieces.push(room(tower, next, tower.count));
  return pieces;
}

function room(tower: RowTower, from: number, to: number): Piece {
  return { kind: 'room', height: tower.top(to) - tower.top(from), before: to };
}

/** Rows above and below what is in sight, so that a turn of the wheel meets no gap. */
const overscan = 8;
