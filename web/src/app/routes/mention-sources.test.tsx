import { within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aMention, mentionDetails, mentionRows, openMentions } from '../../testing/mentions-tab';
import { toastsAreGone } from '../../testing/onboarding';
import { asMention, onBluesky, onHackerNews } from '../../testing/sources';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  await toastsAreGone();
});

it('a mention on Hacker News has its name, the author and the points, and leads there', async () => {
  await openMentions([aMention(1, asMention(onHackerNews))]);

  const [row] = await mentionRows();
  expect(row).toHaveTextContent(/Hacker News·patio_eleven·\d+d ago/);
  expect(within(row as HTMLElement).getByText('41 points')).toBeInTheDocument();
  expect(mentionDetails().getByText('points', { exact: false })).toHaveTextContent('41 points');
  expect(mentionDetails().getByRole('link', { name: 'Visit Hacker News (opens in a new tab)' })).toHaveAttribute(
    'href',
    onHackerNews.permalink,
  );
});

it('a mention on Bluesky has its name without an author or figures, and leads there', async () => {
  await openMentions([aMention(1, asMention(onBluesky))]);

  const [row] = await mentionRows();
  expect(row).toHaveTextContent(/Bluesky·\d+d ago/);
  expect(row).not.toHaveTextContent(/did:|upvote/);
  expect(mentionDetails().queryByText('score', { exact: false })).not.toBeInTheDocument();
  expect(mentionDetails().getByRole('link', { name: 'Visit Bluesky (opens in a new tab)' })).toHaveAttribute('href', onBluesky.permalink);
});

it('a mention on Reddit keeps its score', async () => {
  await openMentions([aMention(1)]);
  await mentionRows();

  expect(mentionDetails().getByText('score', { exact: false })).toHaveTextContent('41 score');
  expect(mentionDetails().getByRole('link', { name: 'Visit Reddit (opens in a new tab)' })).toBeVisible();
});

it('a mention that a link leads to says where it was written, though the table does not', async () => {
  const { source, ...linked } = aMention(99, { ...asMention(onBluesky), post_title: 'The linked one' });
  expect(source).toBe('bluesky');
  await openMentions([aMention(1)], '/dashboard?tab=mentions&mention=mention-99', {
    'GET /rest/v1/brand_mentions': () => Response.json(linked),
  });

  expect(await mentionDetails().findByRole('heading', { level: 2, name: 'The linked one' })).toBeVisible();
  expect(mentionDetails().getByRole('link', { name: /^Visit Bluesky/ })).toHaveAttribute('href', onBluesky.permalink);
});
