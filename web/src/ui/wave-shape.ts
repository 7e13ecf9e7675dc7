/**
 * The heights of a waveform's bars, each 0.14 to 1 of the box: the sum of two sines times noise. The
 * same seed always gives the same shape, because a wave must not change while it fills.
 */
export function waveShape(seed: string, barCount: number): number[] {
  const noise = noiseFrom(seed);
  const phase = noise() * Math.PI * 2;
  return Array.from({ length: barCount }, (_, index) => {
    const swell = 0.5 + 0.34 * Math.sin(index * 0.42 + phase) + 0.26 * Math.sin(index * 0.17 + phase * 2);
    return Math.min(1, Math.max(quietest, swell * (0.72 + 0.4 * noise())));
  });
}

/** A wave that dies out to the right: a sound that does not reach us. The loudest bar fills the box. */
export function fadingShape(seed: string, barCount: number): number[] {
  const noise = noiseFrom(seed);
  const heights = Array.from({ length: barCount }, (_, index) => (0.3 + 0.7 * noise()) * (1 - index / (barCount - 1)) ** 1.7);
  const loudest = Math.max(...heights);
  return heights.map((height) => height / loudest);
}

const quietest = 0.14;

// Mulberry32 over an FNV-1a hash of the seed: short, and the same numbers in every browser.
function noiseFrom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
