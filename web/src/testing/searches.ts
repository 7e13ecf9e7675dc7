import type { Community, Search, Suggestion } from '../features/searches/api';

/** A search as the server sends it; the phrase makes it unique. */
export function aSearch(phrase: string, changes: Partial<Search> = {}): Search {
  return {
    id: `search ${phrase}`,
    phrase,
    community: null,
    origin: 'keyword',
    isOn: true,
    read: 40,
    found: 11,
    leads: 4,
    lastRunAt: '2026-11-15T03:01:00Z',
    lastFoundAt: '2026-11-15T03:01:00Z',
    isSilent: false,
    ...changes,
  };
}

export function aCommunity(name: string, changes: Partial<Community> = {}): Community {
  return {
    name,
    members: 412_000,
    found: 12,
    leads: 3,
    promotion: 'unknown',
    rule: null,
    isOn: true,
    isOwn: false,
    lastReadAt: null,
    ...changes,
  };
}

export const searchesAre = (searches: readonly Search[], lastScanAt: string | null = '2026-11-15T03:01:00Z') => ({
  'GET /api/searches': () => Response.json({ success: true, searches, lastScanAt }),
});

export const suggestionsAre = (...suggestions: readonly Suggestion[]) => ({
  'GET /api/searches/suggestions': () => Response.json({ success: true, suggestions }),
});
