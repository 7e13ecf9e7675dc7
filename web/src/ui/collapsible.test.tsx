import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Accordion, Collapsible } from './collapsible';

describe('a collapsible', () => {
  it('shows and hides what follows its button', async () => {
    render(<Collapsible label="Settings">Tone</Collapsible>);
    expect(screen.queryByText('Tone')).not.toBeInTheDocument();

    await userEvent.click(screen.getByRole('button', { name: 'Settings', expanded: false }));
    expect(screen.getByText('Tone')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Settings', expanded: true }));
    expect(screen.queryByText('Tone')).not.toBeInTheDocument();
  });

  it('names what its button controls', async () => {
    render(
      <Collapsible label="Settings" isOpenAtFirst>
        Tone
      </Collapsible>,
    );

    const controlled = screen.getByRole('button', { name: 'Settings' }).getAttribute('aria-controls') ?? '';
    expect(document.getElementById(controlled)).toHaveTextContent('Tone');
  });

  it('leaves the state to the outside when it is given', async () => {
    const onOpenChange = vi.fn<(isOpen: boolean) => void>();
    render(
      <Collapsible label="Settings" isOpen={false} onOpenChange={onOpenChange}>
        Tone
      </Collapsible>,
    );

    await userEvent.click(screen.getByRole('button', { name: 'Settings' }));

    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(true);
    expect(screen.queryByText('Tone')).not.toBeInTheDocument();
  });
});

describe('an accordion', () => {
  it('opens its first answer at once', () => {
    render(<Accordion items={questions} />);

    expect(screen.getByText('You are charged.')).toBeVisible();
    expect(screen.queryByText('In Settings.')).not.toBeInTheDocument();
  });

  it('keeps one answer open at a time', async () => {
    render(<Accordion items={questions} />);

    await userEvent.click(screen.getByRole('button', { name: 'How do I cancel?', expanded: false }));

    expect(screen.getByText('In Settings.')).toBeVisible();
    expect(screen.queryByText('You are charged.')).not.toBeInTheDocument();
  });

  it('closes the open answer again', async () => {
    render(<Accordion items={questions} />);

    await userEvent.click(screen.getByRole('button', { name: 'What happens when the trial ends?', expanded: true }));

    expect(screen.queryByText('You are charged.')).not.toBeInTheDocument();
  });
});

const questions = [
  { question: 'What happens when the trial ends?', answer: 'You are charged.' },
  { question: 'How do I cancel?', answer: 'In Settings.' },
];
