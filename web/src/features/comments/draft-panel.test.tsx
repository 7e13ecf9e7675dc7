import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  aDraft,
  aKit,
  aVersion,
  drafted,
  editCall,
  generateCall,
  noDrafts,
  opensGenerator,
  presses,
  reads,
  simpleTool,
  theComment,
} from '../../testing/comments';
import { noraIsSignedIn, theServerSays } from '../../testing/identity';
import { toastsAreGone } from '../../testing/onboarding';

const lastCall = 'GET /api/ai-comment/p-1';
const twoVersions = aDraft({ id: 'b', comment: 'Second.', versions: [aVersion('a', 'First.'), aVersion('b', 'Second.')] });

beforeEach(async () => {
  localStorage.clear();
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('versions', () => {
  it('are stepped through, and what was typed is kept and can be taken back', async () => {
    const calls = theServerSays({ ...noDrafts, [lastCall]: drafted(twoVersions), [editCall]: drafted(twoVersions) });
    opensGenerator();
    expect(await theComment()).toHaveValue('Second.');
    expect(screen.getByText('Version 2 of 2')).toBeVisible();

    await presses('Older version');
    expect(await theComment()).toHaveValue('First.');
    await presses('Newer version');
    await userEvent.type(await theComment(), ' Mine.');
    expect(screen.getByText('Version 2 of 2')).toBeVisible();
    await waitFor(() => expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({ comment: 'Second. Mine.' }));
    await presses('Back to what the model wrote');

    expect(await theComment()).toHaveValue('Second.');
    expect(screen.getByRole('button', { name: 'Back to what the model wrote' })).toBeDisabled();
  });

  it('an edit is saved when another post is opened before the pause is over', async () => {
    const calls = theServerSays({ ...noDrafts, [lastCall]: drafted(twoVersions), [editCall]: drafted(twoVersions) });
    opensGenerator();
    await userEvent.type(await theComment(), '!');

    await reads(simpleTool);

    await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ comment: 'Second.!' }));
  });

  it('of the sample model are called so, and rules stand in one line', async () => {
    theServerSays({ ...noDrafts, [lastCall]: drafted(aDraft({ is_sample: true, warnings: ['Say who you work for.', 'No links.'] })) });
    opensGenerator();
    await theComment();

    expect(screen.getByText('Sample draft')).toBeVisible();
    expect(screen.queryByText('No links.')).not.toBeInTheDocument();
    await presses('Rules');
    expect(await screen.findByText('No links.')).toBeVisible();
  });
});

describe('a model that is slow or fails', () => {
  it('is said to be slow, and Stop ends the wait without a failure', async () => {
    theServerSays({ ...noDrafts, [lastCall]: drafted(twoVersions), [generateCall]: () => new Promise<Response>(() => {}) });
    const { tell } = opensGenerator();
    await presses('Regenerate');
    expect(await screen.findByText('Writing version 3')).toBeVisible();

    tell({ isSlow: true });
    expect(await screen.findByText('The model is slow but still writing')).toBeVisible();
    // A double click is over by then.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000);
    await presses('Stop');
    vi.restoreAllMocks();

    expect(await screen.findByRole('button', { name: 'Regenerate' })).toBeVisible();
    expect(await theComment()).toHaveValue('Second.');
    expect(screen.queryByText('Generation Failed')).not.toBeInTheDocument();
  });

  it('leaves what it wrote, and the second try may bring the kit', async () => {
    theServerSays({
      ...noDrafts,
      [lastCall]: drafted(aDraft({ problem: 'cut_off' })),
      [generateCall]: drafted(aKit({ problem: 'cut_off' })),
    });
    opensGenerator();
    expect(await screen.findByText('The model stopped halfway')).toBeVisible();
    expect(await theComment()).toHaveValue(aDraft().comment);

    await presses('Try again');

    expect(await screen.findByText('They ask')).toBeVisible();
    expect(screen.queryByText('Comment Generated!')).not.toBeInTheDocument();
  });
});

describe('checks', () => {
  const checks = [
    { check: 'facts' as const, text: 'Product facts come from paperlark.example/features', page: 'https://paperlark.example/features' },
  ];

  it('are listed with the page they name, until the text is changed', async () => {
    theServerSays({ ...noDrafts, [lastCall]: drafted(aDraft({ checks })), [editCall]: drafted(aDraft({ checks })) });
    opensGenerator();
    await theComment();
    expect(screen.getByRole('link', { name: 'paperlark.example/features' })).toHaveAttribute('href', 'https://paperlark.example/features');

    await userEvent.type(await theComment(), '!');

    expect(screen.queryByRole('link', { name: 'paperlark.example/features' })).not.toBeInTheDocument();
    expect(screen.getByText('Checked before you changed it')).toBeVisible();
  });
});

