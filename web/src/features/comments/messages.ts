import type { Tone } from './tones';

/** What the generator says. Texts of the spec (§2, §8) stand letter for letter. */
export const messages = {
  title: 'AI Comment Generator',
  settings: 'Settings',
  tone: 'Tone',
  toneNow: (label: string) => `Tone: ${label}`,
  tones: {
    'helpful and professional': 'Helpful and professional',
    'casual and friendly': 'Casual and friendly',
    'expert and authoritative': 'Expert and authoritative',
    'conversational and engaging': 'Conversational and engaging',
    'supportive and encouraging': 'Supportive and encouraging',
  } satisfies Record<Tone, string>,
  link: 'Add link to your site',
  writesAs: 'Writes as',
  help: 'Drafts an answer to this post. You edit it and post it yourself.',
  lost: 'The last draft could not be loaded. Generate writes a new one.',
  generate: 'Generate',
  generating: 'Generating',
  generatingAloud: 'Generating a comment',
  comment: 'Generated comment',
  copy: 'Copy',
  copied: 'Copied!',
  copiedAloud: 'The comment is on the clipboard',
  regenerate: 'Regenerate',
  style: 'Helpful and engaging',
  tokens: (count: number) => `${count} ${count === 1 ? 'token' : 'tokens'}`,
  withoutModel: 'Written without a language model.',
  reminder: (company: string | undefined) =>
    `Nothing is posted for you. When you post it, keep the line that says ${company === undefined ? 'who you work for' : `you work on ${company}`}.`,

  generated: 'Comment Generated!',
  generatedAbout: 'Your AI-generated comment is ready to use.',
  failed: 'Generation Failed',
  failedAbout: 'Failed to generate comment',
  waitFirst: (waitS: number) => `Please wait ${waitS} ${waitS === 1 ? 'second' : 'seconds'} and try again.`,
  waitAMoment: 'Please wait a moment and try again.',
  copyFailed: 'Copy Failed',
  copyFailedAbout: 'Failed to copy to clipboard',
} as const;
