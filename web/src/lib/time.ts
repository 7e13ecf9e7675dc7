/** Lengths of time in milliseconds, as browsers and libraries count them. */
export const seconds = (count: number): number => count * 1000;

export const minutes = (count: number): number => seconds(count * 60);
