import { useState } from 'react';
import { observeWidth } from '../lib/observe-width';
import { cx } from './classes';
import { fadingShape, waveShape } from './wave-shape';

type WaveProps = {
  /** What is waited for, for people who cannot see the bars. */
  label: string;
  /** 0 to 100. */
  value: number;
  /** The value in words, when a percentage says too little: '2 days 14 hours'. */
  valueText?: string;
  /** Which wave it is: the same seed always gives the same shape. */
  seed: string;
  height: number;
  /** The bar at the head pulses while something is going on. */
  isRunning?: boolean;
  /** For a wave on a cobalt tint. */
  isOnTint?: boolean;
};

/** Progress as a row of bars that fills from left to right, about one bar for 5 px of width. */
export function Wave({ label, value, valueText, seed, height, isRunning = false, isOnTint = false }: WaveProps) {
  const [width, setWidth] = useState(0);
  const { barWidth, pitch } = height >= largeFrom ? { barWidth: 4, pitch: 7 } : { barWidth: 3, pitch: 5 };
  const barCount = Math.floor((width + pitch - barWidth) / pitch);
  const percent = Math.min(100, Math.max(0, value));
  const reached = Math.round((percent / 100) * barCount);
  const bars = waveShape(seed, barCount).map((share, index) => ({
    x: index * pitch,
    share,
    isHeard: index < reached,
    isHead: index === reached - 1,
  }));
  return (
    <div
      ref={(box) => (box === null ? undefined : observeWidth(box, setWidth))}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={valueText}
      style={{ height }}
    >
      <svg width="100%" height={height} aria-hidden="true" className="block">
        {bars.map(({ x, share, isHeard, isHead }) => (
          <rect
            key={x}
            className={cx(
              'transition-[fill] duration-(--dur)',
              isHeard ? 'wave-heard' : isOnTint ? 'fill-wave-rest-tint forced:fill-[GrayText]' : 'wave-rest',
              isRunning && isHead && 'animate-head',
            )}
            x={x}
            y={(height * (1 - share)) / 2}
            width={barWidth}
            height={height * share}
            rx={barWidth / 2}
          />
        ))}
      </svg>
    </div>
  );
}

/** The 404's wave: heard at first, then out of earshot. Decoration only. */
export function FadingWave() {
  const bars = fadingShape('out of earshot', pictureBars).map((share, index) => ({ share, look: index < 22 ? 'wave-heard' : 'wave-rest' }));
  return <Picture height={120} bars={bars} />;
}

/** A flat line with one red peak: something broke in the middle of silence. Decoration only. */
export function BrokenWave() {
  const peak = [0.22, 0.46, 1, 0.46, 0.22];
  const silence = { share: 0, look: 'wave-rest' };
  const side = Array.from({ length: (pictureBars - peak.length) / 2 }, () => silence);
  const bars = [...side, ...peak.map((share) => ({ share, look: 'fill-negative-mark forced:fill-[CanvasText]' })), ...side];
  return <Picture height={64} bars={bars} />;
}

function Picture({ height, bars }: { height: number; bars: readonly { share: number; look: string }[] }) {
  const placed = bars.map(({ share, look }, index) => ({ x: index * 9, barHeight: Math.max(4, height * share), look }));
  return (
    <svg className="block h-auto w-full max-w-[549px]" viewBox={`0 0 ${bars.length * 9 - 5} ${height}`} aria-hidden="true">
      {placed.map(({ x, barHeight, look }) => (
        <rect key={x} className={look} x={x} y={(height - barHeight) / 2} width="4" height={barHeight} rx="2" />
      ))}
    </svg>
  );
}

const pictureBars = 61;
const largeFrom = 34;
