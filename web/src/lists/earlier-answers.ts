import { useQuery } from '@tanstack/react-query';
import { longDay } from '../lib/dates';
import { authorLabel, type SourceName } from '../lib/source';
import { sharedMessages } from './messages';
import { earlierAnswers, type EarlierAnswer } from './states-api';

const words = sharedMessages.answeredBefore;

/** That the user has been here before: in this thread, else with this author. Nothing while nothing is known of it. */
export function useEarlierAnswer({ id, ...writer }: Writer & { id: string }, now: number): string | undefined {
  const { data } = useQuery(earlierAnswers(id));
  return data && earlierAnswerText(data, writer, now);
}

type Writer = { source: SourceName; author: string };

export function earlierAnswerText(answers: readonly EarlierAnswer[], { source, author }: Writer, now: number): string | undefined {
  const inThread = answers.find(({ same_thread: isSame }) => isSame);
  if (inThread !== undefined) return words.thread(longDay(inThread.at, now));
  const toAuthor = answers.find(({ same_author: isSame }) => isSame);
  return toAuthor && words.author(authorLabel(source, author) ?? words.sameAuthor, longDay(toAuthor.at, now), toAuthor.title);
}
