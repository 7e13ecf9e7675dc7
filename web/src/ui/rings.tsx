import { cx } from './classes';
import { LogoStrokes } from './logo';

/** The mark and its range, with posts coming into earshot. Decoration only. */
export function Rings({ isRunning = false }: { isRunning?: boolean }) {
  return (
    <svg
      width="300"
      height="246"
      viewBox="0 0 300 246"
      fill="none"
      aria-hidden="true"
      className="max-w-full [mask-image:linear-gradient(#000_82%,transparent)]"
    >
      {radii.map((radius, index) => (
        <circle
          key={radius}
          cx="150"
          cy="150"
          r={radius}
          strokeWidth="1.4"
          strokeOpacity={0.62 - index * 0.13}
          className={cx('origin-[150px_150px] stroke-primary', isRunning && 'animate-ring')}
          style={isRunning ? { animationDelay: `${index * 400}ms` } : undefined}
        />
      ))}
      <rect x="124" y="124" width="52" height="52" rx="12" className="fill-primary forced:fill-[CanvasText]" />
      <g transform="translate(129.2 129.2) scale(1.3)">
        <LogoStrokes className="forced:stroke-[Canvas]" />
      </g>
      {posts.map(({ x, y, turn, width }) => (
        <g key={x} transform={`translate(${x} ${y}) rotate(${turn})`}>
          <rect width={width} height="38" rx="8" className="fill-card stroke-border-strong" />
          <rect x="11" y="11" width={width * 0.6} height="5.5" rx="2.75" className="fill-border-strong" />
          <rect x="11" y="22" width={width * 0.42} height="5.5" rx="2.75" className="fill-border" />
        </g>
      ))}
    </svg>
  );
}

const radii = [44, 70, 97, 123, 149];
const posts = [
  { x: 3, y: 87, turn: -3, width: 92 },
  { x: 206, y: 116, turn: 3, width: 92 },
  { x: 53, y: 185, turn: 2, width: 84 },
];