describe('the reply kit', () => {
  it('quotes the questions, and puts a fact and the disclosure into the comment', async () => {
    const calls = theServerSays({ ...noDrafts, [lastCall]: drafted(aKit()), [editCall]: drafted(aKit()) });
    opensGenerator({ place: 'column' });
    const panel = await screen.findByRole('region', { name: 'AI Comment Generator' });
    expect(await within(panel).findByRole('heading', { name: 'Reply kit' })).toBeVisible();
    expect(within(panel).getByText(/No language model is connected/)).toBeVisible();
    expect(within(panel).getByText('“Is there some way to prove it was opened?”')).toBeVisible();
    expect(within(panel).getByText('Your website says nothing about this.')).toBeVisible();
    expect(within(panel).getByText('No links in comments')).toBeVisible();
    expect(within(panel).getByRole('button', { name: 'Copy' })).toBeDisabled();

    await userEvent.type(within(panel).getByRole('textbox', { name: 'Your comment' }), 'Yes.');
    await userEvent.click(within(panel).getByRole('button', { name: 'Use' }));
    await userEvent.click(within(panel).getByRole('button', { name: 'Add disclosure' }));

    const text = 'Yes. Write a quote, send a link, and see when it was opened. I work on Paperlark, so weigh that.';
    expect(within(panel).getByRole('textbox', { name: 'Your comment' })).toHaveValue(text);
    expect(within(panel).getByText('Says who you work for')).toBeVisible();
    await waitFor(() => expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({ comment: text }));
  });

  it('without facts leads to the settings, without questions says the need', async () => {
    const kit = { questions: [], need: 'I need something that chases clients.', rules: [], disclosure: 'I work on Paperlark.' };
    theServerSays({ ...noDrafts, [lastCall]: drafted(aKit({ kit })) });
    opensGenerator();

    expect(await screen.findByText('“I need something that chases clients.”')).toBeVisible();
    expect(screen.getByText('They say')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add more about your company' })).toHaveAttribute('href', '/dashboard?tab=settings');
  });

  it.each([
    ['reddit', ['Rules of r/freelance']],
    ['hacker_news', []],
    ['bluesky', []],
  ] as const)('for a post on %s has the rules %o', async (source, headings) => {
    theServerSays({ ...noDrafts, [lastCall]: drafted(aKit()) });
    opensGenerator({ source });

    expect(await screen.findByText('They ask')).toBeVisible();
    expect(screen.queryAllByText(/^Rules of/).map(({ textContent }) => textContent)).toEqual(headings);
  });

  it('is a page of its own on a phone', async () => {
    theServerSays({ ...noDrafts, [lastCall]: drafted(aKit()) });
    opensGenerator({ place: 'sheet' });
    await presses('AI Comment Generator');

    const page = await screen.findByRole('dialog', { name: 'Reply kit' });
    await userEvent.click(within(page).getByRole('button', { name: 'Back' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the column', () => {
  it('is opened from the bar and closed by its icon; open or closed is remembered, and so is its width', async () => {
    theServerSays(noDrafts);
    const { unmount } = opensGenerator({ place: 'column', isOpen: false });
    await presses('AI Comment Generator');
    expect(screen.getByRole('heading', { name: 'AI Comment Generator' })).toHaveFocus();
    screen.getByRole('separator', { name: 'Size of the AI Comment Generator' }).focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('separator')).toHaveAttribute('aria-valuenow', '416');
    expect(localStorage.getItem('earshot-comment-panel')).toBe('open');
    unmount();

    opensGenerator({ place: 'column' });
    expect(screen.getByRole('separator')).toHaveAttribute('aria-valuenow', '416');
    await userEvent.dblClick(screen.getByRole('separator'));
    expect(screen.getByRole('separator')).toHaveAttribute('aria-valuenow', '400');
    await presses('Close');

    expect(screen.getByRole('button', { name: 'AI Comment Generator' })).toHaveFocus();
    expect(localStorage.getItem('earshot-comment-panel')).toBe('closed');
  });
});

describe('an answer', () => {
  it('is marked after copying; before, Copy is the main button', async () => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText: async () => {} } }));
    const onAnswer = vi.fn<() => void>();
    theServerSays({ ...noDrafts, [lastCall]: drafted(aDraft()) });
    opensGenerator({ onAnswer });
    await theComment();
    expect(screen.getByRole('button', { name: 'Copy' }).className).toContain('bg-primary');
    expect(screen.getByRole('button', { name: 'Mark as answered' }).className).not.toContain('bg-primary ');

    await presses('Copy');
    expect(await screen.findByRole('button', { name: 'Copied!' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Mark as answered' }).className).toContain('bg-primary ');
    await presses('Mark as answered');

    expect(onAnswer).toHaveBeenCalledOnce();
  });

  it('that was given before is told, and not asked for again', async () => {
    theServerSays({ ...noDrafts, [lastCall]: drafted(null) });
    opensGenerator({ answered: { at: '2026-11-02T12:00:00Z' } });

    expect(await screen.findByText('You answered here on 2 November')).toBeVisible();
    expect(await screen.findByText('A second answer in the same thread often reads as promotion.')).toBeVisible();
  });
});
