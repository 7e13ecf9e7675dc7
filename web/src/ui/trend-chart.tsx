import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import { observeWidth } from '../lib/observe-width';
import { type TrendDay, type TrendPiece, trendShape } from './trend-shape';

export type NamedDay = TrendDay & {
  /** '15 Nov' */
  name: string;
  /** 'Sunday 15 November' */
  longName: string;
  /** What the tooltip and the table say, column by column. */
  counts: readonly number[];
};

type TrendChartProps = {
  title: string;
  total: number;
  /** After the total: 'mentions, last 30 days'. */
  about: ReactNode;
  days: readonly NamedDay[];
  /** What is above, astride and below the line. */
  legend: { up: string; middle: string; down: string };
  /** One sentence that says what the picture shows. */
  summary: string;
  /** The heads of the table, the day's first. */
  columns: readonly string[];
};

/** Days as a waveform. For those who cannot see it there are a sentence and a table. */
export function TrendChart({ title, total, about, days, legend, summary, columns }: TrendChartProps) {
  return (
    <section aria-label={title} className="flex-none border-b border-border px-4 pt-3 pb-2.5">
      <div className="flex h-5 items-baseline gap-1.5 tracking-[-0.015em] @min-[26rem]:gap-2 @min-[26rem]:tracking-normal">
        <span className="flex-none font-display text-lg/5 font-semibold">{total}</span>
        <span className="min-w-0 flex-1 truncate text-xs text-foreground-soft">{about}</span>
        <span aria-hidden="true" className="flex flex-none gap-2 text-2xs text-foreground-soft @min-[26rem]:gap-3">
          {(['up', 'middle', 'down'] as const).map((kind) => (
            <span key={kind} className="flex items-center gap-1">
              <svg width="8" height="8">
                <rect width="8" height="8" rx="2" className={fills[kind]} />
              </svg>
              {legend[kind]}
            </span>
          ))}
        </span>
      </div>
      <Plot days={days} summary={summary} columns={columns} />
      <div aria-hidden="true" className="flex justify-between text-2xs text-muted-foreground tabular-nums">
        <span>{days[0]?.name}</span>
        <span>{days[Math.floor(days.length / 2)]?.name}</span>
        <span>{days.at(-1)?.name}</span>
      </div>
      <DayTable {...{ title, days, columns }} />
    </section>
  );
}

/** The bars. The pointer or the arrow keys show the counts of a day. */
function Plot({ days, summary, columns }: Pick<TrendChartProps, 'days' | 'summary' | 'columns'>) {
  const [width, setWidth] = useState(fairWidth);
  const [at, setAt] = useState<number>();
  const tooltipId = useId();
  const bars = trendShape(days, width, plotHeight);
  const day = at === undefined ? undefined : days[at];
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - box.left) / box.width) * days.length);
    setAt(Math.min(days.length - 1, Math.max(0, index)));
  };
  const move = (event: KeyboardEvent) => {
    const next = dayAfter(event.key, at, days.length);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    // Esc only takes the tooltip away; the page would take it for its own.
    event.preventDefault();
    setAt(next === 'none' ? undefined : next);
  };
  return (
    <div className="relative mt-1.5">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The picture shows more under the pointer; the table has everything. */}
      <div
        ref={(box) => (box === null ? undefined : observeWidth(box, setWidth))}
        role="img"
        aria-label={summary}
        aria-describedby={day === undefined ? undefined : tooltipId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The arrow keys go from day to day; what they show is also in the table.
        tabIndex={0}
        onPointerMove={point}
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
        onKeyDown={move}
        // Inside, because the dates stand right below.
        className="focus-inset rounded-sm"
      >
        <svg width="100%" height={plotHeight} aria-hidden="true" className="block">
          {bars.map(({ x, width: barWidth, pieces }, index) => (
            <g key={x}>
              {index === at && (
                <rect x={x - 3} width={barWidth + 6} y={0} height={plotHeight} rx={4} className="fill-hover forced:fill-none" />
              )}
              {pieces.map(({ kind, y, height }) => (
                <rect key={kind} className={fills[kind]} x={x} y={y} width={barWidth} height={height} rx={Math.min(barWidth, height) / 2} />
              ))}
            </g>
          ))}
        </svg>
      </div>
      {day !== undefined && at !== undefined && (
        <div id={tooltipId} role="tooltip" style={placeOf(at, days.length)} className={tooltip}>
          <p className="font-semibold">{day.longName}</p>
          {day.counts.map((count, index) => (
            <p key={columns[index + 1]} className="flex justify-between gap-4">
              <span className="text-toast-muted">{columns[index + 1]}</span> <span className="tabular-nums">{count}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

function DayTable({ title, days, columns }: Pick<TrendChartProps, 'title' | 'days' | 'columns'>) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ longName, counts }) => (
            <tr key={longName}>
              <th scope="row">{longName}</th>
              {counts.map((count, index) => (
                <td key={columns[index + 1]}>{count}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which day a key leads to; 'none' where it takes the tooltip away, nothing where it is another's key. */
function dayAfter(key: string, at: number | undefined, count: number): number | 'none' | undefined {
  switch (key) {
    case 'ArrowRight':
      return at === undefined ? 0 : Math.min(count - 1, at + 1);
    case 'ArrowLeft':
      return at === undefined ? count - 1 : Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'Escape':
      return at === undefined ? undefined : 'none';
    default:
      return undefined;
  }
}

/** Beside its day, on the side where there is room. */
function placeOf(at: number, count: number) {
  const share = `${((at + 0.5) / count) * 100}%`;
  return at < count / 2 ? { left: `calc(${share} + 8px)` } : { right: `calc(100% - ${share} + 8px)` };
}

const plotHeight = 76;
/** Until the box has been measured. */
const fairWidth = 440;

const fills: Record<TrendPiece['kind'], string> = {
  up: 'fill-positive-mark forced:fill-[CanvasText]',
  middle: 'fill-neutral-mark forced:fill-[GrayText]',
  down: 'fill-negative-mark forced:fill-[CanvasText]',
  rest: 'fill-wave-rest forced:fill-[GrayText]',
};

const tooltip =
  'pointer-events-none absolute top-0 z-(--z-popover) rounded-sm border border-toast-line bg-toast px-2 py-1 text-xs whitespace-nowrap text-toast-foreground shadow-md';
