import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyboardActionHandler } from '../../lib/keyboard-actions';
import {
  aDraft,
  drafted,
  editCall,
  generateCall,
  latePayers,
  noDrafts,
  opensGenerator,
  presses,
  reads,
  simpleTool,
  theComment,
} from '../../testing/comments';
import { noraIsSignedIn, theServerSays } from '../../testing/identity';
import { refusal, toastsAreGone } from '../../testing/onboarding';

beforeEach(async () => {
  localStorage.clear();
  theServerSays({ ...noDrafts, [generateCall]: drafted(aDraft()), [editCall]: drafted(aDraft()) });
  await noraIsSignedIn();
});
afterEach(async () => {
  vi.useRealTimers();
  await toastsAreGone();
});

describe('the panel', () => {
  it('is closed at first, and asks nothing of the server until it is opened', async () => {
    const calls = theServerSays(noDrafts);
    opensGenerator({ isOpen: false });
    const title = screen.getByRole('button', { name: 'AI Comment Generator' });
    expect(title).toHaveAttribute('aria-expanded', 'false');
    expect(calls.filter(({ path }) => path.includes('ai-comment'))).toEqual([]);

    await userEvent.click(title);

    expect(title).toHaveAttribute('aria-expanded', 'true');
    expect(await screen.findByText('Answers the question in this post, from what your website says.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Generate' })).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('stays open from post to post', async () => {
    opensGenerator({ isOpen: false });
    await presses('AI Comment Generator');

    await reads(simpleTool);

    expect(screen.getByRole('button', { name: 'AI Comment Generator' })).toHaveAttribute('aria-expanded', 'true');
  });

  it('has no button that posts', async () => {
    theServerSays({ ...noDrafts, 'GET /api/ai-comment/p-1': drafted(aDraft()) });
    opensGenerator();
    await theComment();

    const panel = screen.getByRole('region', { name: 'AI Comment Generator' });
    expect(
      within(panel)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['AI Comment Generator', '', 'Regenerate', '', '', '', 'CopyC', 'Mark as answered']);
    expect(screen.getByText('Read it, change it, post it yourself. Earshot never posts.')).toBeVisible();
  });
});

describe('generating', () => {
  it('sends the whole post, who it is for and the tone, and shows what comes', async () => {
    const calls = theServerSays({ ...noDrafts, [generateCall]: drafted(aDraft()) });
    opensGenerator();

    await presses('Generate');

    expect(await theComment()).toHaveValue('Take yourself out of the chasing. I work on Paperlark.');
    expect(await screen.findByText('Comment Generated!')).toBeVisible();
    expect(screen.getByText('Your AI-generated comment is ready to use.')).toBeVisible();
    expect(screen.getByText('10 words')).toBeVisible();
    expect(screen.queryByText(/token/)).not.toBeInTheDocument();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      postData: latePayers,
      userContext: {
        tone: 'helpful and professional',
        business_name: 'Paperlark',
        business_type: 'SaaS',
        value_proposition: 'Invoicing for freelancers.',
        website_url: 'https://paperlark.example/',
      },
      variations: false,
    });
  });

  it('shows the text as it comes, and asks once however often the button is pressed', async () => {
    const held = holdingAnswer();
    const calls = theServerSays({ ...noDrafts, [generateCall]: held.answer });
    const { tell } = opensGenerator();

    await userEvent.dblClick(await screen.findByRole('button', { name: 'Generate' }));
    expect(await screen.findByText('Generating a comment')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
    expect(screen.getByText('Writing version 1')).toBeVisible();
    expect(await theComment()).toHaveValue('');
    tell({ text: 'Take yourself' });
    await waitFor(async () => expect(await theComment()).toHaveValue('Take yourself'));
    expect(screen.getByText('2 words')).toBeVisible();
    tell({ text: 'Of another post', postId: 'p-2' });
    expect(await theComment()).toHaveValue('');
    expect(await theComment()).toHaveAttribute('readonly');
    held.settle(aDraft());

    await waitFor(async () => expect(await theComment()).toHaveValue('Take yourself out of the chasing. I work on Paperlark.'));
    expect(await theComment()).not.toHaveAttribute('readonly');
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('goes on while another post is read, and is found again', async () => {
    const held = holdingAnswer();
    theServerSays({ ...noDrafts, [generateCall]: held.answer });
    opensGenerator();
    await presses('Generate');
    await screen.findByRole('button', { name: 'Stop' });

    await reads(simpleTool);
    expect(await screen.findByRole('button', { name: 'Generate' })).toBeVisible();
    await reads(latePayers);
    expect(await screen.findByRole('button', { name: 'Stop' })).toBeVisible();
    held.settle(aDraft());

    await waitFor(async () => expect(await theComment()).toHaveValue(aDraft().comment));
  });

  it('again replaces the draft, and what was changed in it', async () => {
    theServerSays({
      ...noDrafts,
      'GET /api/ai-comment/p-1': drafted(aDraft()),
      [editCall]: drafted(aDraft()),
      [generateCall]: drafted(aDraft({ id: 'd-2', comment: 'Another one.' })),
    });
    opensGenerator();
    await userEvent.type(await theComment(), ' Hello.');
    expect(await theComment()).toHaveValue('Take yourself out of the chasing. I work on Paperlark. Hello.');

    await presses('Regenerate');

    await waitFor(async () => expect(await theComment()).toHaveValue('Another one.'));
  });

  it('that fails leaves the draft as it was edited', async () => {
    theServerSays({
      ...noDrafts,
      'GET /api/ai-comment/p-1': drafted(aDraft()),
      [editCall]: drafted(aDraft()),
      [generateCall]: refusal(500, 'Something broke inside.'),
    });
    opensGenerator();
    await userEvent.type(await theComment(), ' Hello.');

    await presses('Regenerate');

    expect(await screen.findByText('Generation Failed')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Generation FailedFailed to generate comment$/);
    expect(await theComment()).toHaveValue('Take yourself out of the chasing. I work on Paperlark. Hello.');
  });

  it('without a subscription leads to the payment instead of a toast', async () => {
    const onUnpaid = vi.fn<() => void>();
    theServerSays({ ...noDrafts, [generateCall]: refusal(402, 'An active subscription is required.') });
    opensGenerator({ onUnpaid });

    await presses('Generate');

    await waitFor(() => expect(onUnpaid).toHaveBeenCalledOnce());
    expect(screen.queryByText('Generation Failed')).not.toBeInTheDocument();
  });
});

describe('another post', () => {
  it('whose last draft cannot be read can have a new one', async () => {
    theServerSays({ 'GET /api/ai-comment/p-1': refusal(500, 'Something broke inside.'), [generateCall]: drafted(aDraft()) });
    opensGenerator();
    expect(await screen.findByText('The last draft could not be loaded. Generate writes a new one.')).toBeVisible();

    await presses('Generate');

    expect(await theComment()).toHaveValue(aDraft().comment);
  });
});

it('a draft that another tab had written appears when it is done', async () => {
  theServerSays(noDrafts);
  const { tell } = opensGenerator();
  await screen.findByText(/^Answers the question/);
  theServerSays({ ...noDrafts, 'GET /api/ai-comment/p-1': drafted(aDraft()) });

  tell({ state: 'done' });

  expect(await theComment()).toHaveValue(aDraft().comment);
});

describe('the tone', () => {
  it('is one of five, and is remembered', async () => {
    const { unmount } = opensGenerator();
    expect(screen.getByRole('combobox', { name: 'Tone' })).toHaveTextContent('Helpful and professional');
    await userEvent.click(screen.getByRole('combobox', { name: 'Tone' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Helpful and professional',
      'Casual and friendly',
      'Expert and authoritative',
      'Conversational and engaging',
      'Supportive and encouraging',
    ]);

    await userEvent.click(screen.getByRole('option', { name: 'Casual and friendly' }));
    unmount();
    const calls = theServerSays({ ...noDrafts, [generateCall]: drafted(aDraft()) });
    opensGenerator();
    await presses('Generate');
    await theComment();

    expect(screen.getByRole('combobox', { name: 'Tone' })).toHaveTextContent('Casual and friendly');
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ userContext: { tone: 'casual and friendly' } });
  });

  it('a link is asked for, and for one post only', async () => {
    const calls = theServerSays({ ...noDrafts, [generateCall]: drafted(aDraft()) });
    opensGenerator();
    await presses('Settings');
    await userEvent.click(screen.getByRole('switch', { name: 'Add link to your site' }));
    await presses('Generate');
    await theComment();

    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ userContext: { includeLink: true } });
    await reads(simpleTool);
    expect(screen.getByRole('switch', { name: 'Add link to your site' })).not.toBeChecked();
  });
});

