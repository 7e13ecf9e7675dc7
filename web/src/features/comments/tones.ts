/** How a comment may sound (spec §9). */
export const tones = [
  'helpful and professional',
  'casual and friendly',
  'expert and authoritative',
  'conversational and engaging',
  'supportive and encouraging',
] as const;

export type Tone = (typeof tones)[number];

const defaultTone: Tone = 'helpful and professional';

/** What was stored may come from another version of the page. */
export function toneOf(stored: string | null): Tone {
  return tones.find((tone) => tone === stored) ?? defaultTone;
}
