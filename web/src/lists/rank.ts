/** How a rank is shown: strong on Google's first page, quiet on the second, not at all beyond. */
export function rankLook(rank: number | null): 'first-page' | 'second-page' | undefined {
  if (rank === null || rank > lastRank) return undefined;
  return rank <= lastRankOfFirstPage ? 'first-page' : 'second-page';
}

const lastRankOfFirstPage = 10;
/** The last page of Google's that a rank is told of is the second. */
export const lastRank = 20;
