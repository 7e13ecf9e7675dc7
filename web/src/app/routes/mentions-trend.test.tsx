import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { aMention, manyMentions, mentionRows, openMentions } from '../../testing/mentions-tab';
import { toastsAreGone } from '../../testing/onboarding';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  await toastsAreGone();
});

describe('the trend', () => {
  it('is a line above the list that leads to the Overview, and a mention leads away from it', async () => {
    const { router } = await openMentions(manyMentions(2));
    await mentionRows();
    expect(screen.queryByRole('table', { name: 'Mentions by day' })).not.toBeInTheDocument();

    await userEvent.click(await screen.findByRole('button', { name: '90 mentions, last 30 days Overview' }));
    expect(screen.getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible();
    expect(screen.getByText('Select a mention to view details')).toBeVisible();
    expect(router.state.location.search).toContain('mention=overview');

    await userEvent.keyboard('j');
    expect(await screen.findByRole('heading', { level: 2, name: 'Mention 1 of Paperlark' })).toBeVisible();
    expect(screen.queryByRole('heading', { level: 2, name: 'Overview' })).not.toBeInTheDocument();
  });

  it('folds on a phone, so that the first mention is in sight', async () => {
    window.innerWidth = 390;
    await openMentions(manyMentions(1));
    const line = await screen.findByRole('button', { name: '90 mentions, last 30 days' });
    expect(line).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('table', { name: 'Mentions by day' })).not.toBeInTheDocument();

    await userEvent.click(line);

    expect(screen.getByRole('table', { name: 'Mentions by day' })).toBeInTheDocument();
    window.innerWidth = 1440;
  });

  it('shows the last 30 days, or 90', async () => {
    await openMentions(manyMentions(1), '/dashboard?tab=mentions&mention=overview');
    expect(await screen.findByRole('img', { name: '90 mentions in the last 30 days: 30 positive, 0 neutral, 30 negative.' })).toBeVisible();
    expect(within(screen.getByRole('table', { name: 'Mentions by day' })).getAllByRole('row')).toHaveLength(31);

    await userEvent.click(screen.getByRole('button', { name: /^mentions, last 30 days$/ }));

    expect(screen.getByRole('img', { name: /^270 mentions in the last 90 days/ })).toBeVisible();
  });

  it('is not there without mentions, nor among the rejected ones', async () => {
    await openMentions([aMention(1, { rejected: true })]);
    await screen.findByRole('heading', { name: 'No mentions found' });
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});
