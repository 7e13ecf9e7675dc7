import { cx } from './classes';

/** How well a post matches, at the left of its row: the number, and its level as rising bars. Ink, because it is no action. */
export function MatchScore({ value }: { value: number }) {
  return (
    <span role="img" aria-label={matchLabel(value)} className="grid w-6.5 flex-none content-start justify-items-center gap-1 pt-0.5">
      <span className="text-list font-semibold tabular-nums">{value}</span>
      <MatchLevel value={value} />
    </span>
  );
}

/** The level alone: four bars from 80, three from 65, two from 50, else one. The number beside it says the same in words. */
export function MatchLevel({ value, isLarge = false }: { value: number; isLarge?: boolean }) {
  const filled = levelOf(value);
  return (
    <svg width={isLarge ? 30 : 22} height={isLarge ? 12 : 9} viewBox="0 0 22 9" aria-hidden="true" className="flex-none">
      {barHeights.map((height, index) => (
        <rect
          key={height}
          x={index * 6}
          y={9 - height}
          width={4}
          height={height}
          rx={1}
          className={cx(index < filled ? 'fill-foreground-soft forced:fill-[CanvasText]' : 'wave-rest')}
        />
      ))}
    </svg>
  );
}

export function matchLabel(value: number): string {
  return `Match ${value} of 100`;
}

export function levelOf(value: number): number {
  return 1 + [50, 65, 80].filter((from) => value >= from).length;
}

const barHeights = [3, 5, 7, 9];
