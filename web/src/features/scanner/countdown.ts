import { minutes } from '../../lib/time';
import { messages } from './messages';

/** '2d 14h', '5h 42m' or '18m' (spec §2, Scanner status card); the last minute is a whole one, and then it is due. */
export function countdownText(remainingMs: number): string {
  if (remainingMs <= 0) return messages.dueNow;
  const { days, hours, minutes: left } = parted(remainingMs);
  if (days > 0) return `${days}d ${hours}h`;
  return hours > 0 ? `${hours}h ${left}m` : `${left}m`;
}

/** The same for people who hear it: '2 days 14 hours'. */
export function spokenCountdown(remainingMs: number): string {
  if (remainingMs <= 0) return messages.dueNow;
  const { days, hours, minutes: left } = parted(remainingMs);
  if (days > 0) return `${counted(days, 'day')} ${counted(hours, 'hour')}`;
  return hours > 0 ? `${counted(hours, 'hour')} ${counted(left, 'minute')}` : counted(left, 'minute');
}

/** How much of the wait is over, in percent. Never quite empty and never quite full (spec §9). */
export function scanProgress(remainingMs: number, frequencyHours: number): number {
  const wholeMs = frequencyHours * minutes(60);
  const passed = wholeMs > 0 ? (1 - remainingMs / wholeMs) * 100 : 100;
  return clamped(passed);
}

export function clamped(percent: number): number {
  return Math.min(95, Math.max(5, percent));
}

/** How often, in a word: the next step up (decisions, Small print). */
export function frequencyLabel(hours: number): string {
  return steps.find(({ upTo }) => hours <= upTo)?.label ?? 'monthly';
}

const steps = [
  { upTo: 6, label: '6h' },
  { upTo: 12, label: '12h' },
  { upTo: 24, label: 'daily' },
  { upTo: 48, label: '2d' },
  { upTo: 72, label: '3d' },
  { upTo: 168, label: 'weekly' },
] as const;

function parted(remainingMs: number) {
  const whole = Math.max(1, Math.floor(remainingMs / minutes(1)));
  return { days: Math.floor(whole / 1440), hours: Math.floor((whole % 1440) / 60), minutes: whole % 60 };
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
