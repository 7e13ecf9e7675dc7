/** How old something is, as lists say it: 'Nh ago' under a day, else 'Nd ago' (spec §9). '0h ago' is a valid age. */
export function ageLabel(createdAt: string, now: number): string {
  const hours = ageInHours(createdAt, now);
  return hours < 24 ? `${hours}h ago` : `${Math.floor(hours / 24)}d ago`;
}

/** Whole hours. What seems to lie ahead, because two clocks differ, has just happened. */
export function ageInHours(createdAt: string, now: number): number {
  const hours = Math.floor((now - Date.parse(createdAt)) / hourMs);
  return Number.isNaN(hours) ? 0 : Math.max(0, hours);
}

const hourMs = 3_600_000;
