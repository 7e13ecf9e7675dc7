import { useEffect, useState } from 'react';
import { minutes, seconds } from './time';

/** The time by this computer's clock, new every minute: ages on a page that stays open must grow. */
export function useNow(everyMs: number = minutes(1)): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** The same, every second while something is being timed. */
export function useNowEverySecond(): number {
  return useNow(seconds(1));
}
