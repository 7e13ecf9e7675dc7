import { describe, expect, it } from 'vitest';
import { piecesOf, RowTower } from './virtual-rows';

const twoThousand = new RowTower(Array.from({ length: 2000 }, (_, index) => (index % 2 === 0 ? 97 : 117)));
const rows = (pieces: ReturnType<typeof piecesOf>) => pieces.flatMap((piece) => (piece.kind === 'row' ? [piece.index] : []));
const heightOf = (pieces: ReturnType<typeof piecesOf>, tower: RowTower) =>
  pieces.reduce((sum, piece) => sum + (piece.kind === 'room' ? piece.height : tower.top(piece.index + 1) - tower.top(piece.index)), 0);

describe('a tower of rows', () => {
  it('knows which row stands at a height', () => {
    const tower = new RowTower([100, 50, 100]);

    expect([-5, 0, 99, 100, 149, 150, 249, 250, 9999].map((height) => tower.rowAt(height))).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 2]);
    expect(tower.top(3)).toBe(250);
    expect(new RowTower([]).rowAt(10)).toBe(0);
  });
});

describe('of 2,000 rows', () => {
  it.each([0, 53_000, 107_000, 213_100, 1_000_000])('fewer than 60 stand in the page at %i, and the list keeps its height', (top) => {
    const pieces = piecesOf(twoThousand, { top, height: 1200 }, []);

    expect(rows(pieces).length).toBeGreaterThan(8);
    expect(rows(pieces).length).toBeLessThan(60);
    expect(heightOf(pieces, twoThousand)).toBe(twoThousand.top(2000));
  });

  it('those in sight are among them', () => {
    const shown = rows(piecesOf(twoThousand, { top: 107_000, height: 800 }, []));

    expect(shown).toContain(twoThousand.rowAt(107_000));
    expect(shown).toContain(twoThousand.rowAt(107_800));
  });

  it('the ones with the focus and the selection stay in their places, however far the list is scrolled', () => {
    const pieces = piecesOf(twoThousand, { top: 107_000, height: 800 }, [3, 1999, 4000, -1]);

    expect(rows(pieces)[0]).toBe(3);
    expect(rows(pieces).at(-1)).toBe(1999);
    expect(heightOf(pieces, twoThousand)).toBe(twoThousand.top(2000));
  });

  it('none is there twice', () => {
    const shown = rows(piecesOf(twoThousand, { top: 0, height: 800 }, [2, 2]));

    expect(new Set(shown).size).toBe(shown.length);
  });
});
