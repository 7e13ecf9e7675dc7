import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Content } from './content';
import { Markdown, webAddress } from './markdown';

describe('content', () => {
  it.each([
    [null, 'No content available'],
    ['', 'No content available'],
    [' \n ', 'Content is empty'],
  ])('%o reads %s', (raw, words) => {
    render(<Content raw={raw} />);
    expect(screen.getByText(words)).toBeVisible();
  });

  it('of more than 1000 characters is cut until somebody wants more', async () => {
    render(<Content raw={`${'long '.repeat(300)}the end`} />);
    await screen.findByText(/long long/);
    expect(screen.queryByText(/the end/)).not.toBeInTheDocument();

    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getByText(/the end/)).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Show less' }));
    expect(screen.queryByText(/the end/)).not.toBeInTheDocument();
  });

  it('that is short has nothing to show more of', () => {
    render(<Content raw={'a'.repeat(1000)} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('Markdown of strangers', () => {
  it('becomes paragraphs, lists, bold text and headings below the title', () => {
    render(<Markdown text={'# Big\n\nSome **bold** text.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |'} />);

    expect(screen.getByRole('heading', { level: 3, name: 'Big' })).toBeVisible();
    expect(screen.getByText('bold').tagName).toBe('STRONG');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['one', 'two']);
    expect(screen.getByRole('table')).toBeVisible();
  });

  it.each([
    ['<script>alert(1)</script>'],
    ['<img src=x onerror=alert(1)>'],
    ['![x](javascript:alert(1))'],
    ['![x](https://tracker.example/pixel.png)'],
    ['<iframe src="https://evil.example"></iframe>'],
    ['<a href="javascript:alert(1)">press</a>'],
    ['[press](javascript:alert(1))'],
    ['[press](JaVaScRiPt:alert(1))'],
    ['[press](data:text/html;base64,PHNjcmlwdD4=)'],
    ['[press](vbscript:x)'],
    ['[press](java\nscript:alert(1))'],
    ['[press](&#106;avascript:alert(1))'],
    ['<javascript:alert(1)>'],
    ['- [ ] <svg onload=alert(1)>'],
  ])('%s can do nothing', (text) => {
    const { container } = render(<Markdown text={text} />);

    expect(container.querySelectorAll('script, img, iframe, svg, input, object, embed, form, style')).toHaveLength(0);
    for (const link of container.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^https?:\/\//);
    for (const element of container.querySelectorAll('*')) {
      expect([...element.attributes].filter(({ name }) => name.startsWith('on'))).toEqual([]);
    }
  });

  it('links out, without a word about where the reader came from', () => {
    render(<Markdown text="[a page](https://paperlark.example/a) and /r/freelance and [sub](/r/freelance)" />);

    const link = screen.getByRole('link', { name: 'a page' });
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
    expect(link).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('link', { name: 'sub' })).toHaveAttribute('href', 'https://www.reddit.com/r/freelance');
  });

  it('shows the words that were looked for, also inside other marks', () => {
    const { container } = render(<Markdown text={'**Late payments** and late fees. `late`'} marked={['late payments', 'late']} />);

    expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Late payments', 'late', 'late']);
  });

  it.each(['[', '*a ', '<', '![](', '> ', '- ', '`', '|a', '~~a', 'a@b.c ', 'http://a.b/', '_*', '](', '&#'])(
    'is read in reasonable time when it is %o over and over',
    (piece) => {
      const start = performance.now();
      render(<Markdown text={piece.repeat(40_000 / piece.length)} />);
      expect(performance.now() - start).toBeLessThan(10_000);
    },
  );
});

it.each([
  ['https://paperlark.example/a?b=c', 'https://paperlark.example/a?b=c'],
  ['/u/nora', 'https://www.reddit.com/u/nora'],
  ['mailto:a@b.example', ''],
  ['vbscript:alert(1)', ''],
  [' javascript:alert(1)', ''],
  ['#top', ''],
  ['http://[', ''],
])('of the address %o there is left %o', (address, left) => {
  expect(webAddress(address)).toBe(left);
});
