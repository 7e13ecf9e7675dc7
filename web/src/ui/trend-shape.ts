/** What happened on one day: good above the line, bad below it, the rest astride. */
export type TrendDay = { up: number; middle: number; down: number };

export type TrendPiece = { kind: 'up' | 'middle' | 'down' | 'rest'; y: number; height: number };
export type TrendBar = { x: number; width: number; pieces: readonly TrendPiece[] };

/** The bars of a trend in a box. All days share one unit and one middle line, so that heights can be compared. */
export function trendShape(days: readonly TrendDay[], width: number, height: number): TrendBar[] {
  const above = Math.max(0, ...days.map(({ up, middle }) => up + middle / 2));
  const below = Math.max(0, ...days.map(({ down, middle }) => down + middle / 2));
  const unit = Math.min(largestUnit, (height - 2 * gap) / Math.max(1, above + below));
  // The whole stands in the middle of the box; the line is where its two parts meet.
  const line = (height + (above - below) * unit) / 2;
  const pitch = width / Math.max(1, days.length);
  const barWidth = Math.min(widestBar, Math.max(narrowestBar, pitch / 2));
  return days.map((day, index) => ({ x: index * pitch + (pitch - barWidth) / 2, width: barWidth, pieces: piecesOf(day, unit, line) }));
}

function piecesOf({ up, middle, down }: TrendDay, unit: number, line: number): TrendPiece[] {
  if (up + middle + down === 0) return [{ kind: 'rest', y: line - least / 2, height: least }];
  const half = (middle * unit) / 2;
  const apart = middle > 0 ? half + gap : gap / 2;
  const pieces: TrendPiece[] = [];
  if (up > 0) pieces.push({ kind: 'up', y: line - apart - Math.max(least, up * unit), height: Math.max(least, up * unit) });
  if (middle > 0) pieces.push({ kind: 'middle', y: line - half, height: middle * unit });
  if (down > 0) pieces.push({ kind: 'down', y: line + apart, height: Math.max(least, down * unit) });
  return pieces;
}

const gap = 1.5;
const least = 2;
const widestBar = 7;
const narrowestBar = 2;
// A single mention is a drop, not a column.
const largestUnit = 10;
