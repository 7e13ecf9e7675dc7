import { ApiFailure } from '../../api/errors';
import { logWarning } from '../../lib/log';
import { isSameText } from '../../lib/normalized-text';
import type { OnboardingDraft } from './onboarding-draft';

/** What finishing asks of others. All of them may be asked twice. */
export type OnboardingHandlers = {
  addKeyword: (keyword: string) => Promise<void>;
  removeKeyword: (keyword: string) => Promise<unknown>;
  /** Keeps a proposal that was taken out from being suggested in Settings. */
  dismissSuggestion: (keyword: string) => Promise<void>;
  /** Writes down that onboarding is completed. */
  complete: () => Promise<void>;
};

type OnSaved = (saved: readonly string[]) => void;

/** `unmarked`: the keywords are saved, the profile does not know yet; the person may go on (spec §4, Onboarding). */
type FinishResult = 'finished' | 'unmarked';

/** Why the user cannot go on. */
export class KeywordNotSaved extends Error {
  override readonly name = 'KeywordNotSaved';
  /** The server's own words, if it gave any. */
  readonly words: string | undefined;

  constructor(cause: unknown) {
    super('a keyword was not saved', { cause });
    this.words = cause instanceof ApiFailure && cause.kind === 'refused' ? cause.message : undefined;
  }
}

/** Brings the keywords to the server, each told to `onSaved`, and marks onboarding as completed. */
export async function finishOnboarding(
  { keywords, savedKeywords, declined = [] }: OnboardingDraft,
  handlers: OnboardingHandlers,
  onSaved: OnSaved,
): Promise<FinishResult> {
  const isKept = (text: string) => keywords.some((keyword) => isSameText(keyword.text, text));
  const isSaved = (text: string) => savedKeywords.some((saved) => isSameText(saved, text));
  let saved = savedKeywords;
  try {
    await oneByOne(
      savedKeywords.filter((text) => !isKept(text)),
      async (text) => {
        await handlers.removeKeyword(text);
        onSaved((saved = saved.filter((other) => other !== text)));
      },
    );
    await oneByOne(
      keywords.map(({ text }) => text).filter((text) => !isSaved(text)),
      async (text) => {
        await handlers.addKeyword(text);
        onSaved((saved = [...saved, text]));
      },
    );
  } catch (failure) {
    throw new KeywordNotSaved(failure);
  }
  // Nobody has to wait or go back for this: what is not dismissed is suggested once more, no worse.
  // What was saved before is dismissed by its removal.
  const undismissed = declined.filter((text) => !isSaved(text));
  await oneByOne(undismissed, (text) => handlers.dismissSuggestion(text)).catch((failure: unknown) => {
    logWarning('a proposal that was taken out was not dismissed', failure);
  });
  return handlers.complete().then(
    () => 'finished',
    (failure: unknown) => {
      logWarning('the end of onboarding was not written down', failure);
      return 'unmarked';
    },
  );
}

/** One after the other, so that the server keeps them in the order of the screen. */
function oneByOne(texts: readonly string[], act: (text: string) => Promise<void>): Promise<void> {
  return texts.reduce((before, text) => before.then(() => act(text)), Promise.resolve());
}
