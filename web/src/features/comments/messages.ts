import type { Tone } from './tones';

/** What the generator says. Texts of the spec (§2, §8) stand letter for letter. */
export const messages = {
  title: 'AI Comment Generator',
  close: 'Close',
  resize: 'Size of the AI Comment Generator',
  settings: 'Settings',
  tone: 'Tone',
  tones: {
    'helpful and professional': 'Helpful and professional',
    'casual and friendly': 'Casual and friendly',
    'expert and authoritative': 'Expert and authoritative',
    'conversational and engaging': 'Conversational and engaging',
    'supportive and encouraging': 'Supportive and encouraging',
  } satisfies Record<Tone, string>,
  link: 'Add link to your site',
  writesAs: 'Writes as',
  help: (questions: number) => `Answers ${whatIsAnswered(questions)}, from what your website says.`,
  helpKeys: 'to generate',
  lost: 'The last draft could not be loaded. Generate writes a new one.',
  loading: 'Loading the last draft',
  generate: 'Generate',
  stop: 'Stop',
  regenerate: 'Regenerate',
  tryAgain: 'Try again',
  generatingAloud: 'Generating a comment',
  writing: (version: number) => `Writing version ${version}`,
  slow: 'The model is slow but still writing',
  comment: 'Generated comment',
  versions: {
    position: (number: number, count: number) => `Version ${number} of ${count}`,
    older: 'Older version',
    newer: 'Newer version',
    undo: 'Back to what the model wrote',
    sample: 'Sample draft',
  },
  words: (count: number) => `${count} ${count === 1 ? 'word' : 'words'}`,
  rules: 'Rules',
  answeredBefore: (day: string | undefined) => (day === undefined ? 'You answered here before' : `You answered here on ${day}`),
  answeredHelp: 'A second answer in the same thread often reads as promotion.',
  cutOff: 'The model stopped halfway',
  cutOffHelp: 'After a second failure the reply kit opens here.',
  failedDraft: 'The model had a problem with this draft',
  checks: {
    names: { facts: 'facts from your website', disclosure: 'disclosure', links: 'no links', answers: 'nothing said twice' },
    edited: 'Checked before you changed it',
    label: 'What was checked',
  },
  copy: 'Copy',
  copied: 'Copied!',
  copiedAloud: 'Comment copied to the clipboard',
  markAnswered: 'Mark as answered',
  reminder: 'Read it, change it, post it yourself. Earshot never posts.',
  saveFailed: 'Your changes could not be saved',

  kit: {
    title: 'Reply kit',
    back: 'Back',
    ready: 'The reply kit is ready',
    noModel: 'No language model is connected, so there is no draft.',
    noDraft: 'There is no draft for this one.',
    about: 'Here is what a good answer needs.',
    budget: 'Drafts for today are used up. More from 00:00.',
    theyAsk: 'They ask',
    theySay: 'They say',
    use: 'Use',
    noFact: 'Your website says nothing about this.',
    noFacts: 'Your website says nothing that answers this.',
    company: 'Add more about your company',
    rulesOf: (subreddit: string) => `Rules of r/${subreddit}`,
    comment: 'Your comment',
    addDisclosure: 'Add disclosure',
    disclosed: 'Says who you work for',
  },

  generated: 'Comment Generated!',
  generatedAbout: 'Your AI-generated comment is ready to use.',
  failed: 'Generation Failed',
  failedAbout: 'Failed to generate comment',
  waitFirst: (waitS: number) => `Please wait ${waitS} ${waitS === 1 ? 'second' : 'seconds'} and try again.`,
  waitAMoment: 'Please wait a moment and try again.',
  copyFailed: 'Copy Failed',
  copyFailedAbout: 'Failed to copy to clipboard',
} as const;

function whatIsAnswered(questions: number): string {
  if (questions === 0) return 'this post';
  if (questions === 1) return 'the question in this post';
  const count = ['two', 'three', 'four', 'five'][questions - 2];
  return count === undefined ? 'the questions in this post' : `the ${count} questions in this post`;
}
