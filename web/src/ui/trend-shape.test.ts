import { expect, it } from 'vitest';
import { type TrendBar, type TrendDay, trendShape } from './trend-shape';

const shape = (...days: TrendDay[]) => trendShape(days, 300, 76);
const piece = (bar: TrendBar | undefined, kind: string) => bar?.pieces.find((candidate) => candidate.kind === kind);

it('one unit holds for every day and every side', () => {
  const [first, second] = shape({ up: 10, middle: 2, down: 4 }, { up: 5, middle: 4, down: 2 });
  const unit = (piece(first, 'up')?.height ?? 0) / 10;

  expect(piece(second, 'up')?.height).toBeCloseTo(5 * unit);
  expect(piece(first, 'middle')?.height).toBeCloseTo(2 * unit);
  expect(piece(second, 'middle')?.height).toBeCloseTo(4 * unit);
  expect(piece(first, 'down')?.height).toBeCloseTo(4 * unit);
});

it('what is in the middle stands astride one line, the others above and below it with a gap', () => {
  const bars = shape({ up: 3, middle: 2, down: 1 }, { up: 1, middle: 6, down: 5 });
  const middles = bars.map((bar) => piece(bar, 'middle')).map((middle) => (middle === undefined ? 0 : middle.y + middle.height / 2));

  expect(middles[0]).toBeCloseTo(middles[1] ?? 0);
  for (const bar of bars) {
    const [up, middle, down] = ['up', 'middle', 'down'].map((kind) => piece(bar, kind));
    if (up === undefined || middle === undefined || down === undefined) throw new Error('each day has all three');
    expect(middle.y - (up.y + up.height)).toBeCloseTo(1.5);
    expect(down.y - (middle.y + middle.height)).toBeCloseTo(1.5);
  }
});

it.each<[string, TrendDay[]]>([
  ['few', [{ up: 1, middle: 0, down: 0 }]],
  [
    'many',
    [
      { up: 400, middle: 90, down: 3 },
      { up: 0, middle: 1, down: 250 },
    ],
  ],
  ['only bad', [{ up: 0, middle: 0, down: 40 }]],
  ['none', [{ up: 0, middle: 0, down: 0 }]],
])('everything stays inside the box when there are %s', (_many, days) => {
  for (const { x, width, pieces } of shape(...days)) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(300);
    for (const { y, height } of pieces) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(76);
    }
  }
});

it('a single one is a drop, a quiet day a dash, and a lone voice among hundreds can still be seen', () => {
  const [single] = shape({ up: 1, middle: 0, down: 0 });
  const [loud, lone, quiet] = shape({ up: 500, middle: 0, down: 0 }, { up: 0, middle: 0, down: 1 }, { up: 0, middle: 0, down: 0 });

  expect(piece(single, 'up')?.height).toBe(10);
  expect(piece(loud, 'up')?.height).toBeGreaterThan(60);
  expect(piece(lone, 'down')?.height).toBe(2);
  expect(quiet?.pieces).toEqual([{ kind: 'rest', y: expect.any(Number) as number, height: 2 }]);
});

it.each([
  [30, 7],
  [90, 2],
])('%i days have bars of %i px or a little more', (count, width) => {
  const bars = trendShape(
    Array.from({ length: count }, () => ({ up: 1, middle: 1, down: 1 })),
    440,
    76,
  );

  expect(Math.floor(bars[0]?.width ?? 0)).toBe(width);
  expect((bars[1]?.x ?? 0) - (bars[0]?.x ?? 0)).toBeGreaterThan(bars[0]?.width ?? 0);
});
