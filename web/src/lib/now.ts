import { useEffect, useState } from 'react';
import { productNow } from './product-clock';
import { minutes, seconds } from './time';

/** The time by this computer's clock, new every minute: ages on a page that stays open must grow. */
export function useNow(everyMs: number = minutes(1)): number {
  return useTime(Date.now, everyMs);
}

/** The same by the product's clock: for the age of posts, and whatever else the product has dated. */
export function useProductNow(): number {
  return useTime(productNow, minutes(1));
}

/** The same, every second while something is being timed. */
export function useNowEverySecond(): number {
  return useNow(seconds(1));
}

function useTime(read: () => number, everyMs: number): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), everyMs);
    return () => clearInterval(timer);
  }, [read, everyMs]);
  return now;
}
