import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { IconButton } from './icon-button';
import { Tooltip, TooltipProvider } from './tooltip';

describe('a tooltip', () => {
  it('comes with the focus and describes its trigger', async () => {
    show(
      <Tooltip label="May take 4-5 min">
        <button type="button">Search Mentions</button>
      </Tooltip>,
    );

    await userEvent.tab();

    expect(await screen.findByRole('tooltip')).toHaveTextContent('May take 4-5 min');
    expect(screen.getByRole('button', { name: 'Search Mentions' })).toHaveAccessibleDescription('May take 4-5 min');
  });

  it('goes with Esc', async () => {
    show(
      <Tooltip label="May take 4-5 min">
        <button type="button">Search Mentions</button>
      </Tooltip>,
    );
    await userEvent.tab();
    await screen.findByRole('tooltip');

    await userEvent.keyboard('{Escape}');

    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });
});

describe('an icon button', () => {
  it('has its label as name, once, and its shortcut for the eye and the screen reader', async () => {
    show(<IconButton icon={RefreshCw} label="Refresh" shortcut={['Mod', 'R']} />);

    await userEvent.tab();
    await screen.findByRole('tooltip');

    const button = screen.getByRole('button', { name: 'Refresh' });
    expect(button).not.toHaveAccessibleDescription();
    expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+R');
    expect(screen.getByText('Ctrl+R')).toBeVisible();
  });

  it('keeps a description of its own', async () => {
    show(
      <>
        <IconButton icon={RefreshCw} label="Reject post" aria-describedby="title" />
        <p id="title">Clients keep paying late</p>
      </>,
    );

    await userEvent.tab();
    await screen.findByRole('tooltip');

    expect(screen.getByRole('button', { name: 'Reject post' })).toHaveAccessibleDescription('Clients keep paying late');
  });

  it('keeps the focus and ignores presses while it turns', async () => {
    const onClick = vi.fn<() => void>();
    show(<IconButton icon={RefreshCw} label="Refresh" onClick={onClick} isTurning />);
    const button = screen.getByRole('button', { name: 'Refresh', busy: true });

    await userEvent.click(button);

    expect(onClick).not.toHaveBeenCalled();
    expect(button).toHaveFocus();
  });
});

function show(children: ReactNode) {
  return render(<TooltipProvider>{children}</TooltipProvider>);
}