describe('copying', () => {
  beforeEach(() => theServerSays({ ...noDrafts, 'GET /api/ai-comment/p-1': drafted(aDraft()), [editCall]: drafted(aDraft()) }));

  it('takes the text as it was edited, and says so for 2 s', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
    clipboardIs(writeText);
    opensGenerator();
    await userEvent.type(await theComment(), ' Hello.');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    await act(async () => screen.getByRole('button', { name: 'Copy' }).click());
    expect(writeText).toHaveBeenCalledExactlyOnceWith('Take yourself out of the chasing. I work on Paperlark. Hello.');
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeVisible();
    expect(screen.getByText('Comment copied to the clipboard')).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(1_999));
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeVisible();
    act(() => void vi.advanceTimersByTime(1));

    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
  });

  it('that fails says so, and selects the text to be copied by hand', async () => {
    clipboardIs(async () => {
      throw new DOMException('denied', 'NotAllowedError');
    });
    opensGenerator();
    const field = (await theComment()) as HTMLTextAreaElement;

    await presses('Copy');

    expect(await screen.findByText('Copy Failed')).toBeVisible();
    expect(screen.getByText('Failed to copy to clipboard')).toBeVisible();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
  });
});

describe('keys', () => {
  it('open and close it, generate and copy', async () => {
    opensGenerator({ isOpen: false });
    const title = screen.getByRole('button', { name: 'AI Comment Generator' });

    await press('toggle-generator');
    expect(title).toHaveAttribute('aria-expanded', 'true');
    expect(title).toHaveFocus();
    expect(keyboardActionHandler('copy'), 'nothing to copy').toBeUndefined();
    await press('toggle-generator');
    expect(title).toHaveAttribute('aria-expanded', 'false');

    await press('generate');
    expect(await theComment()).toHaveValue(aDraft().comment);
    await waitFor(() => expect(keyboardActionHandler('copy')).toBeDefined());
  });
});

