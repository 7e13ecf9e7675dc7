/** A waveform that dies out to the right: a sound that does not reach us. Decoration only. */
export function FadingWave() {
  return (
    <svg className="fading-wave" viewBox={`0 0 ${barCount * pitch} ${height}`} aria-hidden="true">
      {bars.map((bar, index) => (
        <rect
          key={bar.x}
          className={index < heardBars ? 'wave-heard' : 'wave-rest'}
          x={bar.x}
          y={(height - bar.height) / 2}
          width="4"
          height={bar.height}
          rx="2"
        />
      ))}
    </svg>
  );
}

const barCount = 61;
const heardBars = 22;
const pitch = 9;
const height = 120;

const bars = Array.from({ length: barCount }, (_, index) => ({ x: index * pitch, height: barHeight(index) }));

// The sum of two sines gives the sound its shape, the square its decay. No chance in it, so that
// the wave is the same on every visit.
function barHeight(index: number): number {
  const loudness = (1 - index / (barCount - 1)) ** 2;
  const shape = 0.55 + 0.27 * Math.sin(index * 1.9) + 0.18 * Math.sin(index * 0.73 + 1);
  return Math.max(4, height * loudness * shape);
}
