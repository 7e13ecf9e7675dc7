import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TextArea, TextField } from './field';

describe.each([
  ['a text field', TextField],
  ['a text area', TextArea],
])('%s', (_name, Field) => {
  it('is described by its help', () => {
    render(<Field label="Website" help="With or without https." />);

    expect(screen.getByRole('textbox', { name: 'Website' })).toHaveAccessibleDescription('With or without https.');
    expect(screen.getByRole('textbox')).toBeValid();
  });

  it('says what is wrong in place of the help, and that it is wrong', () => {
    render(<Field label="Website" help="With or without https." error="Please enter a valid website URL" />);

    expect(screen.getByRole('textbox', { name: 'Website' })).toHaveAccessibleDescription('Please enter a valid website URL');
    expect(screen.getByRole('textbox')).toBeInvalid();
    expect(screen.queryByText('With or without https.')).not.toBeInTheDocument();
  });

  it('keeps its name when the label is not shown', () => {
    render(<Field label="Search posts" isLabelHidden />);

    expect(screen.getByRole('textbox', { name: 'Search posts' })).toBeInTheDocument();
  });
});
