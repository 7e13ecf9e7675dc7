import { messages } from './messages';

const words = messages.stream;

/** 'Listening, 40 s behind'. A pass every few seconds is as good as none behind. */
export function behindText(seconds: number): string {
  if (seconds < 15) return words.upToDate;
  if (seconds < 120) return words.listening(words.seconds(seconds));
  const minutes = Math.round(seconds / 60);
  return words.listening(minutes < 120 ? words.minutes(minutes) : words.hours(Math.round(minutes / 60)));
}
