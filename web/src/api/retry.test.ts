import { describe, expect, it } from 'vitest';
import { failed } from './errors';
import { decideRetry, type SendOutcome } from './retry';

describe('a call that failed', () => {
  it.each<[string, string, () => SendOutcome, number | 'stop']>([
    ['GET', '/api/companies', unreachable, 300],
    ['GET', '/api/companies', timeout, 300],
    ['GET', '/api/companies', () => answer(429), 300],
    ['GET', '/api/companies', () => answer(502), 300],
    ['GET', '/api/companies', () => answer(503), 300],
    ['GET', '/api/companies', () => answer(504), 300],
    ['HEAD', '/api/companies', () => answer(503), 300],
    ['PUT', '/api/companies', () => answer(503), 300],
    ['DELETE', '/api/keywords?keyword=crm', () => answer(503), 300],

    // Answers that would be the same the next time.
    ['GET', '/api/companies', () => answer(200), 'stop'],
    ['GET', '/api/companies', () => answer(304), 'stop'],
    ['GET', '/api/companies', () => answer(400), 'stop'],
    ['GET', '/api/companies', () => answer(401), 'stop'],
    ['GET', '/api/companies', () => answer(402), 'stop'],
    ['GET', '/api/companies', () => answer(404), 'stop'],
    ['GET', '/api/companies', () => answer(500), 'stop'],
    ['GET', '/api/companies', () => failed('aborted'), 'stop'],

    // What may have been done already.
    ['POST', '/api/keywords', unreachable, 'stop'],
    ['POST', '/api/keywords', timeout, 'stop'],
    ['POST', '/api/keywords', () => answer(429), 'stop'],
    ['POST', '/api/keywords', () => answer(503), 'stop'],
    ['PATCH', '/api/keywords', () => answer(503), 'stop'],

    // Where the failure is what was asked for.
    ['GET', '/readyz', unreachable, 'stop'],
    ['GET', '/readyz', () => answer(503), 'stop'],
    ['GET', '/healthz', () => answer(502), 'stop'],
  ])('%s %s, case %#', (method, path, outcome, expected) => {
    expect(decided({ method, path, outcome: outcome() })).toBe(expected);
  });

  it('is sent again after 300, 900 and 2700 ms, and then no more', () => {
    const waits = [0, 1, 2, 3].map((resends) => decided({ outcome: unreachable(), resends }));

    expect(waits).toEqual([300, 900, 2700, 'stop']);
  });

  it('waits by chance up to a fifth longer', () => {
    expect(decided({ outcome: unreachable(), random: 0.5 })).toBeCloseTo(330);
    expect(decided({ outcome: unreachable(), random: 1 })).toBeCloseTo(360);
  });

  it.each([
    ['seconds', '2', 2000],
    ['the longest wait', '10', 10_000],
    ['more than the longest wait', '11', 'stop'],
    ['a date', 'Wed, 21 Oct 2026 12:00:04 GMT', 4000],
    ['a date too far away', 'Wed, 21 Oct 2026 12:01:00 GMT', 'stop'],
    ['nonsense', 'later', 300],
  ])('waits as long as Retry-After asks with %s', (_case, retryAfter, expected) => {
    expect(decided({ outcome: answer(429, retryAfter), random: 0 })).toBe(expected);
  });
});

const noon = Date.parse('Wed, 21 Oct 2026 12:00:00 GMT');

type Case = { method?: string; path?: string; outcome: SendOutcome; resends?: number; random?: number };

function decided({ method = 'GET', path = '/api/companies', outcome, resends = 0, random = 0 }: Case): number | 'stop' {
  const url = `http://localhost:8080${path}`;
  const next = decideRetry({ method, url }, outcome, resends, { random: () => random, now: () => noon });
  return next === 'stop' ? next : next.waitMs;
}

function answer(status: number, retryAfter?: string): Response {
  return new Response(null, { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } });
}

function unreachable() {
  return failed('unreachable', new TypeError('Failed to fetch'));
}

function timeout() {
  return failed('timeout');
}