describe('on a phone', () => {
  it('is a sheet that keeps what was written in it when it is closed', async () => {
    opensGenerator({ place: 'sheet' });
    await presses('AI Comment Generator');
    const sheet = await screen.findByRole('dialog', { name: 'AI Comment Generator' });
    await userEvent.click(within(sheet).getByRole('button', { name: 'Generate' }));
    await userEvent.type(await theComment(), ' Hello.');
    expect(within(sheet).getByRole('combobox', { name: 'Tone' })).toBeVisible();

    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await presses('AI Comment Generator');

    expect(await theComment()).toHaveValue('Take yourself out of the chasing. I work on Paperlark. Hello.');
  });

  it('generates with Cmd or Ctrl and Enter inside the sheet', async () => {
    opensGenerator({ place: 'sheet' });
    await presses('AI Comment Generator');
    await screen.findByRole('dialog');

    await userEvent.keyboard('{Control>}{Enter}{/Control}');

    expect(await theComment()).toHaveValue(aDraft().comment);
  });
});

function clipboardIs(writeText: (text: string) => Promise<void>) {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
}

const press = (name: 'toggle-generator' | 'generate') => act(async () => keyboardActionHandler(name)?.());

/** An answer that comes when the test wants it. */
function holdingAnswer() {
  let answer: ((response: Response) => void) | undefined;
  const response = new Promise<Response>((settle) => {
    answer = settle;
  });
  return { answer: () => response, settle: (draft: ReturnType<typeof aDraft>) => answer?.(drafted(draft)()) };
}
