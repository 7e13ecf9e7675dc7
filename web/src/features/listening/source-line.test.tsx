import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { redditStatus } from './api';
import { since } from './since';
import { SourceLine } from './source-line';

beforeEach(async () => {
  localStorage.clear();
  theServerSays({});
  await noraIsSignedIn();
});

describe('the line about where posts come from', () => {
  it('says that they are samples while a sandbox supplies them', async () => {
    redditIs({ configured: false, authType: 'sandbox' });
    openPage(<SourceLine />, '/dashboard');

    expect(await screen.findByText('Sample posts: connect Reddit to see real ones')).toBeVisible();
  });

  it('says nothing while Reddit answers', async () => {
    const calls = redditIs({});
    openPage(<SourceLine />, '/dashboard');

    // Not the number of calls: files share a page, and one that an earlier page had begun may come late.
    await expect.poll(() => calls.map(({ path }) => path)).toContain('/api/reddit/status');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it.each([null, '2026-11-17T14:05:00Z'])('says nothing on a server without Reddit, failing since %o', async (failingSince) => {
    const calls = redditIs({ configured: false, authType: 'none', failingSince });
    const { queries } = openPage(<SourceLine />, '/dashboard');

    await expect.poll(() => queries.getQueryData(redditStatus.queryKey)?.authType).toBe('none');
    expect(calls.map(({ path }) => path)).toContain('/api/reddit/status');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('says since when Reddit has not answered, in the reader\u2019s own time', async () => {
    const failingSince = new Date(Date.now() - 60_000).toISOString();
    redditIs({ failingSince });
    openPage(<SourceLine />, '/dashboard');

    const line = await screen.findByText(`Reddit has been unavailable since ${since(failingSince, new Date())}.`);
    expect(line).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Earshot keeps trying. Everything found so far is still here.');
  });
});

it('names the day of an outage that did not begin today', () => {
  const at = new Date(2026, 10, 17, 14, 5);

  expect(since(at.toISOString(), new Date(2026, 10, 17, 16, 0))).toBe('14:05');
  expect(since(at.toISOString(), new Date(2026, 10, 18, 9, 0))).toBe('Tue 17 Nov, 14:05');
});

function redditIs(changes: object) {
  const status = { success: true, configured: true, authType: 'oauth', message: '', failingSince: null, ...changes };
  return theServerSays({ 'GET /api/reddit/status': () => Response.json(status) });
}
